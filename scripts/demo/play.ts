import { randomBytes } from 'node:crypto'
import { invoiceAndPay } from './invoice-and-pay.ts'
import type { Credential, Service } from './service.ts'
import { uploadShoot, uploadStagedRoom } from './upload-shoot.ts'

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
  await move('SHOOTING', 'the manager')
  say(`Tess uploads ${photos} photographs of 24 megapixels, a video and a floor plan`)
  const shoot = await uploadShoot(service, project.id, photos, technician.as)
  say(`Tess has uploaded ${shoot.length} files`)
  await move('UPLOADED', 'Tess', technician.as)
  await move('EDITING', 'the manager')
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
