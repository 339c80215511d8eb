// Matches addresses against the hosts that a sandbox's settings allow: exact names or `*.name`, with an optional port.

/** Whether sandboxed hooks may reach an address. Allowed hosts: `example.com`, `*.example.com`, `example.com:443`. */
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
