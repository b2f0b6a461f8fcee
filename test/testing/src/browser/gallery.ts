import { randomBytes } from 'node:crypto'
import { type media, mediaPreviews } from '@mediajobs/db/schema'
import { DERIVATIVES, type DerivativeName, derivativeKey } from '@mediajobs/domain'
import sharp from 'sharp'
import type { TestApp } from '../api/app.ts'
import { deliveringStudio } from '../api/client-delivery.ts'
import { testObjectStoreForAnyKey } from '../api/object-store.ts'

type Media = typeof media.$inferInsert
type Preview = typeof mediaPreviews.$inferInsert

/** 24 megapixels. */
const ORIGINAL = { width: 6_000, height: 4_000 }

/** An organization with pictures that a browser can load. */
export async function openGallery(api: TestApp) {
  const studio = await deliveringStudio(api)
  const { org, call } = studio
  const objectStore = testObjectStoreForAnyKey()
  const { store } = api

  /** Creates an undelivered project with `photos` photos and their derivatives. */
  async function shoot(photos: number, fields: object = {}): Promise<string> {
    const { body } = await call('POST', '/projects/create', {
      scheduledTime: '2026-05-01T09:30:00Z',
      addressLine1: '48 Alder Ridge Road',
      city: 'Pasadena',
      region: 'CA',
      ...fields,
    })
    for (let i = 0; i < photos; i++) await addPhoto(body.id, i)
    return body.id
  }

  /** Adds a photo and its derivatives. `number` determines its color. */
  async function addPhoto(projectId: string, number: number, fields: Partial<Media> = {}) {
    const secret = randomBytes(32)
    const hue = (number * 47) % 360
    await Promise.all(
      (Object.keys(DERIVATIVES) as DerivativeName[]).map(async (name) => {
        const key = derivativeKey(org.organizationId, secret, name)
        await putObject(key, await picture(name, hue, number + 1), DERIVATIVES[name].contentType)
      }),
    )
    return addMedia(
      projectId,
      { position: number + 1, size: 5_200_000, ...fields },
      {
        state: 'READY',
        keySecret: secret,
        ...ORIGINAL,
        colour: '#8899aa',
        crc32: 1,
        mlsSize: 530_000,
        mlsCrc32: 1,
      },
    )
  }

  /** Adds a media item, with an optional preview. */
  async function addMedia(projectId: string, fields: Partial<Media>, preview?: Partial<Preview>) {
    const id = await studio.addMedia(projectId, { size: 5_000, ...fields })
    if (preview) {
      await store.sql.orm.insert(mediaPreviews).values({
        organizationId: org.organizationId,
        mediaId: id,
        keySecret: randomBytes(32),
        ...preview,
      })
    }
    return id
  }

  async function putObject(key: string, bytes: Buffer, type: string): Promise<void> {
    const response = await fetch(await objectStore.presignPut(key, type, 60), {
      method: 'PUT',
      headers: { 'content-type': type },
      body: bytes,
    })
    if (!response.ok) throw new Error(`${response.status} for ${key}`)
  }

  async function deliver(projectId: string, message?: object): Promise<string> {
    const { status, body } = await call('POST', `/projects/${projectId}/deliver`, message)
    if (status !== 200) throw new Error(`deliver: ${status} ${JSON.stringify(body)}`)
    return body.deliveryToken
  }

  return { ...studio, shoot, addPhoto, addMedia, deliver }
}

function picture(name: DerivativeName, hue: number, number: number): Promise<Buffer> {
  const { maxPixels: width, contentType, quality } = DERIVATIVES[name]
  const height = Math.round((width * ORIGINAL.height) / ORIGINAL.width)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue} 40% 70%)"/>
    <rect y="60%" width="100%" height="40%" fill="hsl(${(hue + 40) % 360} 30% 45%)"/>
    <text x="50%" y="50%" font-size="${height / 4}" text-anchor="middle" fill="#fff">${number}</text></svg>`
  const made = sharp(Buffer.from(svg))
  return (contentType === 'image/webp' ? made.webp({ quality }) : made.jpeg({ quality })).toBuffer()
}
