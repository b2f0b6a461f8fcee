import { setTimeout as pause } from 'node:timers/promises'
import { type Call, causeEveryEvent } from '@mediajobs/testing/api/every-event'
import type { Receiver } from '@mediajobs/testing/dispatcher/receiver'
import type { DevFile } from '../../scripts/dev/dev-files.ts'

/**
 * Causes each of `events`, and a test event, one after the other; waits until `receiver` has them.
 *
 * @returns how many requests the receiver must have got
 */
export async function postEveryEvent(
  service: DevFile,
  receiver: Receiver,
  events: readonly string[],
): Promise<number> {
  const call = callerOf(service)
  let wanted = 0
  const posted = async (count = 1) => {
    wanted += count
    await receiver.waitFor(wanted)
  }
  const subscription = await call('POST', '/webhooks/subscriptions', {
    url: `${receiver.url}/webhooks`,
    events,
  })
  await causeEveryEvent(call, posted)
  await call('POST', `/webhooks/subscriptions/${subscription.id}/test`)
  await posted()
  await disableOne(call, posted)
  return wanted
}

/** Two webhooks to a receiver that is not there, with more than WEBHOOK_DISABLE_AFTER between them. */
async function disableOne(call: Call, posted: (count?: number) => Promise<void>): Promise<void> {
  const url = 'http://127.0.0.1:9/gone'
  await call('POST', '/webhooks/subscriptions', { url, events: ['CUSTOMER_CREATED'] })
  await call('POST', '/customers', { name: 'Bo Buyer', email: 'first@example.com' })
  await posted()
  await pause(1_500)
  await call('POST', '/customers', { name: 'Bo Buyer', email: 'second@example.com' })
  await posted(2)
}

// Uses a session, because the rate limits of a key would make it slow.
function callerOf({ apiUrl, accessToken, organizationId }: DevFile): Call {
  return async (method, path, body) => {
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        ...(!path.startsWith('/deliveries/') && {
          authorization: `Bearer ${accessToken}`,
          'x-org-id': organizationId,
        }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
    return JSON.parse(text || '{}')
  }
}
