// Texts of everyday work that resemble secrets but are not, one per line.

const LINES = `
wandb login
snyk auth
codecov -f coverage.xml
az keyvault secret show --vault-name shop --name db --query value
aws ssm put-parameter --type String --name /app/theme --value dark
#define PASSWORD_MAX_LENGTH 64
#define TOKEN_STRING "identifier"
#define MSG_PASSWORD "Enter the password:"
const key = process.env.API_KEY || 'missing'
const key = process.env.API_KEY ?? fallbackKey
{:api-key "your-api-key"}
(setq password-cache-expiry 3600)
<string name="password_hint">Enter password</string>
my api key: see the vault
use token bucket12 algorithm
the token is refreshed every 15 minutes
net use Z: \\\\server\\share /persistent:yes
snmpwalk -v2c -c public host
rclone config create remote s3 provider AWS
token := parser.next()
TOKEN ?= default
key += parts[1]
OPENAI_API_KEY=sk-...
param adminPassword string
createHmac('sha256', secret)
jwt.sign(payload, secretOrKey, options)
"passwort": "Passwort"
"passwort_vergessen": "Passwort vergessen?"
passwort: "Bitte Passwort eingeben"
"contrasena": "Introduce tu contraseña"
"mot_de_passe": "Mot de passe oublié"
"senha": "Digite a senha"
"wachtwoord": "Wachtwoord vergeten"
"haslo": "Zapomniałem hasła"
"heslo": "Zadejte heslo"
passwort = getpass.getpass("Passwort: ")
senha = request.form["senha"]
const resenha = book.resenha
resenha: capitulo2
parola = parole[0]
parole: liste1
clave = fila.clave
"clave": "nombre"
{ clave: 'id', valor: 12 }
hasło = input("Hasło: ")
Das Passwort ist falsch.
La contraseña es incorrecta.
Mot de passe : obligatoire
the password is incorrect, try again
the password is required
setPassword(newPassword)
setPassword("new-password")
storePassword keystoreProperties['storePassword']
pw = sync_playwright().start()
const pw = await page.waitForSelector
as-needed, as-constructed, as-of-2024
secret-manager-service-client
live_reload_server_port_12345
The Splunk enterprise1 search head
cal_next_month_from_2024
s.getElementsByTagNameNS('x')
passwordField.addEventListener('input', validatePassword)
const isTokenExpired = token.exp < Date.now() / 1000
if (!apiKey) throw new Error('API key is missing')
secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>
password_hash = bcrypt.hashpw(password, bcrypt.gensalt())
token = request.headers.get("Authorization")
Authorization: Bearer <token>
curl -u "$USER:$PASSWORD" https://host/path
curl -H "X-Api-Key: $KEY" https://host/path
git clone https://github.com/owner/repository.git
npm config set //registry.example.org/:_authToken=$NPM_TOKEN
aws configure set aws_access_key_id YOUR_ACCESS_KEY
aws_secret_access_key = <your secret access key>
AKIAIOSFODNN is the beginning of an example
The password must have at least 12 characters.
Enter the passphrase for key '/home/me/.ssh/id_ed25519':
Your one-time password was sent to your phone.
password: required, string, 8 to 64 characters
tokens: 1523 in, 240 out, 12 cached
max_tokens: 4096
"usage": {"input_tokens": 1200, "output_tokens": 345}
tokenizer = AutoTokenizer.from_pretrained("base-uncased-v2")
const tokens = tokenize(source)
token_type_ids=[0, 0, 1, 1], attention_mask=[1, 1, 1, 1]
SecretManagerServiceClient secretClient = new SecretManagerServiceClient()
apiVersion: v1 kind: Secret metadata: name: database-credentials
secretName: tls-certificate-2024
secretKeyRef: { name: database, key: password }
valueFrom: secretKeyRef: name: app-secrets
kubectl create secret generic db --from-literal=password="$PASSWORD"
docker run -e POSTGRES_PASSWORD_FILE=/run/secrets/postgres image
POSTGRES_PASSWORD_FILE: /run/secrets/db_password
/etc/ssl/private/server.key
/home/me/project/src/auth/token.ts
src/components/PasswordInput/PasswordInput.test.tsx
import { createToken, verifyToken } from './token.ts'
from cryptography.hazmat.primitives import hashes
openssl rand -base64 32 > secret.txt
ssh-keygen -t ed25519 -C "me@example.org" -f key
GET /oauth/token 200 12ms
POST /api/v1/passwords/reset 404
error: invalid_grant: the refresh token has expired
CSRF token missing or incorrect
csrf_token = get_token(request)
{{ csrf_token }}
<meta name="csrf-token" content="{{ csrf_token() }}">
label: "Secret", placeholder: "Type the secret here"
type Credentials = { user: string; password: string }
struct Auth { token: Option<String>, secret: Vec<u8> }
func NewClient(apiKey string, opts ...Option) *Client
private readonly secretProvider: SecretProvider
assert_eq!(token.kind, TokenKind::Identifier)
enum TokenKind { Identifier, Number, String }
password.length >= 8 && /[A-Z]/.test(password)
SECRET_KEY = config("SECRET_KEY")
DATABASE_URL=postgres://localhost:5432/shop
REDIS_URL=redis://localhost:6379/0
amqp://guest:guest@localhost:5672/
mongodb://localhost:27017/test
jdbc:postgresql://localhost/shop?user=me
smtp://localhost:1025
http://localhost:8080/?token=test
https://example.org/reset?token=<token>
The key is in the environment variable API_KEY.
Set GITHUB_TOKEN to a token with the scope repo.
See "Creating a personal access token" in the documentation.
Remember to rotate secrets every 90 days.
API keys are listed under Settings > Developers.
key: value pairs, key=value options, key -> value maps
primaryKey: id, foreignKey: user_id
sortKey = "created_at"
cacheKey: user:1234:profile
const key = path.join(folder, 'key.pem')
keyCode === 13 || keyCode === 27
event.key === 'Enter' && event.ctrlKey
accessKey="s" tabindex="0"
public_key: ./keys/public.pem
keyframes, keywords, keyboards and keynotes
hotkey: ctrl+shift+p
license key: see LICENSE
index 3f2a9c1..b7d04e2 100644
HEAD is now at 4f5c2b1 Mend the token reader
etag: W/"5e15153d-120f"
x-request-id: 7b2c1a90-4f6e-4c3d-8a1b-2c3d4e5f6a7b
sha1: da39a3ee5e6b4b0d3255bfef95601890afd80709
md5 d41d8cd98f00b204e9800998ecf8427e  empty
integrity sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
arn:aws:iam::123456789012:role/reader
projects/shop-1234/secrets/database/versions/latest
vault kv get -field=password secret/database
op read op://vault/item/password
pass show work/database
bw get password database
sops --decrypt secrets.enc.yaml
password_confirmation does not match password
auth: basic, bearer, digest or none
password=password
token=token
read -s -p "Password: " pw
password generation takes 20ms
the password field accepts 64 characters
login password required2continue
the key Users2Orders joins both
sort_key created_at2024descendingorder
curl -b cookies.txt https://example.com
openssl enc -aes-256-cbc -kfile key.bin
const passphrase = prompt('Passphrase: ')
TOKEN_TTL=3600
SECRET_ROTATION_DAYS=90
private_key_path = "~/.ssh/id_ed25519"
GOOGLE_APPLICATION_CREDENTIALS=/home/jane/.config/gcloud/sa.json
sed -i 's/password=.*/' config.ini
const exa = new Exa('not-a-key')
session: 0f8fad5b-d9cb-469f-a165-70867728950e
SecretId: prod/database
routing_key: orders.created
type Query { password: String! }
docker run -u 1000 -p 8080:80 image
UPDATE users SET password_hash = crypt($1, gen_salt('bf'))
'password' => 'required|min:8|confirmed',
await page.fill('#username', 'jane.doe2')
define( 'WP_DEBUG', true );
tokens = ["hello", "world"]
printf 'NAME=%s\\n' "$name"
kubectl get secret db -o jsonpath='{.data.password}'
parser.add_argument("-p", "--password", help="password for the 2nd user")
program.option("--token", "the token of step 2").option("--key", "field1")
args = ["--private-key", "certs/v1.pem", "-u", "1000:1000"]
["docker", "run", "-p", "8080:80"]
cd build;PWD=/srv/app2 make
password for user bob: required
SET PASSWORD = NULL
{"text":"steps:\\n  token: yes"}
fingerprint SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8
`

export const EVERYDAY: readonly string[] = LINES.trim().split('\n')
