import { startPayments } from '@mediajobs/local-engines'
import { recordSecrets } from '@mediajobs/runtime/testing'
import type { Test } from 'tap'
import { eventually } from '../eventually.ts'
import { type TestApp, testApp } from './app.ts'
import { keepLedger } from './ledger.ts'

export type Emulator = Awaited<ReturnType<typeof startPayments>>

/** Starts an emulator of a payment provider. */
export async function openEmulator(t: Test): Promise<Emulator> {
  const emulator = await startPayments()
  t.teardown(() => emulator.stop())
  return emulator
}

/** An api whose organizations can take card payments, and the emulator that processes them. */
export async function openCardApi(t: Test, options: Parameters<typeof testApp>[1] = {}) {
  const emulator = await openEmulator(t)
  const api = await testApp(t, { paymentsApiUrl: emulator.url, trustProxy: true, ...options })
  return { api, emulator, databaseUrl: api.databaseUrl }
}

/** An organization with an account at the emulator, which sends the api its events; with its administrator's calls. */
export async function cardStudio(api: TestApp, emulator: Emulator) {
  const org = await api.createOrg()
  keepLedger(api.store, org.organizationId)
  const { call } = org
  const expect = async (status: number, method: string, path: string, body?: unknown) => {
    const response = await call(method, path, body)
    if (response.status !== status) throw new Error(`${path}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const { accountId, secretKey } = emulator.addAccount('Harbor Photo')
  recordSecrets(secretKey, 'secret')
  const account = await expect(200, 'PUT', '/organization/payment-account', {
    provider: 'STRIPE',
    secretKey,
  })
  const eventsUrl = api.url + new URL(account.webhookUrl).pathname
  const webhookSecret = emulator.sendEventsTo(accountId, { url: eventsUrl })
  recordSecrets(webhookSecret, 'secret')
  await expect(200, 'PUT', '/organization/payment-account', {
    provider: 'STRIPE',
    secretKey: '********',
    webhookSecret,
  })
  const customer = await expect(201, 'POST', '/customers', {
    name: 'Ann',
    email: `${org.organizationId}@example.test`,
  })
  return {
    org,
    call,
    accountId,
    secretKey,
    webhookSecret,
    eventsUrl,
    /** A sent invoice and the token of its pay link. */
    async bill(unitAmount = 25_000, currency = 'USD') {
      const { id } = await expect(201, 'POST', '/invoices', {
        customerId: customer.id,
        currency,
        lineItems: [{ description: 'Shoot', quantity: 1, unitAmount }],
      })
      await expect(200, 'POST', `/invoices/${id}/send`)
      const { url } = await expect(201, 'POST', `/invoices/${id}/pay-link`)
      return { id: id as string, token: new URL(url).pathname.slice('/pay/'.length) }
    },
    /** A payer's call, from a random network. */
    checkout: (token: string, body: object = {}) =>
      api.stranger('POST', `/pay/${token}/checkout`, body),
    /** What the payer sees. Each call comes from a different network. */
    view: async (token: string) => (await api.stranger('GET', `/pay/${token}`)).body,
    invoice: async (id: string) => (await call('GET', `/invoices/${id}`)).body,
    paymentsOf: async (invoiceId: string) =>
      (await call('GET', `/payments?invoiceId=${invoiceId}`)).body.data,
    /** The names of an invoice's events, in order. */
    async eventsOf(invoiceId: string): Promise<string[]> {
      const rows = await api.store.sql.query<{ name: string }>(
        `select name from events where organization_id = $1 and data ->> 'invoiceId' = $2 order by id`,
        [org.organizationId, invoiceId],
      )
      return rows.map(({ name }) => name)
    },
    paid: (id: string) =>
      eventually('the invoice is paid', async () => {
        const { body } = await call('GET', `/invoices/${id}`)
        return body.status === 'PAID' && body
      }),
    /** Makes open payments due for their next read. */
    async ripen() {
      await api.store.sql.query(
        `update payments set next_read_at = now() where organization_id = $1 and next_read_at is not null`,
        [org.organizationId],
      )
    },
  }
}

export type CardStudio = Awaited<ReturnType<typeof cardStudio>>

/** The id of a checkout page's session. */
export function sessionIdOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}
