import type { Role } from '@mediajobs/domain'
import type { TestApp, TestOrganization } from './app.ts'

/**
 * Adds what pages show besides jobs (a catalog, a customer, orders awaiting confirmation) and a person with `role`.
 * Returns fields for a job assigned to that person.
 */
export async function addPageRecords(api: TestApp, org: TestOrganization, role: Role) {
  const { make } = org
  const person = await api.createMember(org, role)
  const other = await api.createMember(org, role === 'EDITOR' ? 'TECHNICIAN' : 'EDITOR')
  const offer = { name: 'Offer', priceAmount: 10_000, currency: 'USD' }
  const { id: packageId } = await make('/packages', offer)
  await make('/add-ons', offer)
  await make('/discounts', { code: 'SPRING', percentBasisPoints: 1_000 })
  await requestOrders(org, packageId)
  const ann = { name: 'Ann Agent', email: 'ann@pages.test', phone: '+1 626 555 0100' }
  const { id: customerId } = await make('/customers', ann)
  const [technicianId, editorId] =
    role === 'EDITOR' ? [other.userId, person.userId] : [person.userId, other.userId]
  const addressLine1 = '48 Alder Road'
  return { person, job: { technicianId, editorId, customerId, packageId, addressLine1 } }
}

/** Adds a sent webhook and a rotated API key. */
export async function addDeveloperRecords({ make }: TestOrganization, url: string): Promise<void> {
  const { id } = await make('/webhooks/subscriptions', { url, events: ['PROJECT_CREATED'] })
  await make(`/webhooks/subscriptions/${id}/test`)
  const { id: keyId } = await make('/api-keys', { name: 'Reader', scopes: ['READ'] })
  await make(`/api-keys/${keyId}/rotate`, { overlapSeconds: 3_600 })
}

async function requestOrders({ make }: TestOrganization, packageId: string): Promise<void> {
  const { publicId } = await make('/order-forms', {
    name: 'Listing photos',
    packageIds: [packageId],
    questions: [{ key: 'pets', label: 'Are there pets?', type: 'YES_NO' }],
    scheduling: 'NONE',
    confirmation: 'BY_STAFF',
    frameAncestors: ['https://www.example.com'],
  })
  const selection = { packageId }
  for (const n of [1, 2]) {
    const { holdToken } = await make(`/book/${publicId}/holds`, { selection })
    await make(`/book/${publicId}/orders`, {
      holdToken,
      selection,
      address: { addressLine1: `${n} Elm Street` },
      customer: { name: 'Bo Buyer', email: `bo-${n}@orders.test` },
    })
  }
}
