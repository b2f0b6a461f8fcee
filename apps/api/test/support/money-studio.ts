import { newId } from '@mediajobs/db'
import { events, payments } from '@mediajobs/db/schema'
import { applyProviderPayment } from '@mediajobs/operations/card-payments'
import type { TestApp } from '@mediajobs/testing/api/app'
import { keepLedger } from '@mediajobs/testing/api/ledger'
import { receivedPayment } from '@mediajobs/testing/api/provider-payment'
import { asc, eq } from 'drizzle-orm'

interface Event {
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
  data: any
}

/** An organization, and its administrator's calls for the catalog, discounts and invoices. */
export async function moneyStudio(api: TestApp) {
  const { call, make, ...org } = await api.createOrg()
  keepLedger(api.store, org.organizationId)
  let customers = 0
  const invoice = (body: object) =>
    make('/invoices', {
      currency: 'USD',
      lineItems: [{ description: 'Shoot', quantity: 1, unitAmount: 25_000 }],
      ...body,
    })
  return {
    org,
    call,
    make,
    offer: (path: '/packages' | '/add-ons', priceAmount: number, more: object = {}) =>
      make(path, { name: 'Photos', priceAmount, currency: 'USD', ...more }),
    discount: (code: string, more: object = { percentBasisPoints: 1_000 }) =>
      make('/discounts', { code, ...more }),
    redemptions: async (id: string) => (await call('GET', `/discounts/${id}`)).body.redemptions,
    book: (body: object = {}) =>
      call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z', ...body }),
    customer: () => make('/customers', { name: 'Ann', email: `ann-${++customers}@example.com` }),
    invoice,
    /** A sent invoice. */
    sent: async (body: object) => {
      const { id } = await invoice(body)
      return (await call('POST', `/invoices/${id}/send`)).body
    },
    /** A payment with an open payment page, not paid yet. */
    pendingPayment: async (
      { id: invoiceId, customerId, currency }: { id: string; customerId: string; currency: string },
      paymentAmount: number,
      more: Partial<typeof payments.$inferInsert> = {},
    ): Promise<string> => {
      const id = newId()
      await api.store.sql.orm.insert(payments).values({
        organizationId: org.organizationId,
        id,
        invoiceId,
        customerId,
        provider: 'STRIPE',
        status: 'PENDING',
        paymentAmount,
        currency,
        livemode: false,
        checkoutId: `cs_${id}`,
        ...more,
      })
      return id
    },
    /** Applies a provider's view of a payment. */
    apply: (paymentId: string, said: Partial<Parameters<typeof applyProviderPayment>[3]> = {}) =>
      api.store.transaction((tx) =>
        applyProviderPayment(tx, org.organizationId, paymentId, receivedPayment(paymentId, said)),
      ),
    eventsOf: async (invoiceId: string): Promise<Event[]> => {
      const rows = await api.store.sql.orm
        .select({ name: events.name, data: events.data })
        .from(events)
        .where(eq(events.organizationId, org.organizationId))
        .orderBy(asc(events.id))
      return (rows as Event[]).filter(({ data }) => data.invoiceId === invoiceId)
    },
  }
}

/** Makes `count` concurrent calls. */
export function atOnce<Result>(
  count: number,
  call: (index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)))
}

/** The number of responses for each status. */
export function statuses(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
