import type { ErrorBody } from '../../call-api.ts'
import { currencyOf } from '../../currency.ts'
import { RefusedRead, readList } from '../read-record.ts'
import type { Customer, Media, Offer, Project } from '../records.ts'
import type { Staff, StaffCall } from '../staff.ts'
import { SAMPLE } from './texts.ts'

// The sample is an ordinary job, created through the API. docs/contract.md#c12-first-hour

/** Identifies the sample. */
const EXTERNAL_ID = 'sample-job'
const EMAIL = 'sample@example.com'
const PRICE = { priceAmount: 42_000, durationMinutes: 120 }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Maximum files removed with the sample. It starts with three. */
const FILES_AT_ONCE = 100

export function isSample({ externalId }: Project): boolean {
  return externalId === EXTERNAL_ID
}

/** Jobs can't be deleted: a removed sample is a canceled job that the board hides. */
export function isRemovedSample(project: Project): boolean {
  return isSample(project) && project.status === 'CANCELLED'
}

/** @throws {RefusedRead} */
async function send<Body>(
  staff: Staff,
  call: StaffCall,
  ...allowed: readonly number[]
): Promise<{ status: number; body: Body }> {
  const response = await staff.call<Body & ErrorBody>(call)
  const isFine = response.status < 300 || allowed.includes(response.status)
  if (!isFine) throw new RefusedRead(response)
  return response
}

async function findSample(staff: Staff): Promise<Project | undefined> {
  const { data } = await readList<Project>(staff, `/projects?q=${EXTERNAL_ID}&limit=100`)
  return data.find(isSample)
}

/**
 * Creates or restores the sample: a job ready to deliver, whose customer gets no mail.
 *
 * @param key the form's idempotency key
 * @throws {RefusedRead}
 */
export async function createSample(staff: Staff, key: string | undefined): Promise<void> {
  const known = await findSample(staff)
  if (known && !isRemovedSample(known)) return
  const customerId = await sampleCustomer(staff)
  // Yesterday, on the hour.
  const scheduledTime = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - DAY_MS).toISOString()
  const id = known
    ? (await change<Project>(staff, known.id, { customerId, scheduledTime })).id
    : await bookSample(staff, key, { customerId, scheduledTime })
  await move(staff, id, 'IN_REVIEW')
}

async function sampleCustomer(staff: Staff): Promise<string> {
  const payload = { name: SAMPLE.customer, email: EMAIL, externalId: EXTERNAL_ID, mailOptOut: true }
  const made = await send<Customer>(staff, { method: 'POST', url: '/customers', payload }, 409)
  if (made.status === 201) return made.body.id
  const query = new URLSearchParams({ email: EMAIL, limit: '1' })
  const [customer] = (await readList<Customer>(staff, `/customers?${query}`)).data
  if (!customer) throw new Error('the email is taken, but no customer has it')
  return customer.id
}

/** Books the sample. Its package is archived immediately, so only the sample uses it. */
async function bookSample(
  staff: Staff,
  key: string | undefined,
  details: { customerId: string; scheduledTime: string },
): Promise<string> {
  const once = (name: string) => ({ idempotencyKey: key && `${key}-${name}` })
  const currency = currencyOf(staff.organization.locale)
  const offer = { name: SAMPLE.package, currency, mediaTypes: ['PHOTO'], ...PRICE }
  const { body: made } = await send<Offer>(staff, {
    method: 'POST',
    url: '/packages',
    payload: offer,
    ...once('package'),
  })
  const { body: project } = await send<Project>(staff, {
    method: 'POST',
    url: '/projects/create',
    payload: {
      ...details,
      packageId: made.id,
      addressLine1: SAMPLE.street,
      city: SAMPLE.city,
      notes: SAMPLE.notes,
      mediaTypes: ['PHOTO'],
      externalId: EXTERNAL_ID,
    },
    ...once('project'),
  })
  await send(staff, { method: 'DELETE', url: `/packages/${made.id}` }, 404, 409)
  return project.id
}

async function change<Body>(staff: Staff, id: string, payload: object): Promise<Body> {
  return (await send<Body>(staff, { method: 'PATCH', url: `/projects/${id}`, payload })).body
}

function move(staff: Staff, id: string, status: Project['status']) {
  return send(staff, { method: 'PATCH', url: `/projects/${id}/status`, payload: { status } })
}

/** Removes the sample with its link, files and customer. @throws {RefusedRead} */
export async function removeSample(staff: Staff): Promise<void> {
  const sample = await findSample(staff)
  if (!sample || isRemovedSample(sample)) return
  const { id, customerId } = sample
  await send(staff, { method: 'DELETE', url: `/projects/${id}/delivery` }, 404, 409)
  const { data } = await readList<Media>(staff, `/projects/${id}/media`)
  for (const medium of data.slice(0, FILES_AT_ONCE)) {
    await send(staff, { method: 'DELETE', url: `/media/${medium.id}` }, 404, 409)
  }
  await change(staff, id, { customerId: null })
  await move(staff, id, 'CANCELLED')
  // A customer with invoices stays.
  const url = `/customers/${customerId}`
  if (customerId !== null) await send(staff, { method: 'DELETE', url }, 404, 409)
}
