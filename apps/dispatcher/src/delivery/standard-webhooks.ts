import { createHmac } from 'node:crypto'
import { BodyParts, type RequestBody } from '../http/request-body.ts'

const SECRET_PREFIX = 'whsec_'

/**
 * The headers of the Standard Webhooks specification 1.0. The key is the part of the secret after its prefix,
 * decoded from base64: its libraries take the secret as it is. docs/contract.md#c16-standard-webhooks
 */
export function standardHeaders(
  id: string,
  body: RequestBody,
  timestampSeconds: number,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    const hmac = createHmac('sha256', key).update(`${id}.${timestampSeconds}.`)
    for (const part of body instanceof BodyParts ? body.parts : [body]) hmac.update(part)
    return `v1,${hmac.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': `${timestampSeconds}`,
    'webhook-signature': signatures.join(' '),
  }
}
