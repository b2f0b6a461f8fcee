import { PROJECT_STATUSES, type Role } from '@mediajobs/domain'
import type { TestApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { requestOrders } from '@mediajobs/testing/api/order-requests'

/** Exceeds a column of the board and a page of customers. */
const [JOBS, CUSTOMERS] = [21, 51]
const WHEN = '2026-05-01T16:30:00Z'

/**
 * An organization with records of every kind, so its pages have all links and forms, and a person with a role who is
 * assigned to its jobs. `api` must trust its proxy.
 */
export async function crawledStudio(api: TestApp, role: Role) {
  const { org, call, deliver, deliverPair, addPreview } = await deliveringStudio(api)
  const person = await api.createMember(org, role)
  const other = await api.createMember(org, role === 'EDITOR' ? 'TECHNICIAN' : 'EDITOR')
  const make = async (path: string, body?: object) => {
    const response = await call('POST', path, body)
    if (response.status >= 300) throw new Error(`${path}: ${JSON.stringify(response.body)}`)
    return response.body
  }

  const offer = { name: 'Offer', priceAmount: 10_000, currency: 'USD' }
  const { id: packageId } = await make('/packages', offer)
  await make('/add-ons', offer)
  await make('/discounts', { code: 'SPRING', percentBasisPoints: 1_000 })
  await requestOrders(make, packageId, 2)
  const { id: customerId } = await make('/customers', {
    name: 'Ann Agent',
    email: 'ann@crawled.test',
    phone: '+1 626 555 0100',
  })
  const names = Array.from({ length: CUSTOMERS }, (_, n) => `customer-${n}`)
  await Promise.all(
    names.map((name) => make('/customers', { name, email: `${name}@crawled.test` })),
  )

  const [technicianId, editorId] =
    role === 'EDITOR' ? [other.userId, person.userId] : [person.userId, other.userId]
  const fields = { technicianId, editorId, customerId, packageId, addressLine1: '48 Alder Road' }
  const book = (more: object = {}) =>
    make('/projects/create', { ...fields, scheduledTime: WHEN, ...more })
  const jobs: string[] = []
  for (const status of PROJECT_STATUSES) {
    const { id } = await book()
    if (status !== 'PENDING') await call('PATCH', `/projects/${id}/status`, { status })
    jobs.push(id)
  }
  await Promise.all(Array.from({ length: JOBS }, () => book({ technicianId: null })))

  const pair = await deliverPair(fields, { alterationKind: 'SKY', alterationNote: 'Blue' })
  for (const id of [pair.original, pair.altered]) await addPreview(id)
  const items = [{ mediaId: pair.altered, comment: 'Remove the cable', x: 0.5, y: 0.5 }]
  await pair.requestRevision({ items })
  const invoiced = await deliver(fields)
  const invoice = await make(`/projects/${invoiced.project.id}/invoice`, {})
  await make(`/invoices/${invoice.id}/send`)
  jobs.push(pair.project.id, invoiced.project.id)

  const webhook = { url: 'https://crawled.example/webhooks', events: ['PROJECT_CREATED'] }
  const { id: subscriptionId } = await make('/webhooks/subscriptions', webhook)
  await make(`/webhooks/subscriptions/${subscriptionId}/test`)
  await book()
  const { id: keyId } = await make('/api-keys', { name: 'Reader', scopes: ['READ'] })
  await make(`/api-keys/${keyId}/rotate`, { overlapSeconds: 3_600 })
  await make('/bulk-imports/customers', {
    rows: [{ externalId: 'row-1', name: 'Row', email: 'row@crawled.test' }],
  })
  return { org, person, jobs, tokens: [pair.token, invoiced.token] }
}
