// The hosts that settings of a sandbox allow: by name, by `*.` and a name, with a port or the scheme's own.

/** Whether an address is of a host that sandboxed hooks may reach: `example.com`, `*.example.com`, `example.com:443`. */
export function isAllowed(address: string, allowedDomains: readonly string[]): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  return allowedDomains.some((domain) => {
    const [, name = '', own = port] = /^(.*?)(?::(\d+))?$/.exec(domain.toLowerCase()) ?? []
    const isHost = name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name
    return isHost && own === port
  })
}
