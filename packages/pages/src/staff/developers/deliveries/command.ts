/** A payload of a webhook, without its timestamp. */
interface Envelope {
  id: string
  event: string
  data: unknown
}

/** A webhook's additional headers. */
interface Extras {
  /** Names of its custom headers. */
  headers: readonly string[]
  /** Whether it also sends the Standard Webhooks headers. */
  isStandard: boolean
}

/**
 * A command that signs the payload and posts it like the dispatcher (docs/interface.md#i6-hmac). Takes the secret,
 * which was shown only once, from the environment, and values of custom headers too.
 */
export function commandFor({ id, event, data }: Envelope, { headers, isStandard }: Extras): string {
  const head = quoted(`{"id":"${id}","event":"${event}","timestamp":"`)
  const tail = quoted(`","data":${JSON.stringify(data)}}`)
  const sent = [
    "'Content-Type: application/json'",
    `'X-Webhook-Id: ${id}'`,
    `'X-Webhook-Event: ${event}'`,
    '"X-Webhook-Signature: t=$t,v1=$signature"',
    ...(isStandard
      ? [
          `'webhook-id: ${id}'`,
          '"webhook-timestamp: $t"',
          '"webhook-signature: v1,$standard_signature"',
        ]
      : []),
    ...ownHeaders(headers),
  ]
  return `: "\${WEBHOOK_SECRET:?}" "\${WEBHOOK_URL:=http://localhost:3000/webhooks}"
t=$(date +%s)
body=${head}"$t"${tail}
signature=$(printf '%s.%s' "$t" "$body" |
  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d' ' -f1)
${isStandard ? standardSignature(id) : ''}printf '%s' "$body" | curl "$WEBHOOK_URL" --data-binary @- \\
${sent.map((header) => `  -H ${header}`).join(' \\\n')}
`
}

/** Its key is the part of the secret after its prefix, decoded. docs/contract.md#c16-standard-webhooks */
function standardSignature(id: string): string {
  return `key=$(printf '%s' "\${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
standard_signature=$(printf '%s.%s.%s' '${id}' "$t" "$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
`
}

/** curl omits headers with empty variables. */
function ownHeaders(names: readonly string[]): string[] {
  const variables = variablesOf(names)
  return names.map((name, index) => `${quoted(`${name}: `)}"\${${variables[index]}-}"`)
}

/** A unique variable for each header's value: `HEADER_X_TEAM` for `X-Team`. */
export function variablesOf(names: readonly string[]): string[] {
  const variables: string[] = []
  for (const name of names) {
    const variable = `HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`
    const isTaken = variables.includes(variable)
    variables.push(isTaken ? `${variable}_${variables.length + 1}` : variable)
  }
  return variables
}

/** Quotes a text as one word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
