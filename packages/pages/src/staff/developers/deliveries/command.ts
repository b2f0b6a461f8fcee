/** A payload of a webhook, without its timestamp. */
interface Envelope {
  id: string
  event: string
  data: unknown
}

/** What a webhook sends beside the headers of the service. */
interface Extras {
  /** Names of its custom headers. */
  headers: readonly string[]
  /** Whether it has the headers of Standard Webhooks too. */
  isStandard: boolean
}

/**
 * A command that signs the payload anew and posts it, like the dispatcher (docs/interface.md#i6-hmac). The secret
 * is shown once, when it is made, so the command takes it from the environment; values of own headers too.
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

/** curl leaves out a header whose variable is empty. */
function ownHeaders(names: readonly string[]): string[] {
  const variables = variablesOf(names)
  return names.map((name, index) => `${quoted(`${name}: `)}"\${${variables[index]}-}"`)
}

/** The variable with the value of each header: `HEADER_X_TEAM` of `X-Team`. Two never share one. */
export function variablesOf(names: readonly string[]): string[] {
  const variables: string[] = []
  for (const name of names) {
    const variable = `HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`
    const isTaken = variables.includes(variable)
    variables.push(isTaken ? `${variable}_${variables.length + 1}` : variable)
  }
  return variables
}

/** A text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
