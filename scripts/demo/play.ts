import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Client, createClient, type Project } from '@mediajobs/client'
import { bookAsClient, payAndDownload } from './client-browser.ts'
import { uploadShoot, uploadStagedRoom } from './photographs.ts'

export type Service = ReturnType<typeof connect>

/** Clients of the service: with the manager's key, without a credential, and with new sessions. */
export function connect(baseUrl: string, apiKey: string) {
  const options = { baseUrl, maxTries: 1 }
  return {
    manager: createClient({ ...options, apiKey }),
    anyone: createClient(options),
    signedIn: (accessToken: string, organizationId: string) =>
      createClient({ ...options, accessToken, organizationId }),
  }
}

/**
 * Plays a job's life, as a manager's key, a technician, an editor and the client.
 *
 * @param photos photos to upload, at least 2
 * @returns the last delivery, awaiting a decision, and the number of webhooks
 */
export async function play(service: Service, photos: number, say: (line: string) => void) {
  const { manager, anyone } = service
  const run = randomBytes(3).toString('hex')
  const technician = await hire(service, 'TECHNICIAN', `tess-${run}@example.test`, 'Tess')
  const editor = await hire(service, 'EDITOR', `ed-${run}@example.test`, 'Ed')
  say('Tess the technician and Ed the editor have joined')

  await manager.patch('/organization', { body: { techniciansStart: true, editorsStart: true } })
  const { id: packageId } = await manager.post('/packages', {
    body: { name: 'Photos and floor plan', priceAmount: 24_900, currency: 'USD' },
  })
  const form = await manager.post('/order-forms', {
    body: { name: 'Book a shoot', packageIds: [packageId], technicianIds: [technician.userId] },
  })
  say(`Ann the agent books at ${form.bookUrl}`)
  const ann = { name: 'Ann Agent', email: `ann-${run}@example.test` }
  const { order, orderUrl } = await bookAsClient(service, form, ann, say)
  const { projectId, customerId, addressLine1 } = order
  if (!projectId || !customerId) throw new Error('the order is not confirmed')
  say(`booked: ${addressLine1}, ${projectId}`)

  const path = { id: projectId }
  const move = async (status: Project['status'], who: string, as: Client) => {
    await as.patch('/projects/{id}/status', { path, body: { status } })
    say(`${status.padEnd(11)} by ${who}`)
  }
  const deliver = async (message: string) => {
    const body = { message, requirePayment: true }
    const delivered = await editor.as.post('/projects/{id}/deliver', { path, body })
    say(`DELIVERED   by Ed: ${delivered.deliveryUrl}`)
    return delivered
  }
  await manager.patch('/projects/{id}/assign-editor', { path, body: { userId: editor.userId } })
  say('BOOKED      by the order, with Tess; assigned to Ed')
  await move('SHOOTING', 'Tess', technician.as)
  say(`Tess uploads ${photos} photographs of 24 megapixels, a video and a floor plan`)
  const shoot = await uploadShoot(technician.as, projectId, photos)
  say(`Tess has uploaded ${shoot.length} files`)
  await move('UPLOADED', 'Tess', technician.as)
  await move('EDITING', 'Ed', editor.as)
  await move('IN_REVIEW', 'Ed', editor.as)

  const first = await deliver('Your photos are ready')
  const [front = '', room = ''] = shoot.map(({ id }) => id)
  const items = [
    { mediaId: front, comment: 'More light on the door, please', x: 0.57, y: 0.68 },
    { mediaId: room, comment: 'Can you furnish this room?' },
  ]
  await anyone.post('/deliveries/{token}/request-revision', {
    path: { token: first.deliveryToken },
    body: { comment: 'Two wishes', items },
  })
  say('IN_REVISION by the client: two comments on photos')
  await uploadStagedRoom(editor.as, projectId, shoot)
  await resolveItems(editor.as, projectId)
  say('Ed has furnished the room, and answered both comments')
  await move('IN_REVIEW', 'Ed', editor.as)
  const second = await deliver('With more light, and with furniture')
  await pay(service, second, say)
  await manager.put('/projects/{id}/website', {
    path,
    body: {
      headline: 'Light on three sides',
      description: 'A house with a garden, five minutes from the lake.',
      facts: { bedrooms: 4, bathrooms: 2.5, priceAmount: 89_500_000, currency: 'USD' },
      contacts: [{ name: ann.name, title: 'Listing agent', email: ann.email }],
      tours: [
        {
          kind: 'MATTERPORT',
          url: 'https://my.matterport.com/show/?m=SxQL3iGyoDo',
          unbrandedUrl: 'https://my.matterport.com/show/?m=SxQL3iGyoDo&brand=0',
        },
      ],
    },
  })
  await anyone.post('/deliveries/{token}/approve', { path: { token: second.deliveryToken } })
  say('approved    by the client')

  const { data } = await manager.get('/projects/{id}/history', { path })
  say(`its history has ${data.length} moves`)
  const site = await manager.get('/projects/{id}/website', { path })
  say(`its website is live: ${site.brandedUrl}`)
  say(`without names:       ${site.unbrandedUrl}`)
  const { deliveryUrl, deliveryToken } = await deliver('One more, so you can try the page')
  // A customer and a project created, two people assigned, nine moves, three deliveries, one revision request, one
  // approval, the website, an invoice created, sent and paid, its payment, the order, and the unlocked delivery.
  const webhooks = 1 + 1 + 2 + 9 + 3 + 1 + 1 + 1 + 3 + 1 + 1 + 1
  const { id: formId, bookUrl } = form
  return {
    projectId,
    customerId,
    webhooks,
    deliveryUrl,
    deliveryToken,
    formId,
    bookUrl,
    orderUrl,
  }
}

/** Sets each item of the client's request to DONE. */
async function resolveItems(editor: Client, projectId: string): Promise<void> {
  const { data } = await editor.get('/projects/{id}/revisions', { path: { id: projectId } })
  for (const { id: revisionId, items } of data) {
    for (const { id: itemId } of items) {
      await editor.patch('/projects/{id}/revisions/{revisionId}/items/{itemId}', {
        path: { id: projectId, revisionId, itemId },
        body: { status: 'DONE', answer: 'Gladly' },
      })
    }
  }
}

export async function hire(
  { manager, anyone, signedIn }: Service,
  role: 'TECHNICIAN' | 'EDITOR',
  email: string,
  name: string,
): Promise<{ userId: string; accessToken: string; as: Client }> {
  const user = await manager.post('/users', { body: { email, name, role } })
  const password = randomBytes(12).toString('base64url')
  const { accessToken } = await anyone.post('/auth/invitations/accept', {
    body: { token: user.invitationToken, password },
  })
  return { userId: user.id, accessToken, as: signedIn(accessToken, user.organizationId) }
}

/** Pays for a locked delivery and downloads it in a browser, or else records cash as a manager. */
async function pay(
  { manager, anyone }: Service,
  { deliveryToken, deliveryUrl }: { deliveryToken: string; deliveryUrl: string },
  say: (line: string) => void,
): Promise<void> {
  const path = { token: deliveryToken }
  const { lock } = await anyone.get('/deliveries/{token}', { path })
  if (!lock) throw new Error('the delivery is not awaiting payment')
  const { invoiceNumber, balanceAmount, currency, payUrl } = lock
  say(`locked      until ${invoiceNumber} is paid: ${balanceAmount / 100} ${currency}, ${payUrl}`)
  if (await payAndDownload(deliveryUrl, say)) return
  const { data } = await manager.get('/invoices', { query: { status: ['SENT'], limit: 1 } })
  await manager.post('/invoices/{id}/pay', {
    path: { id: data[0]?.id ?? '' },
    body: { method: 'CASH' },
  })
  say('unlocked    by cash')
}

// The longest wait without progress. A picture takes a second.
const WAIT_LIMIT_MS = 30_000
const POLL_MS = 2_000

/** Waits until no preview of a delivery is PENDING. Gives up with a message after 30 seconds without progress. */
export async function waitForPreviews(
  { anyone }: Service,
  token: string,
  say: (line: string) => void,
): Promise<void> {
  let until = Date.now() + WAIT_LIMIT_MS
  let pending = Number.POSITIVE_INFINITY
  for (;;) {
    const { media } = await anyone.get('/deliveries/{token}', { path: { token } })
    const now = media.filter(({ preview }) => preview?.state === 'PENDING').length
    if (now === 0) return
    if (now < pending) {
      say(`${media.length - now} of ${media.length} previews are ready`)
      until = Date.now() + WAIT_LIMIT_MS
    }
    if (Date.now() > until) break
    pending = now
    await setTimeout(POLL_MS)
  }
  say('Some previews are missing: is a media process running?')
}
