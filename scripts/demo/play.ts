import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { uploadShoot, uploadStagedRoom } from './photographs.ts'
import type { Credential, Service } from './receiver.ts'

interface Project {
  id: string
  status: string
  addressLine1: string
}

interface Delivered {
  deliveryToken: string
  deliveryUrl: string
}

/** The result of the play. */
export interface Played {
  projectId: string
  customerId: string
  /** The number of webhooks that it causes. */
  webhooks: number
  /** The URL of the last delivery, which waits for a decision. */
  deliveryUrl: string
  deliveryToken: string
}

interface Round {
  id: string
  items: { id: string }[]
}

/**
 * Plays the life of a job, with the calls of a manager's key, a technician, an editor and the client.
 *
 * @param photos how many photographs are made and uploaded, 2 or more
 */
export async function play(
  service: Service,
  photos: number,
  say: (line: string) => void,
): Promise<Played> {
  const run = randomBytes(3).toString('hex')
  const technician = await hire(service, 'TECHNICIAN', `tess-${run}@example.test`, 'Tess')
  const editor = await hire(service, 'EDITOR', `ed-${run}@example.test`, 'Ed')
  say('Tess the technician and Ed the editor have joined')

  await service.call('PATCH', '/organization', { techniciansStart: true, editorsStart: true })
  const offer = { name: 'Photos and floor plan', priceAmount: 24_900, currency: 'USD' }
  const { id: packageId } = await service.call<{ id: string }>('POST', '/packages', offer)
  const customer = await service.call<{ id: string }>('POST', '/customers', {
    name: 'Ann Agent',
    email: `ann-${run}@example.test`,
  })
  const project = await service.call<Project>('POST', '/projects/create', {
    scheduledTime: new Date(Date.now() + 86_400_000).toISOString(),
    addressLine1: '12 Main Street',
    city: 'Springfield',
    customerId: customer.id,
    packageId,
    mediaTypes: ['PHOTO', 'VIDEO', 'FLOORPLAN'],
  })
  say(`booked: ${project.addressLine1}, ${project.id}`)

  const at = `/projects/${project.id}`
  const move = async (status: string, who: string, as?: Credential) => {
    await service.call('PATCH', `${at}/status`, { status }, as)
    say(`${status.padEnd(11)} by ${who}`)
  }
  const deliver = async (message: string) => {
    const delivered = await service.call<Delivered>('POST', `${at}/deliver`, { message }, editor.as)
    say(`DELIVERED   by Ed: ${delivered.deliveryUrl}`)
    return delivered
  }
  await service.call('PATCH', `${at}/assign-technician`, { userId: technician.userId })
  await service.call('PATCH', `${at}/assign-editor`, { userId: editor.userId })
  say('assigned to Tess and Ed')
  await move('BOOKED', 'the manager')
  await move('SHOOTING', 'Tess', technician.as)
  say(`Tess uploads ${photos} photographs of 24 megapixels, a video and a floor plan`)
  const shoot = await uploadShoot(service, project.id, photos, technician.as)
  say(`Tess has uploaded ${shoot.length} files`)
  await move('UPLOADED', 'Tess', technician.as)
  await move('EDITING', 'Ed', editor.as)
  await move('IN_REVIEW', 'Ed', editor.as)

  const first = await deliver('Your photos are ready')
  const [front, room] = shoot.map(({ id }) => id)
  const items = [
    { mediaId: front, comment: 'More light on the door, please', x: 0.57, y: 0.68 },
    { mediaId: room, comment: 'Can you furnish this room?' },
  ]
  const request = { comment: 'Two wishes', items }
  await service.call('POST', `/deliveries/${first.deliveryToken}/request-revision`, request, {})
  say('IN_REVISION by the client: two comments on photos')
  await uploadStagedRoom(service, project.id, shoot, editor.as)
  await resolveItems(service, at, editor.as)
  say('Ed has furnished the room, and answered both comments')
  await move('IN_REVIEW', 'Ed', editor.as)
  const second = await deliver('With more light, and with furniture')
  await service.call('POST', `/deliveries/${second.deliveryToken}/approve`, undefined, {})
  say('approved    by the client')
  await invoiceAndPay(service, project.id, say)

  const { data } = await service.call<{ data: unknown[] }>('GET', `${at}/history`)
  say(`its history has ${data.length} moves`)
  const last = await deliver('Once more, so that you can try the page')
  // A customer and a project made, two people assigned, nine moves, three deliveries, one revision
  // request, one approval, and an invoice made, sent and paid.
  const webhooks = 1 + 1 + 2 + 9 + 3 + 1 + 1 + 3
  return { projectId: project.id, customerId: customer.id, webhooks, ...last }
}

/** Sets each item of the client's request to DONE. */
async function resolveItems(service: Service, at: string, as: Credential): Promise<void> {
  const { data } = await service.call<{ data: Round[] }>('GET', `${at}/revisions`)
  for (const { id, items } of data) {
    for (const item of items) {
      const done = { status: 'DONE', answer: 'Gladly' }
      await service.call('PATCH', `${at}/revisions/${id}/items/${item.id}`, done, as)
    }
  }
}

async function hire(service: Service, role: string, email: string, name: string) {
  const user = await service.call<{ id: string; organizationId: string; invitationToken: string }>(
    'POST',
    '/users',
    { email, name, role },
  )
  const { accessToken } = await service.call<{ accessToken: string }>(
    'POST',
    '/auth/invitations/accept',
    { token: user.invitationToken, password: randomBytes(12).toString('base64url') },
  )
  const as = { authorization: `Bearer ${accessToken}`, 'x-org-id': user.organizationId }
  return { userId: user.id, as }
}

interface Invoice {
  id: string
  number: string | null
  status: string
  totalAmount: number
  currency: string
}

/** Invoices a project by its package, and records that it was paid. */
async function invoiceAndPay(
  service: Service,
  projectId: string,
  say: (line: string) => void,
): Promise<void> {
  const { id } = await service.call<Invoice>('POST', `/projects/${projectId}/invoice`)
  const { number, totalAmount, currency } = await service.call<Invoice>(
    'POST',
    `/invoices/${id}/send`,
  )
  say(`invoiced    ${number}: ${totalAmount / 100} ${currency}`)
  const { status } = await service.call<Invoice>('POST', `/invoices/${id}/pay`, {
    method: 'CARD',
    reference: 'demo',
  })
  say(`${number} is ${status}`)
}

interface Delivery {
  media: { preview: { state: string } | null }[]
}

// The longest wait without progress. A picture takes a second.
const WAIT_LIMIT_MS = 30_000
const POLL_MS = 2_000

/** Waits until no preview of a delivery is PENDING. Without progress it stops and says so. */
export async function waitForPreviews(
  service: Service,
  token: string,
  say: (line: string) => void,
): Promise<void> {
  let until = Date.now() + WAIT_LIMIT_MS
  let pending = Number.POSITIVE_INFINITY
  for (;;) {
    const { media } = await service.call<Delivery>('GET', `/deliveries/${token}`, undefined, {})
    const now = media.filter(({ preview }) => preview?.state === 'PENDING').length
    if (now === 0) return
    if (now < pending) {
      say(`${media.length - now} of ${media.length} previews are made`)
      until = Date.now() + WAIT_LIMIT_MS
    }
    if (Date.now() > until) break
    pending = now
    await setTimeout(POLL_MS)
  }
  say('The previews are not all made: is a media process running?')
}
