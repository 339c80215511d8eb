// Preloaded into a command, says on standard error how much memory the command took at most, in KiB.

process.on('exit', () => process.stderr.write(`\npeak ${process.resourceUsage().maxRSS}`))
