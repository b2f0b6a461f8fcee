/** A payload of a webhook, without its timestamp. */
interface Envelope {
  id: string
  event: string
  data: unknown
}

/**
 * A command that signs the payload anew and posts it, like the dispatcher (docs/interface.md#i6-hmac). The secret
 * is shown once, when it is made, so the command takes it from the environment.
 */
export function commandFor({ id, event, data }: Envelope): string {
  const head = quoted(`{"id":"${id}","event":"${event}","timestamp":"`)
  const tail = quoted(`","data":${JSON.stringify(data)}}`)
  return `: "\${WEBHOOK_SECRET:?}" "\${WEBHOOK_URL:=http://localhost:3000/webhooks}"
t=$(date +%s)
body=${head}"$t"${tail}
signature=$(printf '%s.%s' "$t" "$body" |
  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d' ' -f1)
printf '%s' "$body" | curl "$WEBHOOK_URL" --data-binary @- \\
  -H 'Content-Type: application/json' \\
  -H 'X-Webhook-Id: ${id}' \\
  -H 'X-Webhook-Event: ${event}' \\
  -H "X-Webhook-Signature: t=$t,v1=$signature"
`
}

/** A text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
