import hmac, json
from flask import Flask, request, abort

app = Flask(__name__)


@app.post("/hook")
def hook():
    payload = request.get_json()
    if payload["action"] not in ("opened", "closed"):
        return {"ok": True}
    if not hmac.compare_digest(request.headers["X-Signature"], payload.get("sig", "")):
        abort(403)
    return json.dumps({"event": payload["pull_request"]["title"]})
