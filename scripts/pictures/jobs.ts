import { setTimeout as pause } from 'node:timers/promises'
import type { CaughtMail } from '@mediajobs/local-engines'
import { WEBSITE } from '@mediajobs/testing/api/published-site'
import { uploadShoot } from '../demo/photographs.ts'
import type { hire, Service } from '../demo/play.ts'

const PHOTOS = 9
const DEPOSIT = 10_000
const DAY_MS = 86_400_000
const WAIT_LIMIT_MS = 120_000

/** Delivers a partly paid job, whose downloads stay locked, and waits for its watermarked pictures. */
export async function deliverUnpaid({ manager, anyone }: Service, customerId: string) {
  const { data: packages } = await manager.get('/packages', { query: { limit: 1 } })
  const { id: projectId } = await manager.post('/projects/create', {
    body: {
      scheduledTime: new Date(Date.now() - DAY_MS).toISOString(),
      addressLine1: '48 Harbor View',
      city: 'Beacon',
      customerId,
      packageId: packages[0]?.id ?? '',
    },
  })
  await uploadShoot(manager, projectId, PHOTOS)
  const path = { id: projectId }
  const { deliveryUrl, deliveryToken: token } = await manager.post('/projects/{id}/deliver', {
    path,
    body: { requirePayment: true, message: 'Your photos are ready' },
  })
  const { data: invoices } = await manager.get('/invoices', { query: { projectId, limit: 1 } })
  const invoiceId = invoices[0]?.id ?? ''
  await manager.post('/invoices/{id}/pay', {
    path: { id: invoiceId },
    body: { paymentAmount: DEPOSIT, method: 'CHECK', reference: '1042' },
  })
  for (const until = Date.now() + WAIT_LIMIT_MS; Date.now() < until; await pause(1_000)) {
    const { lock, lockedMedia } = await anyone.get('/deliveries/{token}', { path: { token } })
    const photos = lockedMedia.filter(({ type }) => type === 'PHOTO')
    if (lock && photos.every(({ lockedUrl }) => lockedUrl !== null))
      return { projectId, invoiceId, deliveryUrl, payUrl: lock.payUrl }
  }
  throw new Error('no watermarked pictures: is a media process running?')
}

/** Adds a technician's time off, and travel zones. */
export async function planTravel(
  { manager }: Service,
  { userId }: Pick<Awaited<ReturnType<typeof hire>>, 'userId'>,
): Promise<void> {
  const path = { id: userId }
  for (const [inDays, days, note] of [
    [3, 1, 'Dentist'],
    [12, 7, 'Summer holiday'],
  ] as const) {
    const midnight = Math.floor(Date.now() / DAY_MS + inDays) * DAY_MS + 4 * 3_600_000
    const [startsAt, endsAt] = [midnight, midnight + days * DAY_MS].map((each) =>
      new Date(each).toISOString(),
    ) as [string, string]
    await manager.post('/users/{id}/time-off', { path, body: { startsAt, endsAt, note } })
  }
  await manager.patch('/organization', {
    body: {
      travelZones: [
        { name: 'Beacon', postalCodes: ['12508', '12524'], feeAmount: 0, currency: 'USD' },
        { name: 'Mid-Hudson', postalCodes: ['125', '126'], feeAmount: 2_500, currency: 'USD' },
        {
          name: 'Kingston and around',
          lat: 41.93,
          lng: -74.02,
          radiusKm: 25,
          feeAmount: 4_000,
          currency: 'USD',
          technicianIds: [userId],
        },
      ],
    },
  })
}

const VIEWS = 12

/** Publishes a delivered job's website, with a few days of views. */
export async function publishWebsite({ manager, anyone }: Service, projectId: string) {
  const path = { id: projectId }
  await manager.put('/projects/{id}/website', { path, body: SHOWN })
  const website = await manager.post('/projects/{id}/website/publish', { path, body: {} })
  const [site, tour] = [{ publicId: website.publicId }, { publicId: website.tourPublicId }]
  for (let view = 0; view < VIEWS; view++) {
    await anyone.post('/sites/{publicId}/views', { path: site, body: {} })
  }
  await anyone.post('/tours/{publicId}/views', { path: tour, body: {} })
  await anyone.post('/sites/{publicId}/leads', {
    path: site,
    body: {
      name: 'Sam Doe',
      email: 'sam@visitor.example',
      message: 'Could we see the house on Saturday morning?',
    },
  })
  return website
}

const SHOWN = {
  ...WEBSITE,
  description:
    'A corner house with a garden, on a quiet street that ends at the park.\n\nThe kitchen opens to a terrace with room for twelve. The primary suite looks into the old oaks; two bedrooms share a bath, and a fourth makes a calm place to work.',
  tours: WEBSITE.tours.slice(0, 1),
}

const MAIL_LIMIT_MS = 60_000

interface Place {
  organizationId: string
  /** The URL of `dev`'s mails. */
  mailUrl: string
}

/** Signs a customer in through the mail caught by `dev`. @returns the portal cookie's value */
export async function signInCustomer(
  { anyone, manager }: Service,
  customerId: string,
  { organizationId, mailUrl }: Place,
): Promise<string> {
  const { email } = await manager.get('/customers/{id}', { path: { id: customerId } })
  await anyone.post('/portal/sign-ins', { body: { email, organizationId } })
  for (const until = Date.now() + MAIL_LIMIT_MS; Date.now() < until; await pause(500)) {
    const mails = (await (await fetch(`${mailUrl}/mails.json`)).json()) as CaughtMail[]
    const texts = mails.filter(({ to }) => to.includes(email)).map(({ text }) => text)
    const token = texts.map((text) => /\/sign-in\/(\S+)/.exec(text)?.[1]).find(Boolean)
    if (token === undefined) continue
    const { accessToken } = await anyone.post('/portal/sessions', { body: { token } })
    return `${organizationId}~${accessToken}`
  }
  throw new Error('no mail signed the customer in')
}
