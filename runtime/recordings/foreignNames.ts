// Secret names in languages other than English: `passwort`, `mot_de_passe`, `contraseña`. Matches names only; words
// with other meanings (`clave`, `parola`) count as secret only if the value looks like one.

/** As a whole name, or at the end of a longer name. */
const ANYWHERE = [
  'passwort',
  'kennwort',
  'mot[-_. ]?de[-_. ]?passe',
  'contrase(?:ñ|n|ny)a',
  'wachtwoord',
  'l(?:ö|o)senord',
  'adgangskode',
  'salas(?:a|õ|o)na',
  'slapta(?:ž|z)odis',
  'пароль',
  '密[码碼]',
  'パスワード',
  '비밀번호',
  'κωδικ(?:ός|ος)',
  'kata[-_ ]?sandi',
  'm(?:ậ|a)t[-_ ]?kh(?:ẩ|a)u',
]
/** Only as a separate word, because other words end the same way (`resenha`). */
const WORDS = [
  'senha',
  'has(?:ł|l)o',
  'passord',
  'heslo',
  'geslo',
  'jelsz(?:ó|o)',
  '(?:ş|s)ifre(?:si)?',
  'lozinka',
  'zaporka',
]
/** Words that also have other meanings. */
const DOUBTFUL = ['clave', 'parole', 'parol[aă]']

const ALL = [...ANYWHERE, ...WORDS, ...DOUBTFUL].join('|')
const anywhere = new RegExp(`(?:${ANYWHERE.join('|')})$`, 'iu')
const words = new RegExp(`^(?:${WORDS.join('|')})$`, 'iu')
const doubtful = new RegExp(`^(?:${DOUBTFUL.join('|')})$`, 'iu')
// A word starts after a non-letter, or with a capital letter within a name.
const LAST = /(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u

/** Whether a name in another language denotes a secret; undefined if it does not. */
export function foreignAnswer(name: string): 'secret' | 'doubtful' | undefined {
  if (anywhere.test(name)) return 'secret'
  const last = LAST.exec(name)?.[0] ?? ''
  if (words.test(last)) return 'secret'
  return doubtful.test(last) ? 'doubtful' : undefined
}

const spoken = new RegExp(ALL, 'i')
/** Longest text for which the result is cached, in characters. */
const REMEMBERED = 100_000
let last = { text: '', spoken: false }

/** Whether a text contains a secret name in another language. Cached, because several callers check the same text. */
export function namesForeign(text: string): boolean {
  if (text.length > REMEMBERED) return spoken.test(text)
  if (last.text !== text) last = { text, spoken: spoken.test(text) }
  return last.spoken
}

/** Matches such a name where a value may follow. */
export const foreignName = (suffix: string) => new RegExp(`(?:${ALL})${suffix}(?=[\\\\"'\`\\]\\s:=])`, 'gi')
