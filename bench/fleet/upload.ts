import { randomUUID } from 'node:crypto'
import { EndedEarly } from './clock.ts'
import type { Organization } from './population.ts'
import { sessionHeaders } from './reads.ts'
import type { World } from './world.ts'

const FILES = ['front.jpg', 'kitchen.jpg']

/** The technician uploads two photographs. An upload has no event. */
export async function upload(
  { caller, photo, proxy }: World,
  from: Organization,
  projectId: string,
): Promise<void> {
  const post = async (kind: string, path: string, body: object) => {
    const headers = { ...sessionHeaders(from.technician), 'idempotency-key': randomUUID() }
    const answer = await caller.call({ kind, method: 'POST', path, headers, body, from })
    if (!answer || answer.status >= 300) throw new EndedEarly()
    return answer.body
  }
  const files = FILES.map((filename) => ({
    filename,
    contentType: 'image/jpeg',
    mediaType: 'PHOTO',
  }))
  const { data } = await post('presign', '/media/presign-batch', { projectId, files })
  for (const { uploadUrl } of data) {
    // As behind a published port: the address and the signature name one port, and another one is reached.
    const path = uploadUrl.replace(proxy.storeUrl, proxy.clientStoreUrl)
    const headers = { 'content-type': 'image/jpeg', host: new URL(uploadUrl).host }
    const put = { kind: 'PUT', method: 'PUT', path, headers, body: photo, from } as const
    const answer = await caller.call(put)
    if (answer?.status !== 200) throw new EndedEarly()
  }
  await post('confirm', '/media/confirm-batch', {
    projectId,
    files: FILES.map((filename, i) => ({
      filename,
      size: photo.length,
      type: 'PHOTO',
      key: data[i].key,
    })),
  })
}
