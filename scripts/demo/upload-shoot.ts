import { randomBytes } from 'node:crypto'
import { type Credential, DemoError, type Service } from './service.ts'

interface Presigned {
  uploadUrl: string
  key: string
  cdnUrl: string
}

const FILES = [
  { filename: 'front.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO', size: 400_000 },
  { filename: 'kitchen.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO', size: 300_000 },
  { filename: 'plan.pdf', contentType: 'application/pdf', mediaType: 'FLOORPLAN', size: 50_000 },
]

/** Uploads real bytes: two calls for the whole shoot, and one PUT for each file to the object store. */
export async function uploadShoot(
  service: Service,
  projectId: string,
  as: Credential,
): Promise<number> {
  const { data: presigned } = await service.call<{ data: Presigned[] }>(
    'POST',
    '/media/presign-batch',
    { projectId, files: FILES.map(({ size: _, ...file }) => file) },
    as,
  )
  const confirming = FILES.map(async ({ filename, contentType, mediaType, size }, i) => {
    const { uploadUrl, key, cdnUrl } = presigned[i] as Presigned
    const bytes = randomBytes(size)
    const headers = { 'content-type': contentType }
    const { status } = await fetch(uploadUrl, { method: 'PUT', headers, body: bytes })
    if (status !== 200) throw new DemoError(`the upload of ${filename} failed with ${status}`)
    return { filename, size, type: mediaType, key, cdnUrl }
  })
  const files = await Promise.all(confirming)
  await service.call('POST', '/media/confirm-batch', { projectId, files }, as)
  return files.length
}
