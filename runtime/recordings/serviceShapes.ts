// Shapes of tokens of messaging, monitoring, payment and other services, and of
// generic tokens. Every pattern is bounded in length.

import { maskRuns, maskToken } from './mask.ts'
import { alnum, base64, DIGIT, ENDS, hex, MIXED, type Shape, shape, UUID, word } from './shape.ts'

const MESSAGES: readonly Shape[] = [
  shape('xox[abcdeoprs](?:\\.xox[bp])?-', '[A-Za-z0-9+/=%-]{10,255}', maskRuns),
  shape('xapp-\\d-', '[A-Za-z0-9-]{10,255}', maskRuns),
  shape('hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/', '[A-Za-z0-9/_-]{10,255}', maskRuns),
  shape('discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/\\d{5,25}/', word(20, 255)),
  shape(
    'webhook\\.office\\.com/webhookb2/|outlook\\.office(?:365)?\\.com/webhook/',
    '[\\w@/-]{20,255}',
    maskRuns,
    'wo',
  ),
  shape('hooks\\.zapier\\.com/hooks/catch/', '[A-Za-z0-9/]{8,64}', maskRuns),
  shape(
    '(?:open|www)\\.(?:feishu|larksuite)\\.c(?:n|om)/open-apis/bot/(?:v2/)?hook/',
    '[\\w-]{20,64}',
    maskRuns,
    'ow',
  ),
  shape('qyapi\\.weixin\\.qq\\.com/cgi-bin/webhook/send\\?key=', '[\\w-]{20,64}', maskRuns),
  shape('maker\\.ifttt\\.com/(?:use/|trigger/[^/\\s"\'<>]{1,128}/(?:json/)?with/key/)', word(10, 128)),
  shape('hook\\.(?:[a-z]{2}\\d\\.)?(?:make|integromat)\\.com/', '[a-z0-9]{20,64}'),
  shape(
    '[MNO](?=[\\w-]{23,28}\\.[\\w-]{6}\\.[\\w-]{0,38}\\d)',
    '[\\w-]{23,28}\\.[\\w-]{6}\\.[\\w-]{27,40}',
    maskRuns,
    'MNO',
  ),
  shape('(?:bot)?\\d{8,10}:', `[\\w-]{35}(?![\\w-])`, maskToken, 'b0123456789'),
  shape('SK', hex(32)),
  shape('SG\\.', '[\\w-]{16,64}\\.[\\w-]{16,128}'),
  shape('key-', hex(32)),
  shape(
    '(?=[0-9a-f]{32}(?:-us\\d|-[0-9a-f]{8}-[0-9a-f]{8}(?![\\w-])|[0-9a-fF]{4}NRAL))',
    '[0-9a-f]{32}[0-9a-fF]{0,4}(?:-us\\d{1,2}|-[0-9a-f]{8}-[0-9a-f]{8}|NRAL)',
    maskRuns,
    '0123456789abcdef',
  ),
  shape('md-', `${MIXED}${word(22, 22)}(?![\\w-])`),
  shape('re_', `${DIGIT}[A-Za-z0-9]{8}_[A-Za-z0-9]{20,28}${ENDS}`, maskRuns),
  shape('x(?:keys|smtps)ib-', '[0-9a-f]{64}-[A-Za-z0-9]{16}', maskRuns),
  shape('pat-[a-z]{2}\\d-', UUID, maskRuns),
  shape('dG9rO', `${base64(40, 128)}`),
  shape(
    'pk_(?=[0-9a-f]{34}(?!\\w)|\\d{6,10}_[A-Z0-9]{32})',
    '(?:[0-9a-f]{34}|\\d{6,10}_[A-Z0-9]{32})',
    maskRuns,
  ),
  shape('syt_', '[A-Za-z0-9+/=]{2,64}_[A-Za-z0-9]{20}_[A-Za-z0-9]{6}', maskRuns),
  shape('mlsn\\.', '[0-9a-f]{64}'),
  shape('cal_(?:live_)?', hex(32)),
  shape('n8n_api_', '[\\w.-]{30,512}'),
  shape('KEY(?=[0-9A-F]{32}_)', '[0-9A-F]{32}_[A-Za-z0-9]{22}', maskRuns),
  shape('oauth:', `${DIGIT}[a-z0-9]{30}${ENDS}`),
]

const WATCHERS: readonly Shape[] = [
  shape('sntryu_', '[0-9a-f]{64}'),
  shape('sntrys_', '[A-Za-z0-9+/=_-]{40,1024}'),
  shape('dda(?:pp|pi)_', `${MIXED}${alnum(32, 40)}${ENDS}`),
  shape('NRAK-', `[A-Z0-9]{20,40}`),
  shape('NR(?:II|IQ)-', word(24, 48)),
  shape('NR(?:JS|RA)-', '[0-9a-f]{16,48}'),
  shape('glsa_', '[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}', maskRuns),
  shape('glc_', base64(32, 1024)),
  shape('eyJ[ak]Ijoi', base64(60, 512)),
  shape('dt0[a-z]\\d\\d\\.', '[A-Z0-9]{6,28}\\.[A-Z0-9]{60,68}', maskRuns),
  shape('hc[abx][ilm]k_', '[a-z0-9]{40,80}'),
  shape('xa[ap]t-', UUID, maskRuns),
  shape('ph[xs]_', `${MIXED}${alnum(36, 64)}${ENDS}`),
  shape('(?:sdk|api)-', `${UUID}(?![\\w-])`, maskRuns, 'sa'),
]

const MONEY: readonly Shape[] = [
  shape('(?:sk|rk)_(?:live|test|prod)_', alnum(10, 255), maskToken, 'sr'),
  shape('sk_', hex(48)),
  shape('whsec_', '[A-Za-z0-9+/=]{16,255}'),
  shape('EAAA', `${MIXED}${word(56, 70)}${ENDS}`),
  shape('sq0[a-z]{3}-', word(20, 64)),
  shape('access_token\\$(?:production|sandbox)\\$', '[a-z0-9]{16}\\$[0-9a-f]{32}', maskRuns),
  shape('rzp_(?:live|test)_', `${DIGIT}${alnum(14, 20)}`),
  shape('FLWSECK(?:_TEST)?-', '[0-9a-zA-Z]{12,40}(?:-X)?'),
  shape('AQE', '[A-Za-z0-9+/=]{60,200}-[A-Za-z0-9+/]{40,50}={0,2}-[^\\s"\'\\\\]{8,40}', maskRuns),
  shape('access-(?:sandbox|production|development)-', UUID, maskRuns),
  shape('shp(?:at|ca|pa|ss|tka)_', '[a-fA-F0-9]{32,64}'),
  shape('live_', `(?:[0-9a-f]{35}|${MIXED}[\\w-]{30,48})${ENDS}`),
  shape('secret-(?:(?:live|test)-)?', `${MIXED}[A-Za-z0-9_-]{35,48}=?${ENDS}`),
  // Seeds of NATS and Stellar, in base32.
  shape('S', `(?=[A-Z]{0,40}[2-7])[A-Z2-7]{55}(?:[A-Z2-7]{2})?${ENDS}`),
  shape('nsec1', `[02-9ac-hj-np-z]{58}${ENDS}`),
  shape('duffel_(?:test|live)_', word(40, 50)),
  shape('EZ[AT]K', alnum(54, 54)),
  shape('shippo_(?:live|test)_', '[0-9a-f]{40}'),
  shape('pdl_(?:live|sdbx)_apikey_', '[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}', maskRuns),
  shape('polar_[a-z]{2,4}_', word(30, 80)),
  shape('fio-u-', word(60, 68)),
  shape('5(?=[1-9A-HJ-NP-Za-km-z]{50}(?![A-Za-z0-9+/=]))', `${MIXED}[1-9A-HJ-NP-Za-km-z]{50}`),
  shape(
    '[KL](?=[1-9A-HJ-NP-Za-km-z]{51}(?![A-Za-z0-9+/=]))',
    `(?=(?:[A-Za-z]{0,30}\\d){3})[1-9A-HJ-NP-Za-km-z]{51}`,
    maskToken,
    'KL',
  ),
  shape('[xyzt]prv', '[1-9A-HJ-NP-Za-km-z]{100,112}', maskToken, 'xyzt'),
]

const SERVICES: readonly Shape[] = [
  shape('secret_', `${MIXED}${alnum(43, 43)}${ENDS}`),
  shape('sgp_', `${MIXED}${alnum(64, 64)}${ENDS}`),
  shape('amzn\\.mws\\.', UUID, maskRuns),
  shape('ntn_', `${DIGIT}${alnum(36, 60)}`),
  shape('lin_(?:api|oauth)_', alnum(20, 255)),
  shape('pat(?=[A-Za-z0-9]{14}\\.[0-9a-f]{64})', '[A-Za-z0-9]{14}\\.[0-9a-f]{64}', maskRuns),
  shape('[12]/(?:\\d{6,20}/){0,2}\\d{6,20}:', hex(32), maskToken, '12'),
  shape('fig[duro]_', word(32, 80)),
  shape('sl\\.(?:u\\.)?', `${DIGIT}${word(100, 2048)}`),
  shape('CFPAT-', word(40, 64)),
  shape('tfp_', `${DIGIT}${word(40, 80)}`),
  shape('sk(?=[A-Za-z0-9]{80})', `${MIXED}${alnum(80, 255)}${ENDS}`),
  shape('y[0-3]_', `${MIXED}${word(50, 64)}`),
  shape('vk1\\.a\\.', word(60, 512)),
  shape('sk\\.eyJ', '[\\w-]{40,255}\\.[\\w-]{20,64}', maskRuns),
  shape('EAA', `${MIXED}${alnum(60, 512)}`),
  shape('IG(?:QV|AA)', `${MIXED}${word(60, 512)}`),
  shape('A{20,24}(?=[A-Za-z0-9]{8,60}%)', '[A-Za-z0-9]{8,60}%(?:25)?[23][BDF][A-Za-z0-9%]{20,100}'),
  shape('rnd_', `${MIXED}${alnum(24, 40)}${ENDS}`),
  shape('ctx7sk-', UUID, maskRuns),
  // `{"auths":`, the logins of a registry.
  shape('eyJhdXRocyI6|ewogICJhdXRocy|ewoJImF1dGhzI', base64(20, 4096), maskToken, 'e'),
  shape('p8e-', `[a-z0-9]{32}${ENDS}`),
  shape('aio_', `${MIXED}${alnum(28, 28)}${ENDS}`),
  shape(
    '(?:sc|ext|scauth|authress)_(?=[a-z0-9]{5,30}\\.)',
    '[a-z0-9]{5,30}\\.[a-z0-9]{4,6}\\.acc[_-][a-z0-9-]{10,32}\\.[A-Za-z0-9+/_=-]{30,120}',
    maskRuns,
    'sea',
  ),
  shape(
    '(?:(?<![\\w-])|(?<=\\\\[nrtbf]|%[0-9A-F]{2}))eyJ',
    '[\\w-]{8,}\\.[\\w-]*\\.[\\w-]*(?:\\.[\\w-]+){0,2}',
    maskJwt,
    'e',
  ),
]

/** All shapes, in the order in which they are tried. */
export const SERVICE_SHAPES: readonly Shape[] = [...MESSAGES, ...WATCHERS, ...MONEY, ...SERVICES]

// The first two parts of a JWT are JSON; their common start is kept.
function maskJwt(rest: string): string {
  return rest
    .split('.')
    .map((part, i) =>
      i === 1 && part.startsWith('eyJ') ? `eyJ${maskToken(part.slice(3))}` : maskToken(part),
    )
    .join('.')
}
