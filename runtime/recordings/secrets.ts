// Finds secrets in text by their shape and masks them: provider tokens, JWTs, credentials in URLs.
// Every pattern is linear: anchored at a rare literal, with bounded or self-delimiting runs.
// assignments.ts handles values after a name, pem.ts private keys.

import { namesForeign } from './foreignNames.ts'
import { maskMarked } from './marked.ts'
import { isTokenLike, maskPlain, maskToken } from './mask.ts'
import { isKey, maskKeys } from './pem.ts'
import { isToken, maskTokens } from './shapes.ts'

// Whether a text needs the more expensive checks: one cheap pass instead of five. Tokens are searched for in any case.
// Fast as long as few characters start an alternative, which is why `otp` is matched by its end.
const MAYBE =
  /:\/\/|[Tt][Oo][Kk][Ee][Nn]|[Ss][Ee][Cc][Rr]|[Pp][Aa][Ss][Ss]|[Pp][Ww]|[Kk][Ee][Yy]|[Aa][Uu][Tt][Hh]|[Cc][Oo][Oo][Kk]|[Cc][Rr][Ee][Dd]|[Bb][Ee][Aa][Rr]|[Bb][Aa][Ss][Ii][Cc]|[Jj][Ww][Tt]|[ "']-[apuwPU]| --user|[Pp][Ss][Kk]|kty|AUTH|IDENTIFIED|masterauth|jdbc:|:54\d\d:|mnemonic|MNEMONIC|phrase|kind: Secret|[?&](?:code|ticket|sso)=|with-token|SecureString|sudo -S|[Tt][Pp](?![A-Za-z]|:\/)|[Ss][Ii][Dd]|sessionid|SESSIONID|PAT|[Ss]ig(?:nature)?=|@(?:tcp|unix)\(|net use |SSWS |Splunk | \/p:|[Ss][Ee][Ss][Ss][Ii][Oo][Nn]|service install|nseal|authorize|sqlplus|wandb|snyk|codecov|snmp| or ["']|As String|createHmac|getConnection|_SALT|form-data|<\/name>|rabbitmqctl|http-basic|vercel|signtool|schtasks|gem push|sonar|doctl/

/** False if nothing around a value in the text can indicate a secret. */
export function maybeSecret(text: string): boolean {
  return text.length >= 8 && (MAYBE.test(text) || namesForeign(text))
}

/** Masks every secret that is recognizable by itself, wherever it occurs. */
export function maskShapes(text: string): string {
  return text.length < 16 ? text : maskTokens(maskMarked(text))
}

/** Masks credentials in URLs and after authentication schemes. */
export function maskCredentials(text: string): string {
  return maskSchemes(maskUrls(text))
}

/** Masks a value that is known to be secret; the scheme and a token's prefix are kept. */
export function maskValue(value: string): string {
  const scheme = /^(?:bearer|basic|token|digest|apikey)\s{1,8}(?=\S)/i.exec(value)?.[0] ?? ''
  const body = value.slice(scheme.length)
  if (isKey(body)) return scheme + maskKeys(body)
  if (isToken(body)) return scheme + maskTokens(body)
  return scheme + (isTokenLike(body) ? maskToken(body) : maskPlain(body))
}

function maskUrls(text: string): string {
  if (!text.includes('://')) return text
  return text
    .replace(
      /(:\/\/[^\s:/@"'`<>\\]{0,256}:)([^\s/@"'`<>\\]{1,512})(?=@)/g,
      (whole, before: string, secret: string) =>
        isReference(secret) || EXAMPLE.test(secret) ? whole : before + maskValue(secret),
    )
    .replace(
      /(:\/\/)([\w-]{16,512})(?=(?::[^\s/@"'`<>\\]{0,256})?@)/g,
      (whole, before: string, user: string) => (isTokenLike(user) ? before + maskValue(user) : whole),
    )
}

function maskSchemes(text: string): string {
  const common = text.replace(
    /\b((bearer|basic) {1,4})([\w\-.~+/=]{8,4096})/gi,
    (whole, scheme: string, name: string, secret: string) =>
      (/^basic$/i.test(name) ? isBasic(secret) : isBearer(secret)) ? scheme + maskValue(secret) : whole,
  )
  // These are also product names, so only values that look like tokens count.
  return /(?:ApiKey|SSWS|Splunk) /.test(common)
    ? common.replace(
        /\b((?:ApiKey|SSWS|Splunk) {1,4})([\w\-.~+/=]{20,4096})/g,
        (whole, scheme: string, secret: string) => (isTokenLike(secret) ? scheme + maskValue(secret) : whole),
      )
    : common
}

// "bearer authentication1 explained" does not contain a token.
function isBearer(secret: string): boolean {
  return /[0-9]/.test(secret)
    ? !/^[A-Za-z]{4,}\d$/.test(secret)
    : /[a-z][A-Z]/.test(secret) && secret.length >= 20
}

// A name, a colon and a password in base64; otherwise it must end in `=`, or contain a digit and mixed case.
function isBasic(secret: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(secret)) return false
  if (
    /^[\x20-\x7e]{0,128}:[\x20-\x7e]{0,256}$/.test(
      Buffer.from(secret.slice(0, 512), 'base64').toString('latin1'),
    )
  )
    return true
  return (
    secret.endsWith('=') ||
    (/\d/.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret) && secret.length >= 12)
  )
}

/** Passwords in the URLs of documentation: `https://user:password@host`. */
const EXAMPLE = /^(?:pass(?:word|wd)?|pwd|secret|token|foo|bar|baz|\w)$/i

/** Whether a value only refers to a secret or is a placeholder: `$TOKEN`, `<token>`, `your-api-key`. */
export function isReference(value: string): boolean {
  return value.length <= 256 && (REFERENCE.test(value) || PLACEHOLDER.test(value) || FILE.test(value))
}

/** The path of a file that contains the secret. */
const FILE =
  /^(?:~|\.{0,2})\/(?:[\w.@-]{1,64}\/){1,16}[\w.@-]{1,64}\.(?:json|pem|key|p12|pfx|p8|crt|cer|jks|keystore|ya?ml|toml|ini|conf|txt|gpg|asc)$/

const REFERENCE =
  /^(?:\$\{?[\w.:-]{1,100}\}?|\$\{[^}]{0,100}\}|\$\(.{0,200}|<[^>]{0,100}>|\$?\{\{.{0,200}\}\}|%\w{1,100}%|%\(\w{1,100}\)s|@\w{1,100}@|\[[\w -]{0,60}\]|#\{.{0,100}\}|(?:process\.env|import\.meta\.env|os\.environ|os\.getenv|ENV|Deno\.env|System\.getenv|vault:|op:\/\/|arn:aws:secretsmanager:|projects\/[\w-]{1,64}\/secrets\/|secretKeyRef|!(?:Ref|Sub|GetAtt)\b).{0,200})$/

const PLACEHOLDER =
  /^(?:(?:your|my|the|some|insert|enter|add|put|paste|replace|example|dummy|sample|fake)[-_ ][\w -]{0,60}|[\w-]{0,40}(?:[-_]here|_goes_here|placeholder|redacted)|[xX*.•…]{1,256}|[\w-]{0,12}(?:\.{3}|…)|change[-_]?me|guest|test|example)$/i
