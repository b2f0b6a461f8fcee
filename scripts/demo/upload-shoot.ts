import { readFile } from 'node:fs/promises'
import { floorPlan, photograph } from './photographs.ts'
import { type Credential, DemoError, type Service } from './service.ts'

interface Presigned {
  uploadUrl: string
  key: string
  cdnUrl: string
}

interface Media {
  id: string
  filename: string
}

interface ShootFile {
  filename: string
  contentType: string
  mediaType: 'PHOTO' | 'VIDEO' | 'FLOORPLAN'
  make(): Promise<Buffer>
}

// The number of files that are made and uploaded at the same time.
const AT_ONCE = 4

/** The index of the empty room that gets virtual furniture: see `photographs.ts`. */
const EMPTY_ROOM = 1

/**
 * Uploads a shoot: photographs of real size, a video and a floor plan. It makes two calls for all files, and
 * one PUT to the object store for each file.
 *
 * @returns the media, in the order of the upload
 */
export function uploadShoot(
  service: Service,
  projectId: string,
  photos: number,
  as: Credential,
): Promise<Media[]> {
  const files: ShootFile[] = Array.from({ length: photos }, (_, n) => ({
    filename: `photo-${String(n + 1).padStart(2, '0')}.jpg`,
    contentType: 'image/jpeg',
    mediaType: 'PHOTO',
    make: () => photograph(n),
  }))
  files.push(
    {
      filename: 'walk-through.mp4',
      contentType: 'video/mp4',
      mediaType: 'VIDEO',
      make: () => readFile(new URL('walk-through.mp4', import.meta.url)),
    },
    { filename: 'plan.png', contentType: 'image/png', mediaType: 'FLOORPLAN', make: floorPlan },
  )
  return upload(service, projectId, files, {}, as)
}

/** Uploads the empty room with virtual furniture, as an altered picture of its original. */
export async function uploadStagedRoom(
  service: Service,
  projectId: string,
  shoot: readonly Media[],
  as: Credential,
): Promise<void> {
  const original = shoot[EMPTY_ROOM]
  if (!original) throw new DemoError('the shoot has no empty room')
  const file: ShootFile = {
    filename: 'photo-02-staged.jpg',
    contentType: 'image/jpeg',
    mediaType: 'PHOTO',
    make: () => photograph(EMPTY_ROOM, true),
  }
  const alteration = { kind: 'VIRTUAL_STAGING', note: 'The furniture is not in the room.' }
  const fields = { alteredFromMediaId: original.id, alteration }
  await upload(service, projectId, [file], fields, as)
}

async function upload(
  service: Service,
  projectId: string,
  files: readonly ShootFile[],
  fields: object,
  as: Credential,
): Promise<Media[]> {
  const { data: presigned } = await service.call<{ data: Presigned[] }>(
    'POST',
    '/media/presign-batch',
    { projectId, files: files.map(({ make: _, ...file }) => file) },
    as,
  )
  const uploaded: object[] = []
  let next = 0
  const work = async () => {
    for (let i = next++; i < files.length; i = next++) {
      const file = files[i] as ShootFile
      const { uploadUrl, key, cdnUrl } = presigned[i] as Presigned
      const size = await put(uploadUrl, file)
      uploaded[i] = { filename: file.filename, size, type: file.mediaType, key, cdnUrl, ...fields }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const confirmed = await service.call<{ data: Media[] }>(
    'POST',
    '/media/confirm-batch',
    { projectId, files: uploaded },
    as,
  )
  return confirmed.data
}

async function put(url: string, { filename, contentType, make }: ShootFile): Promise<number> {
  const bytes = await make()
  const headers = { 'content-type': contentType }
  const { status } = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  if (status !== 200) throw new DemoError(`the upload of ${filename} failed with ${status}`)
  return bytes.length
}
