// Which field names, variables, headers and options hold secrets, however they are spelled.
// Knows names only; what a value looks like is for secrets.ts.

const SECRET = [
  'accesskey',
  'accountkey',
  'apikey',
  'apisecret',
  'authorization',
  'authtoken',
  'bearer',
  'cookie',
  'cookies',
  'credential',
  'credentials',
  'encryptionkey',
  'jwt',
  'passcode',
  'passphrase',
  'passwd',
  'password',
  'passwordhash',
  'passwords',
  'privatekey',
  'pwd',
  'secret',
  'secretkey',
  'secretkeybase',
  'secrets',
  'signingkey',
  'token',
]

// Tokens of texts, of pages and of prices; and the shell's working directory.
const HARMLESS = new Set([
  'bostoken',
  'cancellationtoken',
  'continuationtoken',
  'endtoken',
  'eostoken',
  'lasttoken',
  'maxtoken',
  'nexttoken',
  'nextpagetoken',
  'oldpwd',
  'padtoken',
  'pagetoken',
  'pertoken',
  'starttoken',
  'stoptoken',
  'unktoken',
])

const SECRET_END = new RegExp(`(?:${SECRET.join('|')})$`)

/** Says of a name whether its value is secret; `more` are the names that settings add. */
export function secretKeys(more: readonly string[]): (key: string) => boolean {
  const added = new Set(more.map(plain))
  const known = new Map<string, boolean>()
  return (key) => {
    if (key.length > 100) return false
    let secret = known.get(key)
    if (secret === undefined) {
      secret = added.has(plain(key)) || isSecret(key)
      if (known.size < 5000) known.set(key, secret)
    }
    return secret
  }
}

/** True where even a number is no count: passwords and PIN-like codes, but not tokens. */
export function holdsSecretNumber(key: string): boolean {
  return /(?:password|passwd|passcode|secret|pwd)$/.test(plain(key))
}

function isSecret(key: string): boolean {
  const name = plain(key)
  return SECRET_END.test(name) && !HARMLESS.has(name) && key !== 'PWD'
}

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
