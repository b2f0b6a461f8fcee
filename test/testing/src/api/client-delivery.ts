import { randomBytes, randomInt } from 'node:crypto'
import { newId } from '@mediajobs/db'
import { media, mediaPreviews } from '@mediajobs/db/schema'
import type { TestApp, TestOrganization } from './app.ts'

const READY = {
  state: 'READY',
  width: 6000,
  height: 4000,
  colour: '#8a7f70',
  crc32: 907_060_870,
  mlsSize: 500_000,
  mlsCrc32: 1,
} as const

/** An organization with client deliveries: `own`, or a new one. `api` must trust its proxy. */
export async function deliveringStudio(api: TestApp, own?: TestOrganization) {
  const org = own ?? (await api.createOrg())
  const { call } = org

  /** A client's calls: with the delivery token, without a key, from a separate address. */
  const client = (token: string) => {
    const headers = {
      'x-forwarded-for': `2001:db8:${[0, 0].map(() => randomInt(65_536).toString(16)).join(':')}::1`,
    }
    const path = `/deliveries/${token}`
    return {
      open: () => api.request('GET', path, { headers }),
      view: () => api.request('POST', `${path}/views`, { headers }),
      approve: (body?: unknown) => api.request('POST', `${path}/approve`, { headers, body }),
      requestRevision: (body: unknown = { comment: 'Brighter, please' }) =>
        api.request('POST', `${path}/request-revision`, { headers, body }),
    }
  }

  /** @param fill adds media before the delivery; the client sees only those */
  async function deliver(
    fields: object = {},
    message?: object,
    fill?: (projectId: string) => Promise<unknown>,
  ) {
    const { body } = await call('POST', '/projects/create', {
      scheduledTime: '2026-05-01T09:30:00Z',
      ...fields,
    })
    await fill?.(body.id)
    const delivered = await call('POST', `/projects/${body.id}/deliver`, message)
    const { deliveryToken, ...project } = delivered.body
    return { project, token: deliveryToken as string, ...client(deliveryToken) }
  }

  async function eventsOf(projectId: string, name: string) {
    const { body } = await call('GET', `/events?event=${name}&limit=100`)
    // biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
    const data = body.data.map((event: any) => event.data)
    return data.filter((each: { projectId: string }) => each.projectId === projectId)
  }

  async function addMedia(projectId: string, fields: Partial<typeof media.$inferInsert> = {}) {
    const id = newId()
    await api.store.sql.orm.insert(media).values({
      organizationId: org.organizationId,
      id,
      projectId,
      type: 'PHOTO',
      filename: `${id}.jpg`,
      key: `${org.organizationId}/${id}`,
      contentType: 'image/jpeg',
      size: 5_000_000_000,
      cdnUrl: `https://cdn.test/${id}`,
      position: 0,
      ...fields,
    })
    return id
  }

  /** Adds derivatives, as a media process does. */
  async function addPreview(
    mediaId: string,
    fields: Partial<typeof mediaPreviews.$inferInsert> = {},
  ) {
    await api.store.sql.orm.insert(mediaPreviews).values({
      organizationId: org.organizationId,
      mediaId,
      keySecret: randomBytes(32),
      ...READY,
      ...fields,
    })
  }

  /** A delivered project with a photo and an altered copy. */
  async function deliverPair(
    fields: object,
    alteration: Pick<typeof media.$inferInsert, 'alterationKind' | 'alterationNote'>,
  ) {
    let [original, altered] = ['', '']
    const delivered = await deliver(fields, {}, async (projectId) => {
      original = await addMedia(projectId, { position: 1 })
      const pair = { alteredFromMediaId: original, ...alteration }
      altered = await addMedia(projectId, { position: 2, ...pair })
    })
    const { body: view } = await delivered.open()
    return { ...delivered, original, altered, view, url: view.media[1].originalsUrl as string }
  }

  return { org, call, client, deliver, deliverPair, eventsOf, addMedia, addPreview }
}
