// Finds secrets in text by their shape and masks them: provider tokens, JWTs, credentials in URLs.
// Every pattern is linear: anchored on a rare literal, with bounded or self-delimiting runs.
// Names in front of a value are for assignments.ts, private keys for pem.ts.

import { isTokenLike, maskPlain, maskRuns, maskToken } from './mask.ts'
import { isKey, maskKeys } from './pem.ts'

type Shape = { readonly match: string; readonly prefix: RegExp; readonly mask: (body: string) => string }

// Not inside a word; `\n` and its kin in escaped text end a word too. Written behind the literal, where it is cheap.
const starts = (literal: string, inside = 'A-Za-z0-9_') =>
  `${literal}(?<=(?:^|[^${inside}]|\\\\[nrtbf])${literal})`

const SHAPES: readonly Shape[] = [
  shape('gh[opsur]_[A-Za-z0-9]{20,255}', /^gh[opsur]_/),
  shape('github_pat_[A-Za-z0-9_]{20,255}', /^github_pat_/),
  shape('glpat-[\\w-]{16,255}', /^glpat-/),
  shape(`${starts('A(?:KI|SI|BI|CC)A')}[A-Z0-9]{16}(?![A-Za-z0-9])`, /^A(?:KI|SI|BI|CC)A/),
  shape('xox[abceoprs]-[A-Za-z0-9-]{10,255}', /^xox[abceoprs]-/, maskRuns),
  shape('xapp-\\d-[A-Za-z0-9-]{10,255}', /^xapp-\d-/, maskRuns),
  shape(
    'hooks\\.slack\\.com/(?:services|workflows)/[A-Za-z0-9/_-]{10,255}',
    /^hooks\.slack\.com\/\w+\//,
    maskRuns,
  ),
  shape('(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,255}', /^[sr]k_(?:live|test)_/),
  shape('whsec_[A-Za-z0-9+/=]{16,255}', /^whsec_/),
  shape('AIza[\\w-]{35}', /^AIza/),
  shape('ya29\\.[\\w-]{20,2048}', /^ya29\./),
  shape('GOCSPX-[\\w-]{20,255}', /^GOCSPX-/),
  shape(`${starts('sk-')}(?:ant|proj|svcacct|admin|or)-[\\w-]{16,512}`, /^sk-[a-z]+-(?:[a-z]+\d\d-)?/),
  shape(`${starts('sk-')}(?=[A-Za-z0-9]{0,60}[0-9])[A-Za-z0-9]{20,255}`, /^sk-/),
  shape(`${starts('npm_')}[A-Za-z0-9]{36,255}`, /^npm_/),
  shape('pypi-[\\w-]{32,512}', /^pypi-/),
  shape(`${starts('hf_')}[A-Za-z0-9]{30,255}`, /^hf_/),
  shape(`${starts('SG\\.')}[\\w-]{16,64}\\.[\\w-]{16,128}`, /^SG\./),
  shape('dop_v1_[a-f0-9]{64}', /^dop_v1_/),
  shape('shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}', /^shp\w\w_/),
  shape(`${starts('gsk_')}[A-Za-z0-9]{20,255}`, /^gsk_/),
  shape(`${starts('xai-')}[A-Za-z0-9]{20,255}`, /^xai-/),
  shape('lin_(?:api|oauth)_[A-Za-z0-9]{20,255}', /^lin_[a-z]+_/),
  shape('AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{20,4096}', /^AGE-SECRET-KEY-(?:PQ-)?1/),
  shape('dckr_pat_[\\w-]{20,255}', /^dckr_pat_/),
  shape(`${starts('hv[sbr]\\.')}[\\w-]{20,512}`, /^hv[sbr]\./),
  shape(
    `${starts('dp\\.')}(?:st|pt|ct|sa|scim|audit)\\.[\\w.-]{20,255}`,
    /^dp\.[a-z]+\.(?:[a-z0-9_-]{1,32}\.)?/,
  ),
  shape('discord(?:app)?\\.com/api/webhooks/[0-9]{5,25}/[\\w-]{20,255}', /^[a-z.]+\/api\/webhooks\/\d+\//),
  // A Telegram bot: its number, a colon, 35 characters.
  shape(':(?<=(?:^|[^0-9A-Za-z]|bot|\\\\[nrtbf])[0-9]{8,10}:)[\\w-]{35}(?![\\w-])', /^:/),
  shape(`${starts('eyJ', '\\w-')}[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*`, /^eyJ/, maskJwt),
]

const TOKEN = new RegExp(SHAPES.map(({ match }) => `(${match})`).join('|'), 'g')
const WHOLE = new RegExp(`^(?:${SHAPES.map(({ match }) => match).join('|')})$`)

// Something here is worth a closer look: one cheap pass over most texts instead of five. Cheap while few characters
// begin an alternative, so `lin_api_` shows by its middle and `otp` by its end.
const MAYBE =
  /gh[opsur]_|github_pat_|glpat-|AKIA|ASIA|ABIA|ACCA|xox|xapp-|hooks\.slack|[sr]k_|whsec_|AIza|ya29|GOCSPX|sk-|npm_|pypi-|eyJ|-----BEGIN|:\/\/|hf_|SG\.|dop_v1|shp|[Tt][Oo][Kk][Ee][Nn]|[Ss][Ee][Cc][Rr]|[Pp][Aa][Ss][Ss]|[Pp][Ww][Dd]|[Kk][Ee][Yy]|[Aa][Uu][Tt][Hh]|[Cc][Oo][Oo][Kk]|[Cc][Rr][Ee][Dd]|[Bb][Ee][Aa][Rr]|[Bb][Aa][Ss][Ii][Cc]|[Jj][Ww][Tt]| -[apu]| --user|gsk_|xai-|_(?:api|oauth)_|dckr_|hv[sbr]\.|dp\.|discord|:[\w-]{35}|[Tt][Pp](?![A-Za-z]|:\/)|[Ss][Ii][Dd]|sessionid|SESSIONID|PAT|[Ss]ig(?:nature)?=/

/** False when a text can hold no secret that this room knows. */
export function maybeSecret(text: string): boolean {
  return text.length >= 8 && MAYBE.test(text)
}

/** Masks every secret that shows by its shape. */
export function maskShapes(text: string): string {
  return maskSchemes(maskTokens(maskUrls(text)))
}

/** Masks the value of something that is known to be secret; scheme and token prefix stay. */
export function maskValue(value: string): string {
  const scheme = /^(?:bearer|basic|token|digest|apikey)\s{1,8}(?=\S)/i.exec(value)?.[0] ?? ''
  const body = value.slice(scheme.length)
  if (isKey(body)) return scheme + maskKeys(body)
  if (WHOLE.test(body)) return scheme + maskTokens(body)
  return scheme + (isTokenLike(body) ? maskToken(body) : maskPlain(body))
}

function maskTokens(text: string): string {
  return text.replace(TOKEN, (token, ...groups) => {
    const found = SHAPES[groups.findIndex((group) => group !== undefined)] as Shape
    const prefix = found.prefix.exec(token)?.[0] ?? ''
    return prefix + found.mask(token.slice(prefix.length))
  })
}

function maskUrls(text: string): string {
  if (!text.includes('://')) return text
  return text
    .replace(
      /(:\/\/[^\s:/@"'`<>\\]{0,256}:)([^\s/@"'`<>\\]{1,512})(?=@)/g,
      (whole, before: string, secret: string) => (isReference(secret) ? whole : before + maskValue(secret)),
    )
    .replace(
      /(:\/\/)([\w-]{16,512})(?=(?::[^\s/@"'`<>\\]{0,256})?@)/g,
      (whole, before: string, user: string) => (isTokenLike(user) ? before + maskValue(user) : whole),
    )
}

function maskSchemes(text: string): string {
  return text.replace(
    /\b((?:bearer|basic) {1,4})([\w\-.~+/=]{8,4096})/gi,
    (whole, scheme: string, secret: string) =>
      /[0-9]|[a-z][A-Z]|=$/.test(secret) ? scheme + maskValue(secret) : whole,
  )
}

// The first two parts of a JWT are JSON, and so begin as they begin.
function maskJwt(rest: string): string {
  return rest
    .split('.')
    .map((part, i) =>
      i === 1 && part.startsWith('eyJ') ? `eyJ${maskToken(part.slice(3))}` : maskToken(part),
    )
    .join('.')
}

/** True for a value that only says where the secret is: `$TOKEN`, `${TOKEN}`, `<token>`, `{{ token }}`. */
export function isReference(value: string): boolean {
  return /^(?:\$\{?\w{1,100}\}?|\$\(.{0,200}|<[^>]{0,100}>|\{\{.{0,100}\}\}|%\w{1,100}%)$/.test(value)
}

function shape(match: string, prefix: RegExp, mask: (body: string) => string = maskToken): Shape {
  return { match, prefix, mask }
}
