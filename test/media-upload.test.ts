import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTestDatabase } from '@mediajobs/db/testing'
import { createOrganization } from '@mediajobs/operations/organizations'
import { openStore } from '@mediajobs/outbox'
import { startApi } from '@mediajobs/testing/service/process'
import t from 'tap'

const SIZE_BYTES = 200 * 1_048_576

interface Media {
  id: string
  uploadUrl: string
  key: string
  cdnUrl: string
  size: number
}

t.test('200 MB go directly to the object store, not through the api [i1-bytes]', async (t) => {
  const { url: databaseUrl } = await createTestDatabase(t)
  const store = openStore({ databaseUrl, poolSize: 2, applicationName: 'test', onError() {} })
  t.teardown(() => store.close())
  const input = { name: 'Test Studio', ownerEmail: 'owner@example.test' }
  const { apiKey } = await store.transaction((tx) => createOrganization(tx, input))
  const api = await startApi(t, databaseUrl)
  const call = async (path: string, body: object) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const response = await fetch(`${api.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Media }
  }
  const project = await call('/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
  const { id: projectId } = project.body
  const file = { projectId, filename: 'tour.mp4' }
  const asked = { ...file, contentType: 'video/mp4', mediaType: 'VIDEO' }
  const { body: presigned } = await call('/media/presign', asked)
  const before = await memoryBytes(api.pid)
  t.equal(await upload(presigned.uploadUrl), 200)
  const done = { ...file, size: SIZE_BYTES, type: 'VIDEO', key: presigned.key }
  const confirmed = await call('/media/confirm-upload', done)
  t.equal(confirmed.status, 201)
  t.equal(confirmed.body.size, SIZE_BYTES)
  const grownBytes = (await memoryBytes(api.pid)) - before
  t.ok(grownBytes < SIZE_BYTES / 8, `the api grew by ${grownBytes} bytes`)
  const read = await fetch(presigned.cdnUrl, { method: 'HEAD' })
  t.equal(read.headers.get('content-length'), String(SIZE_BYTES))
  const secrets = [presigned.key, new URL(presigned.uploadUrl).pathname, 'X-Amz-Signature']
  for (const secret of secrets) t.notOk(api.output().includes(secret), 'no address is logged')
})

async function upload(url: string): Promise<number> {
  const put = request(url, {
    method: 'PUT',
    headers: { 'content-type': 'video/mp4', 'content-length': SIZE_BYTES },
  })
  const responded = once(put, 'response')
  await pipeline(Readable.from(chunks()), put)
  const [response] = await responded
  response.resume()
  return response.statusCode
}

function* chunks() {
  const chunk = randomBytes(1_048_576)
  for (let sent = 0; sent < SIZE_BYTES; sent += chunk.length) yield chunk
}

/** The process's resident memory. */
async function memoryBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024
}
