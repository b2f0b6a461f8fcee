import { type EventName, PROJECT_FIELDS } from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import { EXAMPLE_ID } from '@mediajobs/domain/values'
import { put } from './studio.ts'

/** Calls the service and returns the body. Throws if refused. */
export type Call = (method: string, path: string, body?: unknown) => Promise<Made>

interface Made {
  id: string
  secret: string
  deliveryToken: string
  uploadUrl: string
  key: string
  url: string
  publicId: string
  holdToken: string
  data: { id: string; providerPaymentId?: string }[]
}

/** Dispatchers publish these: test/disabled-subscriptions.test.ts, apps/api/test/payments/provider.test.ts. */
export const BY_DISPATCHER: readonly EventName[] = [
  'WEBHOOK_DISABLED',
  'PAYMENT_FAILED',
  'PAYMENT_REFUND_FAILED',
  'PAYMENT_DISPUTED',
]

/** Called after each cause, with its number of events. */
type OnCaused = (count: number) => Promise<void>

const { discountCode, selectedAddOnIds, ...FIELDS } = exampleOf(PROJECT_FIELDS)
const BOOKING = {
  ...Object.fromEntries(Object.entries(FIELDS).filter(([, value]) => value !== EXAMPLE_ID)),
  scheduledTime: '2026-05-01T09:30:00Z',
  addressLine1: '12 Main Street',
}
const LINE_ITEMS = [{ description: 'Photos', quantity: 1, unitAmount: 24_900, taxBasisPoints: 625 }]

/**
 * Causes every event except those of {@link BY_DISPATCHER}, one after the other. Tests compare the payloads with the
 * OpenAPI document, and docs/events.md shows them.
 */
export async function causeEveryEvent(call: Call, onCaused: OnCaused): Promise<void> {
  const cause = async (method: string, path: string, body?: unknown, count = 1) => {
    const made = await call(method, path, body)
    await onCaused(count)
    return made
  }
  const customer = await cause('POST', '/customers', {
    name: 'Ann Agent',
    email: 'ann@example.com',
    company: 'Main Street Homes',
    externalId: 'crm-7',
  })
  await cause('PATCH', `/customers/${customer.id}`, { phone: '+1 555 0100' })
  const offer = { name: 'Photos and floor plan', priceAmount: 24_900, currency: 'USD' }
  const { id: packageId } = await call('POST', '/packages', offer)
  const booking = { ...BOOKING, customerId: customer.id, packageId }
  const { id: projectId } = await cause('POST', '/projects/create', booking)
  const project = `/projects/${projectId}`
  const person = { role: 'TECHNICIAN', name: 'tess', email: 'tess@example.com' }
  const technician = await call('POST', '/users', person)
  await cause('PATCH', `${project}/assign-technician`, { userId: technician.id })

  await cause('PATCH', `${project}/status`, { status: 'BOOKED' })
  const later = { scheduledTime: '2026-05-02T09:30:00Z', reason: 'Rain' }
  await cause('POST', `${project}/reschedule`, later)
  await cause('POST', `${project}/deliver`, { message: 'Here they are' }, 2)
  const mediaId = await upload(call, projectId)
  await cause('POST', `${project}/deliver`)
  const items = [{ mediaId, comment: 'Remove the cable', x: 0.25, y: 0.7 }]
  await cause('POST', `${project}/request-revision`, { comment: 'Nearly there', items }, 2)
  const again = await cause('POST', `${project}/deliver`, { force: true }, 2)
  const contacts = [{ name: 'Ann Agent', email: 'ann@example.com' }]
  const { publicId } = await call('PUT', `${project}/website`, { contacts })
  await cause('POST', `/deliveries/${again.deliveryToken}/approve`, undefined, 2)
  const lead = { name: 'Sam Doe', phone: '+1 555 0199', message: 'Can we see it on Saturday?' }
  await cause('POST', `/sites/${publicId}/leads`, lead)
  await cause('POST', `${project}/website/unpublish`)

  const invoice = await cause('POST', `${project}/invoice`)
  await cause('POST', `/invoices/${invoice.id}/send`)
  await cause('POST', `${project}/deliver`, { force: true, requirePayment: true })
  await cause('POST', `/invoices/${invoice.id}/pay`, { method: 'CARD', reference: 'pos-7' }, 3)
  const paid = await call('GET', `/payments?invoiceId=${invoice.id}`)
  await cause('POST', `/payments/${paid.data[0]?.id}/refunds`, { refundAmount: 4_900 })
  const other = await cause('POST', '/customers', { name: 'Bo Buyer', email: 'bo@example.com' })
  const draft = { customerId: other.id, currency: 'USD', lineItems: LINE_ITEMS }
  const { id } = await cause('POST', '/invoices', draft)
  await cause('POST', `/invoices/${id}/void`)
  await order(call, cause, packageId)
}

type Cause = (method: string, path: string, body?: unknown, count?: number) => Promise<Made>

/** Causes the events of two orders: staff confirm one and decline the other. */
async function order(call: Call, cause: Cause, packageId: string): Promise<void> {
  const { publicId } = await call('POST', '/order-forms', {
    name: 'Listing photos',
    packageIds: [packageId],
    scheduling: 'NONE',
    confirmation: 'BY_STAFF',
  })
  const selection = { packageId }
  for (const [decision, count] of [
    ['confirm', 5],
    ['decline', 1],
  ] as const) {
    const { holdToken } = await call('POST', `/book/${publicId}/holds`, { selection })
    const customer = { name: 'Cy Client', email: `${decision}@example.com`, phone: '+1 555 0142' }
    const address = { addressLine1: '12 Main Street', city: 'Springfield', postalCode: '62701' }
    const placed = { holdToken, selection, address, customer }
    await cause('POST', `/book/${publicId}/orders`, placed)
    const { data } = await call('GET', '/orders?status=REQUESTED')
    await cause('POST', `/orders/${data[0]?.id}/${decision}`, {}, count)
  }
}

async function upload(call: Call, projectId: string): Promise<string> {
  const file = { projectId, filename: 'kitchen.jpg' }
  const asked = { ...file, contentType: 'image/jpeg', mediaType: 'PHOTO' }
  const { uploadUrl, key } = await call('POST', '/media/presign', asked)
  await put(uploadUrl, 'bytes')
  const { id } = await call('POST', '/media/confirm-upload', {
    ...file,
    type: 'PHOTO',
    size: 5,
    key,
  })
  return id
}
