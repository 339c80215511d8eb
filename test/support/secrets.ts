// Invented secrets of every shape that redaction knows, assembled at run time, so that no secret scanner reports this
// repository.

const BASE62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Pseudo-random text over an alphabet; the same for the same seed. */
export function body(length: number, seed: number, alphabet: string = BASE62): string {
  let state = seed * 2_654_435_761 + 12_345
  let text = ''
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    text += alphabet.charAt(Math.floor((state / 2_147_483_648) * alphabet.length))
  }
  return text
}

const hex = '0123456789abcdef'
const digits = '0123456789'
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const url = `${BASE62}-_`

/** Shape -> a secret that is recognizable by itself, wherever it is. */
export const tokens: Readonly<Record<string, string>> = {
  'GitHub personal': `ghp_${body(36, 1)}`,
  'GitHub OAuth': `gho_${body(36, 2)}`,
  'GitHub server': `ghs_${body(36, 3)}`,
  'GitHub refresh': `ghr_${body(76, 4)}`,
  'GitHub fine-grained': `github_pat_${body(22, 5)}_${body(59, 6)}`,
  GitLab: `glpat-${body(20, 7)}`,
  'AWS key id': `AKIA${body(16, 8, upper)}`,
  'AWS temporary key id': `ASIA${body(16, 9, upper)}`,
  'Slack bot': `xoxb-${body(12, 10, digits)}-${body(13, 11, digits)}-${body(24, 12)}`,
  'Slack user': `xoxp-${body(12, 13, digits)}-${body(12, 14, digits)}-${body(12, 15, digits)}-${body(32, 16, hex)}`,
  'Slack app': `xapp-1-A${body(10, 17, upper)}-${body(13, 18, digits)}-${body(64, 19, hex)}`,
  'Slack webhook': `https://hooks.slack.com/services/T${body(8, 20, upper)}/B${body(8, 21, upper)}/${body(24, 22)}`,
  'Stripe live': `sk_live_${body(24, 23)}`,
  'Stripe restricted': `rk_test_${body(99, 24)}`,
  'Stripe webhook': `whsec_${body(32, 25)}`,
  'Google API key': `AIza${body(35, 26, url)}`,
  'Google OAuth': `ya29.${body(120, 27, url)}`,
  'Google client secret': `GOCSPX-${body(28, 28, url)}`,
  OpenAI: `sk-${body(20, 29)}T3BlbkFJ${body(20, 30)}`,
  'OpenAI project': `sk-proj-${body(74, 31, url)}`,
  Anthropic: `sk-ant-api03-${body(93, 32, url)}AA`,
  npm: `npm_${body(36, 33)}`,
  PyPI: `pypi-AgEIcHlwaS5vcmc${body(120, 34, url)}`,
  'Hugging Face': `hf_${body(34, 35)}`,
  SendGrid: `SG.${body(22, 36, url)}.${body(43, 37, url)}`,
  DigitalOcean: `dop_v1_${body(64, 38, hex)}`,
  Shopify: `shpat_${body(32, 39, hex)}`,
  'Telegram bot': `${body(10, 48, digits)}:AA${body(33, 49, url)}`,
  'Discord webhook': `https://discord.com/api/webhooks/${body(18, 50, digits)}/${body(68, 51, url)}`,
  Vault: `hvs.${body(95, 52, url)}`,
  Doppler: `dp.st.dev.${body(43, 53)}`,
  Linear: `lin_api_${body(40, 54)}`,
  Groq: `gsk_${body(52, 55)}`,
  xAI: `xai-${body(80, 56)}`,
  'Docker Hub': `dckr_pat_${body(27, 57, url)}`,
  JWT: `eyJ${body(33, 40, url)}.eyJ${body(120, 41, url)}.${body(43, 42, url)}`,
  PEM: `-----BEGIN RSA PRIVATE KEY-----\n${body(64, 43)}\n${body(64, 44)}\n${body(20, 45)}==\n-----END RSA PRIVATE KEY-----`,
  PGP: `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1\n\n${body(64, 58)}\n${body(20, 59)}\n=${body(4, 60)}\n-----END PGP PRIVATE KEY BLOCK-----`,
  'PEM without an end': `-----BEGIN PRIVATE KEY-----\n${body(64, 46)}\n${body(64, 47)}`,
}

/** The part of a secret that must not appear anywhere: its longest run of letters and digits. */
export function core(secret: string): string {
  const runs = secret.replaceAll(/-----[A-Z ]+-----/g, ' ').match(/[A-Za-z0-9]{12,}/g) ?? []
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '')
}
