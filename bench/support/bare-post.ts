import { sign } from '@mediajobs/webhook-signature/node'
import type { Pool } from 'undici'

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

/** A webhook whose `data` is JSON. */
interface BareWebhook {
  id: string
  event: string
  data: string
}

/** The least that a sender can do: signs a webhook, posts it, and reads the response. */
export async function postBare(pool: Pool, { id, event, data }: BareWebhook): Promise<void> {
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  const body = `{"id":"${id}","event":"${event}","timestamp":"${timestampSeconds}","data":${data}}`
  const response = await pool.request({
    path: '/hook',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'x-webhook-id': id,
      'x-webhook-event': event,
      'x-webhook-signature': sign(body, { timestampSeconds, secrets: [SECRET] }),
    },
    body,
  })
  await response.body.dump()
}
