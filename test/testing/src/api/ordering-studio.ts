import { eventually } from '../eventually.ts'
import type { TestApp } from './app.ts'
import { cardStudio, type Emulator, sessionIdOf } from './card-studio.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface BookableForm {
  id: string
  publicId: string
}

/**
 * An organization that takes orders, with a technician, a package ($250.00, one hour) and an account at the emulator; and
 * its clients' calls, each from a random network.
 */
export async function orderingStudio(api: TestApp, emulator: Emulator) {
  const studio = await cardStudio(api, emulator)
  const { org, call } = studio
  const { make } = org
  const { stranger } = api
  const technician = await api.createMember(org, 'TECHNICIAN')
  const offer = { name: 'Essentials', priceAmount: 25_000, currency: 'USD', durationMinutes: 60 }
  const plan = await make('/packages', offer)
  const selection = { packageId: plan.id as string }
  let clients = 0

  const form = (more: object = {}): Promise<BookableForm> =>
    make('/order-forms', {
      name: 'Listing photos',
      packageIds: [plan.id],
      payment: 'FULL',
      noticeHours: 0,
      ...more,
    })

  /** The start times of the next week, the earliest first; none so soon that it passes during a test. */
  async function slots({ publicId }: BookableForm): Promise<string[]> {
    const after = (ms: number) => new Date(Date.now() + ms).toISOString()
    const query = new URLSearchParams({ from: after(HOUR_MS), to: after(7 * DAY_MS), ...selection })
    const { status, body } = await stranger('GET', `/book/${publicId}/slots?${query}`)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body.data.map(({ startsAt }: { startsAt: string }) => startsAt)
  }

  /** Holds `startsAt`, or a free time between others. */
  async function hold(of: BookableForm, startsAt?: string | null) {
    const free = startsAt === undefined ? await slots(of) : []
    const time = startsAt === undefined ? free[Math.floor(free.length / 2)] : startsAt
    const body = { startsAt: time, selection }
    const response = await stranger('POST', `/book/${of.publicId}/holds`, body)
    if (response.status !== 201) throw new Error(JSON.stringify(response.body))
    return { startsAt: time ?? '', holdToken: response.body.holdToken as string }
  }

  const client = () => {
    clients += 1
    return { name: `Client ${clients}`, email: `client-${clients}@${org.organizationId}.test` }
  }

  /** What a client sends to order with a hold. */
  const orderBody = (holdToken: string, more: object = {}) => ({
    holdToken,
    selection,
    address: { addressLine1: '12 Main Street', city: 'Springfield' },
    customer: client(),
    ...more,
  })

  const place = (of: BookableForm, body: object) =>
    stranger('POST', `/book/${of.publicId}/orders`, body)

  /** Orders a free time. */
  async function order(of: BookableForm, more: object = {}) {
    const { holdToken, startsAt } = await hold(of)
    const body = orderBody(holdToken, more)
    const response = await place(of, body)
    if (response.status !== 201) throw new Error(JSON.stringify(response.body))
    const { orderToken, status, checkoutUrl } = response.body
    return {
      startsAt,
      body,
      token: orderToken as string,
      status: status as string,
      /** Session of the provider's page; empty without one. */
      session: checkoutUrl === null ? '' : sessionIdOf(checkoutUrl),
    }
  }

  const view = async (token: string) => (await stranger('GET', `/orders/${token}`)).body

  return {
    ...studio,
    technician,
    plan,
    selection,
    form,
    slots,
    hold,
    orderBody,
    place,
    order,
    view,
    stranger,
    checkout: (token: string) => stranger('POST', `/orders/${token}/checkout`),
    /** Waits until the client sees this status. */
    reaches: (token: string, status: string) =>
      eventually(`the order is ${status}`, async () => {
        const seen = await view(token)
        return seen.status === status && seen
      }),
    /** The orders as staff see them, newest first. */
    orders: async (query = '') => (await call('GET', `/orders${query}`)).body.data,
    /** The newest order's row. */
    newest: async () => (await call('GET', '/orders?limit=1')).body.data[0],
    projects: async () => (await call('GET', '/projects')).body.data,
    /** The names of the organization's events, in order. */
    async events(): Promise<string[]> {
      const rows = await api.store.sql.query<{ name: string }>(
        `select name from events where organization_id = $1 order by id`,
        [org.organizationId],
      )
      return rows.map(({ name }) => name)
    },
    async eventsOfOrder(orderId: string): Promise<string[]> {
      const rows = await api.store.sql.query<{ name: string }>(
        `select name from events where organization_id = $1 and data ->> 'orderId' = $2 order by id`,
        [org.organizationId, orderId],
      )
      return rows.map(({ name }) => name)
    },
    /** Expires the organization's holds. */
    async expireHolds() {
      await api.store.sql.query(
        `update orders set hold_expires_at = now() - interval '1 second'
         where organization_id = $1 and hold_expires_at is not null`,
        [org.organizationId],
      )
    },
  }
}

export type OrderingStudio = Awaited<ReturnType<typeof orderingStudio>>
