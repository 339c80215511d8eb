// Preloaded into a command: prints the command's peak memory in KiB to standard error.

process.on('exit', () => process.stderr.write(`\npeak ${process.resourceUsage().maxRSS}`))
