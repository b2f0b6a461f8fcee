import type { TestApp } from '@mediajobs/testing/api/app'
import { moneyStudio } from './money-studio.ts'

const MEMBERS_PAY = { billing: 'MEMBER', paymentTerms: 'ON_DELIVERY' }

/** An organization with customer groups, and a period in which everything is delivered. */
export async function groupStudio(api: TestApp) {
  const studio = await moneyStudio(api)
  const { call, make } = studio
  const group = (terms: object = {}) =>
    make('/customer-groups', { name: 'Main Street Realty', ...MEMBERS_PAY, ...terms })
  const join = (groupId: string, customerId: string, role = 'MEMBER') =>
    call('PUT', `/customer-groups/${groupId}/members/${customerId}`, { role })
  const leave = (groupId: string, customerId: string) =>
    call('DELETE', `/customer-groups/${groupId}/members/${customerId}`)

  /** A group that pays for its members, with one member. */
  async function brokerage(terms: object = {}) {
    const broker = await studio.customer()
    const agent = await studio.customer()
    const { id } = await group({ billing: 'GROUP', billingCustomerId: broker.id, ...terms })
    await join(id, agent.id)
    return { id, broker, agent }
  }

  /** A project that was delivered today. */
  async function delivered(body: object, options: object = {}) {
    const { id } = await make('/projects/create', {
      scheduledTime: '2026-05-01T09:30:00Z',
      addressLine1: '1 Main Street',
      city: 'Springfield',
      ...body,
    })
    const response = await call('POST', `/projects/${id}/deliver`, options)
    if (response.status !== 200) throw new Error(JSON.stringify(response.body))
    return response.body
  }

  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const around = { from: day(-1), to: day(1) }
  const statement = (groupId: string, days: object = around, key?: string) =>
    call('POST', `/customer-groups/${groupId}/statements`, days, key)
  const invoicesOf = async (projectId: string) =>
    (await call('GET', `/invoices?projectId=${projectId}`)).body.data
  return {
    ...studio,
    group,
    join,
    leave,
    brokerage,
    delivered,
    day,
    around,
    statement,
    invoicesOf,
  }
}
