import { BodyParts } from '../http/request-body.ts'

/**
 * The body of a webhook delivery (docs/interface.md#i6-body-id). Its bytes are signed and sent unchanged.
 *
 * @param data the stored JSON text. It is not parsed and serialised again, because that could change it.
 */
export function webhookBody(
  { deliveryId, event }: { deliveryId: string; event: string },
  data: string | Uint8Array,
  timestampSeconds: number,
): string | BodyParts {
  const envelope = JSON.stringify({ id: deliveryId, event, timestamp: `${timestampSeconds}` })
  const head = `${envelope.slice(0, -1)},"data":`
  if (typeof data === 'string') return `${head}${data}}`
  return new BodyParts([Buffer.from(head), data, Buffer.from('}')])
}
