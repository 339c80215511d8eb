// Which names of fields, variables, headers and options denote secrets, in any spelling. Values are only
// used to decide ambiguous names; secrets.ts checks how they look.

import { textOfJson } from '../contract/textOfJson.ts'
import { foreignAnswer } from './foreignNames.ts'
import { UUID } from './shape.ts'

/** Whether the value of a name is secret. Given the value, ambiguous names are decided, too. */
export type SecretKeys = (key: string, value?: unknown) => boolean

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
  'keydata',
  'keypass',
  'mnemonic',
  'passcode',
  'passphrase',
  'passwd',
  'password',
  'passwordhash',
  'passwords',
  'presharedkey',
  'privatekey',
  'psk',
  'recoveryphrase',
  'pwd',
  'secret',
  'secretkey',
  'secretkeybase',
  'secrets',
  'seedphrase',
  'signingkey',
  'storepass',
  'token',
]

// `key` alone may denote anything; the word before it decides.
const KEYS_OF = [
  ...[
    'account',
    'admin',
    'aes',
    'algolia',
    'alchemy',
    'anthropic',
    'app',
    'auth',
    'aws',
    'azure',
    'client',
    'cloudflare',
    'cohere',
    'consumer',
    'fastly',
    'integration',
    'unseal',
  ],
  ...['datadog', 'decryption', 'deepseek', 'deploy', 'gemini', 'github', 'gitlab', 'google', 'groq'],
  ...['hmac', 'huggingface', 'license', 'linear', 'mailgun', 'master', 'mistral', 'notion', 'openai'],
  ...['openrouter', 'perplexity', 'pinecone', 'replicate', 'role', 'rsa', 'sendgrid', 'server', 'service'],
  ...['azurestorage', 'bot', 'cipher', 'crypto', 'deepgram', 'elevenlabs', 'fireworks', 'grafana', 'infura'],
  ...['ingest', 'ingestion', 'instrumentation', 'jwt', 'langsmith', 'maps', 'newrelic', 'okta', 'restic'],
  ...['function', 'functions'],
  ...[
    'pgp',
    'postmark',
    'private',
    'root',
    'sentry',
    'serp',
    'session',
    'sign',
    'storageaccount',
    'symmetric',
  ],
  ...['tavily', 'tls', 'together', 'vault', 'voyage', 'wallet', 'wandb', 'weather', 'write'],
  ...['shared', 'ssh', 'stripe', 'subscription', 'supabase', 'telegram', 'twilio', 'webhook', 'xai'],
]

// Tokens of texts, pages and prices; the shell's previous working directory; processing passes.
const HARMLESS = new Set([
  'bostoken',
  'cancellationtoken',
  'continuationtoken',
  'endtoken',
  'eostoken',
  'firstpass',
  'lasttoken',
  'maxtoken',
  'nexttoken',
  'nextpagetoken',
  'nextpass',
  'oldpwd',
  'onepass',
  'padtoken',
  'pagetoken',
  'pertoken',
  'renderpass',
  'secondpass',
  'singlepass',
  'starttoken',
  'stoptoken',
  'unktoken',
])

const SECRET_END = new RegExp(`(?:${SECRET.join('|')}|(?:${KEYS_OF.join('|')})key)$`)
const SESSION = /^(?:sessionid|SESSIONID|PHPSESSID|JSESSIONID|connect\.sid)$/

// Variables ending in `_KEY` denote secrets, except for these other kinds of keys.
const VARIABLE = /^[A-Z][A-Z0-9_]*_(?:KEY|PAT)$/
const HARMLESS_VARIABLE =
  /(?:CACHE|CONFIG|DEDUPE|EVENT|FEATURE|FIELD|FOREIGN|GROUP|HASH|IDEMPOTENCY|INDEX|ISSUE|ITEM|LOOKUP|MAP|MESSAGE|OBJECT|PARTITION|PRIMARY|PROJECT|PUBLIC|PUBLISHABLE|QUERY|RANGE|ROUTING|ROW|SORT|STORAGE|UNIQUE)_KEY$/

const LAST_WORD = /(?:[A-Z]+|[A-Z]?[a-z]+)$/
const PASS = /^(?:admin|basic|db|ftp|http|mail|my|mysql|pg|proxy|redis|root|smtp|ssh|user)?pass$|^t?otp$/

/** Suffixes of a secret name: a number, or an environment. */
export const SUFFIX =
  '(?:[-_.]?v?[0-9]{1,3}|[-_.](?:prod|production|dev|development|test|testing|stage|staging|live|sandbox|local|qa|uat|ci|old|new|backup|primary|secondary|current|previous))'
const SUFFIXES = new RegExp(`${SUFFIX}{1,2}$`, 'i')

/** Names that also denote other things; a value counts as secret if it matches the pattern. */
const BY_LOOK: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/secretid$/, new RegExp(`^${UUID}$`)],
  [/routingkey$/, /^[0-9a-f]{32}$/],
  [/session$/, /^[A-Za-z0-9+/_-]{80,}={0,2}$/],
]

type Answer = 'secret' | 'doubtful' | RegExp | 'harmless'

/** Creates the check; `more` are the names added by the settings. */
export function secretKeys(more: readonly string[]): SecretKeys {
  const added = new Set(more.map(plain))
  const known = new Map<string, Answer>()
  return (key, value) => {
    if (key.length > 100 || isMode(key, value)) return false
    let answer = known.get(key)
    if (answer === undefined) {
      answer = added.has(plain(key)) ? 'secret' : answerOf(key)
      if (known.size < 5000) known.set(key, answer)
    }
    if (answer instanceof RegExp) return value === undefined || answer.test(textOfJson(value))
    return answer === 'secret' || (answer === 'doubtful' && isCredential(value))
  }
}

/** Whether even a number is secret: passwords and codes, and tokens with too many digits to be a count. */
export function holdsSecretNumber(key: string, number: number): boolean {
  const name = plain(key.replace(SUFFIXES, ''))
  if (/(?:password|passwd|passcode|secret|pwd|otp)$/.test(name)) return true
  return number >= 10_000 && /^(?:access|api|auth|refresh|session)?token$|pass$|apikey$/.test(name)
}

function answerOf(key: string): Answer {
  if (key === 'PWD') return 'harmless'
  const bare = key.replace(SUFFIXES, '')
  return bare === key ? answerTo(key) : firm(answerTo(key), answerTo(bare))
}

function firm(whole: Answer, bare: Answer): Answer {
  return whole === 'harmless' ? bare : whole
}

function answerTo(key: string): Answer {
  const name = plain(key)
  if (HARMLESS.has(name)) return 'harmless'
  if (SECRET_END.test(name) || SESSION.test(key)) return 'secret'
  if (VARIABLE.test(key) && !HARMLESS_VARIABLE.test(key)) return 'secret'
  const last = LAST_WORD.exec(key)?.[0].toLowerCase() ?? ''
  if (PASS.test(last)) return 'secret'
  if (last === 'auth' || last === 'pw' || last === 'pword') return 'doubtful'
  const look = BY_LOOK.find(([names]) => names.test(name))
  if (look !== undefined) return look[1]
  return foreignAnswer(key) ?? 'harmless'
}

// A mode of the Fetch API: `credentials: 'include'`.
function isMode(key: string, value: unknown): boolean {
  return key === 'credentials' && /^(?:include|omit|same-origin)$/.test(textOfJson(value))
}

// `auth` may hold the credential itself, a user and a password, or the name of an authentication method.
function isCredential(value: unknown): boolean {
  if (value === undefined || Array.isArray(value)) return true
  return (
    typeof value === 'string' &&
    value.length >= 8 &&
    !/\s|^\w{1,12}:\/\//.test(value) &&
    /[0-9:=]|[a-z][A-Z]/.test(value)
  )
}

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
