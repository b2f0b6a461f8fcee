import { randomBytes } from 'node:crypto'
import { invoiceAndPay } from './invoice-and-pay.ts'
import type { Credential, Service } from './service.ts'
import { uploadShoot } from './upload-shoot.ts'

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
}

/** The life of a job, acted out by a manager's key, a technician, an editor and the client. */
export async function play(service: Service, say: (line: string) => void): Promise<Played> {
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
    mediaTypes: ['PHOTO', 'FLOORPLAN'],
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
    return delivered.deliveryToken
  }
  await service.call('PATCH', `${at}/assign-technician`, { userId: technician.userId })
  await service.call('PATCH', `${at}/assign-editor`, { userId: editor.userId })
  say('assigned to Tess and Ed')
  await move('BOOKED', 'the manager')
  await move('SHOOTING', 'the manager')
  const uploaded = await uploadShoot(service, project.id, technician.as)
  say(`Tess has uploaded ${uploaded} files`)
  await move('UPLOADED', 'Tess', technician.as)
  await move('EDITING', 'the manager')
  await move('IN_REVIEW', 'Ed', editor.as)

  const first = await deliver('Your photos are ready')
  await service.call('POST', `/deliveries/${first}/request-revision`, { comment: 'More sky' }, {})
  say('IN_REVISION by the client: more sky')
  await move('IN_REVIEW', 'Ed', editor.as)
  const second = await deliver('With more sky')
  await service.call('POST', `/deliveries/${second}/approve`, undefined, {})
  say('approved    by the client')
  await invoiceAndPay(service, project.id, say)

  const { data } = await service.call<{ data: unknown[] }>('GET', `${at}/history`)
  say(`its history has ${data.length} moves`)
  // A customer and a project made, two people assigned, nine moves, two of them deliveries, one
  // approval, and an invoice made, sent and paid.
  return { projectId: project.id, customerId: customer.id, webhooks: 1 + 1 + 2 + 9 + 2 + 1 + 3 }
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
