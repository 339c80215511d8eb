// Names of secrets in other languages than English: `passwort`, `mot_de_passe`, `contraseña`. Knows names only; a word that
// means something else besides (`clave`, `parola`) names a secret where its value looks like one.

/** Whole, or as the end of a longer name. */
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
/** Only as a word of its own: as an ending they belong to other words (`resenha`). */
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
/** Words with other meanings, too. */
const DOUBTFUL = ['clave', 'parole', 'parol[aă]']

const ALL = [...ANYWHERE, ...WORDS, ...DOUBTFUL].join('|')
const anywhere = new RegExp(`(?:${ANYWHERE.join('|')})$`, 'iu')
const words = new RegExp(`^(?:${WORDS.join('|')})$`, 'iu')
const doubtful = new RegExp(`^(?:${DOUBTFUL.join('|')})$`, 'iu')
// A word begins behind what is no letter, or with a capital in the middle of a name.
const LAST = /(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u

/** Whether a name says in another language that its value is secret; undefined where it does not. */
export function foreignAnswer(name: string): 'secret' | 'doubtful' | undefined {
  if (anywhere.test(name)) return 'secret'
  const last = LAST.exec(name)?.[0] ?? ''
  if (words.test(last)) return 'secret'
  return doubtful.test(last) ? 'doubtful' : undefined
}

const spoken = new RegExp(ALL, 'i')
/** Longer texts are not kept for it. */
const REMEMBERED = 100_000
let last = { text: '', spoken: false }

/** Whether a text speaks of a secret in another language; several ask the same of one text. */
export function namesForeign(text: string): boolean {
  if (text.length > REMEMBERED) return spoken.test(text)
  if (last.text !== text) last = { text, spoken: spoken.test(text) }
  return last.spoken
}

/** Such a name where a value may follow. */
export const foreignName = (suffix: string) => new RegExp(`(?:${ALL})${suffix}(?=[\\\\"'\`\\]\\s:=])`, 'gi')
