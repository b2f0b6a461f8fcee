import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { BenchKey } from './fill.ts'
import type { Pictures } from './pictures.ts'

export const PHOTOS = 40

/** Delivers a project whose photos all have derivatives. Returns the path of its page. */
export async function deliverGallery(
  apiUrl: string,
  client: pg.Client,
  { key, organizationId }: BenchKey,
  pictures: Pictures,
): Promise<string> {
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const response = await fetch(apiUrl + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  const address = { addressLine1: '48 Alder Ridge Road', city: 'Pasadena', region: 'CA' }
  const { id } = await post('/projects/create', {
    scheduledTime: '2026-12-01T10:00:00Z',
    ...address,
  })
  const secrets = Array.from({ length: PHOTOS }, () => randomBytes(32))
  await client.query(
    `with made as (
       insert into media (organization_id, id, project_id, type, filename, key, content_type, size, cdn_url, position)
       select $1::uuid, uuid_v7(), $2::uuid, 'PHOTO', 'DSC0' || n || '.jpg', $2 || '/' || n, 'image/jpeg', 5200000,
         $4 || '/' || $2 || '/' || n, n
       from generate_series(1, ${PHOTOS}) as n
       returning organization_id, id, position)
     insert into media_previews
       (organization_id, media_id, state, key_secret, width, height, colour, crc32, mls_size, mls_crc32)
     select organization_id, id, 'READY', ($3::bytea[])[position], 6000, 4000, '#8899aa', 1, 533000, 1 from made`,
    [organizationId, id, secrets, pictures.url],
  )
  await client.query('analyze')
  for (const secret of secrets) pictures.add(organizationId, secret)
  const { deliveryToken } = await post(`/projects/${id}/deliver`, {})
  return `/deliveries/${deliveryToken}`
}
