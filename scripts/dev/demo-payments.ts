import { ApiError, createClient } from '@mediajobs/client'
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
  const client = createClient({ baseUrl: apiUrl, accessToken, organizationId })
  const path = '/organization/payment-account'
  const body = { provider: 'STRIPE', secretKey, webhookSecret: paymentsEventSecret } as const
  const { webhookUrl } = await client.get(path).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return client.put(path, { body })
    throw error
  })
  payments.sendEventsTo(accountId, { url: webhookUrl, secret: paymentsEventSecret })
}
