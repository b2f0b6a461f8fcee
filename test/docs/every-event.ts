import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Call, causeEveryEvent } from '@mediajobs/testing/api/every-event'
import type { Receiver } from '@mediajobs/testing/dispatcher/receiver'
import type { DevFile } from '../../scripts/dev/data-folder.ts'

/**
 * Causes each of `events` and a test event in turn, and waits until `receiver` has them.
 *
 * @returns the number of requests the receiver must have
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
  await payByCard(service, call, posted)
  await causeEveryEvent(call, posted)
  await call('POST', `/webhooks/subscriptions/${subscription.id}/test`)
  await posted()
  await disableOne(call, posted)
  return wanted
}

/** A debit returned by the bank, then a card payment with a failed refund and a dispute, at the payment emulator. */
async function payByCard(
  { paymentsUrl }: DevFile,
  call: Call,
  posted: (count?: number) => Promise<void>,
): Promise<void> {
  const press = async (path: string, button: Record<string, string>) => {
    const to = new URL(path, paymentsUrl ?? undefined)
    const body = new URLSearchParams(button)
    const { status } = await fetch(to, { method: 'POST', body, redirect: 'manual' })
    if (status !== 303) throw new Error(`${to}: ${status}`)
  }
  const customer = await call('POST', '/customers', { name: 'Cy Card', email: 'cy@example.com' })
  const lineItems = [{ description: 'Photos', quantity: 1, unitAmount: 24_900 }]
  const draft = { customerId: customer.id, currency: 'USD', lineItems }
  const { id } = await call('POST', '/invoices', draft)
  await call('POST', `/invoices/${id}/send`)
  await posted(3)
  const link = await call('POST', `/invoices/${id}/pay-link`)
  const checkout = () => call('POST', `${new URL(link.url).pathname}/checkout`)
  const returned = await checkout()
  await press(returned.url, { do: 'debit' })
  await press('/dashboard', { do: 'return', id: basename(returned.url) })
  await posted()
  await press((await checkout()).url, { do: 'pay' })
  await posted(2)
  const { data } = await call('GET', `/payments?invoiceId=${id}&status=SUCCEEDED`)
  const [{ id: paymentId, providerPaymentId = '' } = { id: '' }] = data
  await call('POST', `/payments/${paymentId}/refunds`, { refundAmount: 4_900 })
  await posted()
  const dashboard = await (await fetch(new URL('/', paymentsUrl ?? undefined))).text()
  const [refundId = ''] = /\bre_\w+/.exec(dashboard) ?? []
  await press('/dashboard', { do: 'fail-refund', id: refundId })
  await posted()
  await press('/dashboard', { do: 'dispute', id: providerPaymentId })
  await posted()
}

/** Two webhooks to a missing receiver, more than WEBHOOK_DISABLE_AFTER apart. */
async function disableOne(call: Call, posted: (count?: number) => Promise<void>): Promise<void> {
  const url = 'http://127.0.0.1:9/gone'
  await call('POST', '/webhooks/subscriptions', { url, events: ['CUSTOMER_CREATED'] })
  await call('POST', '/customers', { name: 'Bo Buyer', email: 'first@example.com' })
  await posted()
  await pause(1_500)
  await call('POST', '/customers', { name: 'Bo Buyer', email: 'second@example.com' })
  await posted(2)
}

// Uses a session, because a key's rate limits would slow it down.
function callerOf({ apiUrl, accessToken, organizationId }: DevFile): Call {
  return async (method, path, body) => {
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        ...(!/^\/(?:deliveries|pay)\//.test(path) && {
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
