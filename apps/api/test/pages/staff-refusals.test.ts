// docs/contract.md#c12-words: refusals due to a record's state are explained in plain language.

import { sharedApp } from '@mediajobs/testing/api/app'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
const at = `/app/${org.organizationId}`
const { make } = org
const taken = { name: 'Ann', email: 'ann@refusals.test', externalId: 'A-1' }
const customer = await make('/customers', taken)
const { id: packageId } = await make('/packages', {
  name: 'Gold',
  priceAmount: 10_000,
  currency: 'USD',
})
const project = await make('/projects/create', {
  packageId,
  scheduledTime: '2026-05-01T16:30:00Z',
  customerId: customer.id,
})
await make('/discounts', { code: 'SPRING', percentBasisPoints: 1_000, maxRedemptions: 1 })
await make('/projects/create', { scheduledTime: '2026-05-01T16:30:00Z', discountCode: 'SPRING' })
await make(`/projects/${project.id}/invoice`, {})

const REFUSALS: [code: string, path: string, fields: Record<string, string>, sentence: string][] = [
  ['duplicate_email', 'customers/new', { ...taken, externalId: '' }, 'email is already in use'],
  [
    'duplicate_external_id',
    'customers/new',
    { ...taken, email: 'other@refusals.test' },
    'This ID is already in use',
  ],
  ['customer_in_use', `customers/${customer.id}/delete`, {}, 'or is billed for a group'],
  [
    'duplicate_code',
    'catalogue/discounts/new',
    { code: 'SPRING', percentBasisPoints: '10' },
    'This code is already in use',
  ],
  [
    'last_admin',
    `people/${org.userId}/active`,
    { 'was-active': 'yes' },
    'Make someone else an administrator first',
  ],
  ['already_accepted', `people/${org.userId}/invitation`, {}, 'already accepted the invitation'],
  ['project_has_invoice', `projects/${project.id}/invoice`, {}, 'already has an invoice'],
]

for (const [code, path, fields, sentence] of REFUSALS) {
  t.test(`a page explains ${code} in plain language [c12-words]`, async (t) => {
    const { status, text } = await (await browserOf(api, org)).send(`${at}/${path}`, fields)
    t.equal(status, 409)
    t.match(text, sentence)
  })
}
