import type { Payments } from '@mediajobs/local-engines'
import type { Secrets } from './data-folder.ts'
import type { SignedIn } from './demo-organization.ts'

/**
 * Connects the demo organization to the payment emulator, unless already connected. The emulator starts empty, so it
 * gets the key and the event URL again each time.
 *
 * @param place the number of the cell, from 0
 */
export async function connectPayments(
  payments: Payments,
  { paymentsKey, paymentsEventSecret }: Secrets,
  place: number,
  apiUrl: string,
  { organizationId, organizationName, accessToken }: SignedIn,
): Promise<void> {
  const { accountId, secretKey } = payments.addAccount(organizationName, `${paymentsKey}${place}`)
  const call = (method: 'GET' | 'PUT', body?: object) =>
    fetch(`${apiUrl}/organization/payment-account`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'x-org-id': organizationId,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  let response = await call('GET')
  if (response.status === 404) {
    const account = { provider: 'STRIPE', secretKey, webhookSecret: paymentsEventSecret }
    response = await call('PUT', account)
  }
  if (!response.ok) throw new Error(`the payment account was refused with ${response.status}`)
  const { webhookUrl }: { webhookUrl: string } = JSON.parse(await response.text())
  payments.sendEventsTo(accountId, { url: webhookUrl, secret: paymentsEventSecret })
}
