import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as send } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { request } from '@mediajobs/testing/api/request'
import { startApi } from '@mediajobs/testing/service/process'
import t from 'tap'
import { watchMemory } from './faults/support/resident-memory.ts'

const SIZE_MIB = 200
const SIZE_BYTES = SIZE_MIB * 1_048_576

t.test('200 MB go directly to the object store, not through the api [i1-bytes]', async (t) => {
  const { url: databaseUrl } = await createTestDatabase(t)
  const { key } = await (await testApp(t, { databaseUrl })).createOrg()
  const api = await startApi(t, databaseUrl)
  const memory = watchMemory(api.pid)
  t.teardown(() => memory.stop())
  const call = (path: string, body: object) => request(api.url, 'POST', path, { key, body })
  const project = await call('/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
  const { id: projectId } = project.body
  const file = { projectId, filename: 'tour.mp4' }
  const asked = { ...file, contentType: 'video/mp4', mediaType: 'VIDEO' }
  const { body: presigned } = await call('/media/presign', asked)
  const beforeMib = memory.nowMib()
  t.equal(await upload(presigned.uploadUrl), 200)
  const done = { ...file, size: SIZE_BYTES, type: 'VIDEO', key: presigned.key }
  const confirmed = await call('/media/confirm-upload', done)
  t.equal(confirmed.status, 201)
  t.equal(confirmed.body.size, SIZE_BYTES)
  const growthMib = memory.nowMib() - beforeMib
  t.ok(growthMib < SIZE_MIB / 8, `the api grew by ${growthMib} MiB`)
  const read = await fetch(presigned.cdnUrl, { method: 'HEAD' })
  t.equal(read.headers.get('content-length'), String(SIZE_BYTES))
  const secrets = [presigned.key, new URL(presigned.uploadUrl).pathname, 'X-Amz-Signature']
  for (const secret of secrets) t.notOk(api.output().includes(secret), 'no address is logged')
})

async function upload(url: string): Promise<number> {
  const put = send(url, {
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
