import { setTimeout as pause } from 'node:timers/promises'
import { PROJECT_FIELDS } from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import { EXAMPLE_ID } from '@mediajobs/domain/values'
import type { Receiver } from '@mediajobs/testing/dispatcher/receiver'
import type { DevFile } from '../../scripts/dev/dev-files.ts'

/** Calls the service and returns the body; an error response is thrown. */
type Call = (method: string, path: string, body?: unknown) => Promise<Made>

interface Made {
  id: string
  secret: string
  deliveryToken: string
  uploadUrl: string
  key: string
}

const { discountCode, selectedAddOnIds, ...FIELDS } = exampleOf(PROJECT_FIELDS)
const BOOKING = {
  ...Object.fromEntries(Object.entries(FIELDS).filter(([, value]) => value !== EXAMPLE_ID)),
  scheduledTime: '2026-05-01T09:30:00Z',
  addressLine1: '12 Main Street',
}

const LINE_ITEMS = [{ description: 'Photos', quantity: 1, unitAmount: 24_900, taxBasisPoints: 625 }]

/**
 * Causes each of `events`, and a test event, one after the other; waits until `receiver` has them.
 *
 * @returns how many requests the receiver must have got
 */
export async function causeEveryEvent(
  service: DevFile,
  receiver: Receiver,
  events: readonly string[],
): Promise<number> {
  const call = callerOf(service)
  let wanted = 0
  const posted = async (count = 1) => {
    wanted += count
    await receiver.waitFor(wanted)
  }
  const subscription = await call('POST', '/webhooks/subscriptions', {
    url: `${receiver.url}/webhooks`,
    events,
  })
  const projectId = await bookAndAssign(call, posted)
  const project = `/projects/${projectId}`

  await call('PATCH', `${project}/status`, { status: 'BOOKED' })
  await posted()
  await call('POST', `${project}/deliver`, { message: 'Here they are' })
  await posted(2)
  const items = [
    { mediaId: await upload(call, projectId), comment: 'Remove the cable', x: 0.25, y: 0.7 },
  ]
  await call('POST', `${project}/deliver`)
  await posted()
  await call('POST', `${project}/request-revision`, { comment: 'Nearly there', items })
  await posted(2)
  const again = await call('POST', `${project}/deliver`, { force: true })
  await posted(2)
  await call('POST', `/deliveries/${again.deliveryToken}/approve`)
  await posted()

  const invoice = await call('POST', `${project}/invoice`)
  await posted()
  await call('POST', `/invoices/${invoice.id}/send`)
  await posted()
  await call('POST', `/invoices/${invoice.id}/pay`, { method: 'CARD', reference: 'pos-7' })
  await posted()
  const { id: customerId } = await call('POST', '/customers', OTHER)
  await posted()
  const draft = { customerId, currency: 'USD', lineItems: LINE_ITEMS }
  const { id } = await call('POST', '/invoices', draft)
  await posted()
  await call('POST', `/invoices/${id}/void`)
  await posted()
  await call('POST', `/webhooks/subscriptions/${subscription.id}/test`)
  await posted()
  await disableOne(call, posted)
  return wanted
}

/** Two webhooks to a receiver that is not there, with more than WEBHOOK_DISABLE_AFTER between them. */
async function disableOne(call: Call, posted: (count?: number) => Promise<void>): Promise<void> {
  const url = 'http://127.0.0.1:9/gone'
  await call('POST', '/webhooks/subscriptions', { url, events: ['CUSTOMER_CREATED'] })
  await call('POST', '/customers', { ...OTHER, email: 'first@example.com' })
  await posted()
  await pause(1_500)
  await call('POST', '/customers', { ...OTHER, email: 'second@example.com' })
  await posted(2)
}

async function upload(call: Call, projectId: string): Promise<string> {
  const file = { projectId, filename: 'kitchen.jpg' }
  const asked = { ...file, contentType: 'image/jpeg', mediaType: 'PHOTO' }
  const { uploadUrl, key } = await call('POST', '/media/presign', asked)
  await fetch(uploadUrl, {
    method: 'PUT',
    body: 'bytes',
    headers: { 'content-type': 'image/jpeg' },
  })
  const { id } = await call('POST', '/media/confirm-upload', {
    ...file,
    type: 'PHOTO',
    size: 5,
    key,
  })
  return id
}

const OTHER = { name: 'Bo Buyer', email: 'bo@example.com' }

async function bookAndAssign(call: Call, posted: (count?: number) => Promise<void>) {
  const customer = await call('POST', '/customers', {
    name: 'Ann Agent',
    email: 'ann@example.com',
    company: 'Main Street Homes',
    externalId: 'crm-7',
  })
  await posted()
  await call('PATCH', `/customers/${customer.id}`, { phone: '+1 555 0100' })
  await posted()
  const hire = (role: string, name: string) =>
    call('POST', '/users', { role, name, email: `${name}@example.com` })
  const technician = await hire('TECHNICIAN', 'tess')
  const offer = { name: 'Photos and floor plan', priceAmount: 24_900, currency: 'USD' }
  const { id: packageId } = await call('POST', '/packages', offer)
  const booking = { ...BOOKING, customerId: customer.id, packageId }
  const { id } = await call('POST', '/projects/create', booking)
  await posted()
  await call('PATCH', `/projects/${id}/assign-technician`, { userId: technician.id })
  await posted()
  return id
}

// Uses a session, because the rate limits of a key would make it slow.
function callerOf({ apiUrl, accessToken, organizationId }: DevFile): Call {
  return async (method, path, body) => {
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        ...(!path.startsWith('/deliveries/') && {
          authorization: `Bearer ${accessToken}`,
          'x-org-id': organizationId,
        }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.json() as Promise<Made>
  }
}
