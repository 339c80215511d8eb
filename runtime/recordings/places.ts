// Finds secrets in text by their position: options of well-known commands, URL
// parameters, markup. assignments.ts handles values after a name.

import { formValues } from './forms.ts'
import type { SecretKeys } from './keys.ts'
import { isTokenLike } from './mask.ts'
import { isReference } from './secrets.ts'
import { argumentAt, type TextSpan } from './spans.ts'

type Command = { readonly command: RegExp; readonly option: RegExp }

// An option's match ends where its value starts.
const COMMANDS: readonly Command[] = [
  { command: /\b(?:mysql|mariadb)[\w-]*/, option: / -p(?=[^\s-])/ },
  { command: /\bsshpass\b/, option: / -p ?(?=\S)/ },
  {
    command: /\b(?:docker|podman|nerdctl|helm|crane|az|oc|skopeo|cf)\b.* login\b/,
    option: / -p[ =]?(?=[^\s-])/,
  },
  { command: /\bredis-cli\b/, option: / -a (?=\S)/ },
  { command: /\bzip\b/, option: / -P ?(?=[^\s-])/ },
  { command: /\b(?:7z\w?|unrar|rar)\b/, option: / -p(?=[^\s-])/ },
  { command: /\bopenssl\b/, option: / -pass(?:in|out)? pass:(?=\S)/ },
  { command: /\bopenssl enc\b/, option: / -[kK] (?=[^\s-])/ },
  { command: /\bcurl\b/, option: / -b ?\\{0,3}["']?[\w.-]{1,64}=(?=[^\s;"'\\]{16})/ },
  { command: /\blftp\b/, option: / -u ?["']?[^\s,"']{1,64},(?=\S)/ },
  { command: /\bunzip\b/, option: / -P (?=[^\s-])/ },
  { command: /\b(?:keytool|jarsigner)\b/, option: / -(?:store|key)pass (?=[^\s-])/ },
  { command: /\bldap(?:search|add|modify|delete|passwd)\b/, option: / -w (?=[^\s-])/ },
  { command: /\b(?:smbclient|rpcclient|winexe|smbmap)\b/, option: / -U ?["']?[^\s%"']{1,64}%(?=\S)/ },
  { command: /\b(?:https?|xh)\b/, option: / (?:-a|--auth)[ =]["']?[^\s:"']{1,64}:(?=\S)/ },
  { command: /\b(?:sqlcmd|bcp|osql)\b/, option: / -P ?(?=[^\s-])/ },
  { command: /\b(?:mongo|mongosh|mongodump|mongorestore)\b/, option: / -p ?(?=[^\s-])/ },
  {
    command: /\b(?:kubectl|oc)\b.* secret\b/,
    option: / --from-literal[= ]\\{0,3}["']?[\w.-]{1,64}=(?=[^\s$])/,
  },
  { command: /\bcloudflared\b/, option: / service install (?=\S)/ },
  {
    command: /\bvault\b/,
    option: / (?:unseal|rekey|generate-root)(?: -[\w=-]{1,64})* (?=[A-Za-z0-9+/=]{32})/,
  },
  { command: /\bb2\b/, option: / authorize(?:[-_]account)? \w{12,32} (?=\S)/ },
  { command: /\bx?freerdp3?\b/, option: / \/p:(?=\S)/ },
  { command: /\b(?:ipmitool|mosquitto_\w+)\b/, option: / -P (?=[^\s-])/ },
  { command: /\b(?:cqlsh|cypher-shell|twine|psexec)\b/, option: / -p ?(?=[^\s-])/ },
  { command: /\bsecurity\b.* unlock-keychain\b/, option: / -p ?(?=[^\s-])/ },
  { command: /\b(?:signtool|schtasks|wmic)\b/, option: / \/(?:p|rp|password)[ :](?=[^\s/])/ },
  { command: /\brabbitmqctl\b/, option: / (?:add_user|change_password) [\w.-]{1,64} (?=\S)/ },
  { command: /\bpoetry config\b/, option: / http-basic\.[\w.-]{1,64} [^\s]{1,64} (?=\S)/ },
  { command: /\b(?:doctl auth|vercel|netlify)\b/, option: / -t (?=[\w-]{20})/ },
  { command: /\bgem push\b/, option: / --key[ =](?=[\w-]{16})/ },
  { command: /\bsonar-scanner\b/, option: / -Dsonar\.login=(?=\S)/ },
  { command: /\bactivate-refresh-token\b/, option: / [^\s]{1,64} (?=\S)/ },
  { command: /\bsqlplus\b/, option: / \\{0,3}["']?\w{1,64}\/(?=[^\s@"'\\]{1,128}@)/ },
  { command: /\b(?:wandb|snyk)\b/, option: / (?:login|auth)(?: --?[\w=-]{1,64})* (?=[0-9a-f-]{36,40}\b)/ },
  { command: /\bcodecov\b/, option: / -t[ =]?(?=[\w-]{16})/ },
  { command: /\buser(?:add|mod)\b/, option: / -p ?(?=[^\s-])/ },
  { command: /\bsnmp\w+\b.* -v ?3\b/, option: / -[AX] ?(?=[^\s-]{6})/ },
  { command: /\brclone\b/, option: / pass[ =](?=[^\s=-]{6})/ },
  { command: /\b(?:https?|xh)\b.* (?:-A|--auth-type)[ =]bearer\b/, option: / (?:-a|--auth)[ =](?=[^\s-])/ },
  { command: /\bgh\b.* secret set\b/, option: / (?:--body[ =]|-b[ =]?)(?=\S)/ },
  { command: /\baws\b.* secretsmanager\b/, option: / --secret-(?:string|binary)[ =](?=\S)/ },
  { command: /\baws\b.* put-parameter\b(?=.*SecureString)/, option: / --value[ =](?=\S)/ },
  { command: /\baz\b.* keyvault secret set\b/, option: / --value[ =](?=\S)/ },
  { command: /\b(?:vncpasswd|htpasswd)\b/, option: / -\w*b\w* \S{1,128} \S{1,64} (?=\S)/ },
]

const SOME_OPTION =
  / (?:-(?:[paPwUkKbutAX]|-auth|-from-literal|-key|Dsonar|-body|-value|-secret-|(?:store|key)pass|\w*b)|\/(?:p|rp|password)[ :]|service install|unseal|rekey|generate-root|authorize|login |auth |add_user|change_password|http-basic|pass[ =]|["'\\]*\w{1,64}\/[^\s@]{1,128}@)/

// A command with its arguments, up to the next command; matched as a whole, so that no text is scanned twice.
const LINE =
  /\b(?:mysql[\w-]*|mariadb[\w-]*|sshpass|redis-cli|docker|podman|nerdctl|helm|crane|az|oc|skopeo|openssl|zip|unzip|7z\w?|unrar|rar|keytool|jarsigner|ldap(?:search|add|modify|delete|passwd)|smbclient|rpcclient|winexe|smbmap|https?|xh|curl|lftp|sqlcmd|bcp|osql|mongo\w*|htpasswd|kubectl|cloudflared|vault|b2|x?freerdp3?|ipmitool|mosquitto_\w+|sqlplus|wandb|snyk|codecov|cqlsh|cypher-shell|twine|psexec|security|signtool|schtasks|wmic|rabbitmqctl|poetry|doctl|vercel|netlify|gem|sonar-scanner|activate-refresh-token|cf|user(?:add|mod)|snmp\w+|rclone|gh|aws)\b(?= )[^\n|;&]{0,300}/g

/** The values at these positions. */
export function* placedValues(text: string, isSecretKey: SecretKeys): Generator<TextSpan> {
  yield* argumentValues(text)
  yield* settings(text, isSecretKey)
  yield* parameters(text)
  yield* elements(text, isSecretKey)
  yield* pairs(text, isSecretKey)
  yield* logins(text)
  yield* formValues(text, isSecretKey)
}

/** The values of options of well-known commands. */
export function* argumentValues(line: string): Generator<TextSpan> {
  yield* users(line)
  yield* options(line)
}

// `machine host login name password …`, on one or several lines, as in `.netrc`.
function* logins(text: string): Generator<TextSpan> {
  if (!text.includes('login') || !text.includes('password')) return
  for (const match of text.matchAll(LOGIN)) {
    const [whole] = match
    if (!/\blogin\b/.test(whole)) continue
    const named = PASSWORD.exec(whole)
    const end = match.index + (named?.index ?? 0) + (named?.[0].length ?? 0)
    const value = named?.[1] ?? ''
    if (value !== '' && !isReference(value)) yield { start: end - value.length, end }
  }
}

const GAP = '(?:\\s|\\\\[nrt]|(?<=\\n\\s{0,8})\\d{1,6}[\\t→:]){1,24}'
const WORD = '[^\\s\\\\"\'`]{1,256}'
const LOGIN = new RegExp(
  `\\b(?:machine${GAP}${WORD}(?:${GAP}(?:login|account|password)${GAP}${WORD}){2,3}|default${GAP}login${GAP}${WORD}${GAP}password${GAP}${WORD})`,
  'g',
)
const PASSWORD = new RegExp(`(?:\\s|\\\\[nrt])password${GAP}(${WORD})`)

// `-u name:password`; but `-u 1000:1000` is a user and a group id.
function* users(text: string): Generator<TextSpan> {
  if (!text.includes(' -u') && !text.includes(' --user')) return
  for (const match of text.matchAll(
    / (?:-u[ =]?|--user[ =])\\{0,3}["']?(\w[^\s:"'/]{0,127}(?:\/token)?):([^\s"'\\]{3,256})/g,
  )) {
    const [whole, user = '', value = ''] = match
    const end = match.index + whole.length
    if (isReference(value) || value.startsWith('//') || /^\d+:\d+$/.test(`${user}:${value}`)) continue
    yield { start: end - value.length, end }
  }
}

function* options(text: string): Generator<TextSpan> {
  if (!SOME_OPTION.test(text)) return
  for (const { 0: line, index } of text.matchAll(LINE)) {
    for (const { command, option } of COMMANDS) {
      const named = command.exec(line)
      if (named === null) continue
      const from = named.index + named[0].length
      const given = option.exec(line.slice(from))
      if (given === null) continue
      const span = argumentAt(text, index + from + given.index + given[0].length)
      if (span !== undefined && !isReference(text.slice(span.start, span.end))) yield span
    }
  }
}

// `aws configure set aws_secret_access_key …`
function* settings(text: string, isSecretKey: SecretKeys): Generator<TextSpan> {
  if (!text.includes(' set ')) return
  for (const match of text.matchAll(
    /\b(?:config|configure) set (?:[^\s"']{0,128}[:./])?([\w-]{1,64}) (?=\S)/g,
  )) {
    if (!isSecretKey(match[1] ?? '')) continue
    const span = argumentAt(text, match.index + match[0].length)
    if (span !== undefined && !isReference(text.slice(span.start, span.end))) yield span
  }
}

// `?key=` is a secret only if it looks like one: issue trackers and caches have keys, too.
function* parameters(text: string): Generator<TextSpan> {
  if (!text.includes('=') || !(text.includes('?') || text.includes('&'))) return
  for (const match of text.matchAll(
    /[?&](?:key|sig|signature|x-(?:amz|goog)-(?:signature|credential)|code|ticket|sso|otp|hash_?key)=([\w.%+/~-]{16,1024})/gi,
  )) {
    const [whole, value = ''] = match
    const end = match.index + whole.length
    if (isTokenLike(value)) yield { start: end - value.length, end }
  }
}

function* elements(text: string, isSecretKey: SecretKeys): Generator<TextSpan> {
  if (!text.includes('</')) return
  for (const match of text.matchAll(/<([\w:.-]{1,64})(?:\s[^<>]{0,128})?>([^<>\s{][^<>\n]{0,511})(?=<\/)/g)) {
    const [whole, name = '', value = ''] = match
    const end = match.index + whole.length
    if (isSecretKey(name, value) && !isReference(value)) yield { start: end - value.length, end }
  }
  if (!text.includes('name=')) return
  // `<string name="api_secret">…</string>`: values without digits are display texts.
  for (const match of text.matchAll(
    /<\w{1,32}\s[^<>]{0,64}?name=(\\{0,3}["'])([\w.-]{2,64})\1[^<>]{0,64}>([^\s<>{]{6,512})(?=<\/)/g,
  )) {
    const [whole, , name = '', value = ''] = match
    const end = match.index + whole.length
    if (/\d/.test(value) && isSecretKey(name, value) && !isReference(value))
      yield { start: end - value.length, end }
  }
}

// `{"name": "DB_PASS", "value": "…"}` as text.
function* pairs(text: string, isSecretKey: SecretKeys): Generator<TextSpan> {
  if (!/value\\{0,3}["']/i.test(text)) return
  const pair =
    /\b(?:name|key|variable)(\\{0,3}["'])\s{0,4}:\s{0,4}\1([\w.-]{1,64})\1\s{0,4},\s{0,32}\1value\1\s{0,4}:\s{0,4}(?=\1)/gi
  for (const match of text.matchAll(pair)) {
    const span = argumentAt(text, match.index + match[0].length)
    if (span === undefined) continue
    const value = text.slice(span.start, span.end)
    if (isSecretKey(match[2] ?? '', value) && !isReference(value)) yield span
  }
}
