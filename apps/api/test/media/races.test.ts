import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import { openStudio, put } from '@mediajobs/testing/api/studio'
import t from 'tap'
import { atOnce, statuses } from '../support/money-studio.ts'

const service = await sharedApp()

t.test(
  'confirms with one Idempotency-Key return the first response or a 409 [c1-idempotency-once]',
  async (t) => {
    const { org, projectId, presign } = await openStudio(service)
    const { uploadUrl, key } = await presign()
    await put(uploadUrl, 'pixels')
    const body = { projectId, filename: 'front.jpg', size: 6, type: 'PHOTO', key }
    const headers = { 'idempotency-key': randomUUID() }
    const send = () =>
      service.request('POST', '/media/confirm-upload', { key: org.key, body, headers })
    const responses = await atOnce(10, send)
    const { 201: created = 0, 409: running = 0 } = statuses(responses)
    t.ok(created >= 1)
    t.equal(created + running, 10)
    t.equal((await send()).status, 201)
  },
)

t.test('files confirmed concurrently have positions without gaps or duplicates', async (t) => {
  const { projectId, presign, confirm, call } = await openStudio(service)
  const uploads = await atOnce(30, (i) => presign(`${i}.jpg`))
  await atOnce(30, (i) => put(uploads[i]?.uploadUrl ?? '', 'x'))
  await atOnce(30, (i) => confirm({ filename: `${i}.jpg`, size: 1, key: uploads[i]?.key }))
  const { body } = await call('GET', `/media/project/${projectId}`)
  t.strictSame(
    body.data.map((item: { position: number }) => item.position),
    Array.from({ length: 30 }, (_, i) => i + 1),
  )
})

t.test('PUTs during confirms never change a confirmed file', async (t) => {
  const { presign, confirm } = await openStudio(service)
  for (let round = 0; round < 5; round += 1) {
    const { uploadUrl, key, cdnUrl } = await presign()
    await put(uploadUrl, 'bytes-00')
    const [responses] = await Promise.all([
      atOnce(12, () => confirm({ filename: 'front.jpg', size: 8, key })),
      atOnce(12, (i) => put(uploadUrl, `bytes-${i + 10}`)),
    ])
    const won = responses.filter(({ status }) => status === 201).length
    t.ok(won <= 1)
    t.ok(responses.every(({ status }) => [200, 201, 409].includes(status)))
    if (won === 0) continue
    const bytes = await (await fetch(cdnUrl)).text()
    await put(uploadUrl, 'bytes-99')
    t.equal((await confirm({ filename: 'front.jpg', size: 8, key })).status, 200)
    t.equal(await (await fetch(cdnUrl)).text(), bytes)
  }
})

t.test('positions stay unique under concurrent deletes, reorders and confirms', async (t) => {
  const { projectId, presign, confirm, call, add } = await openStudio(service)
  const items: { id: string }[] = []
  for (let i = 0; i < 8; i += 1) items.push(await add(`${i}.jpg`))
  const uploads = await atOnce(8, (i) => presign(`new-${i}.jpg`))
  await atOnce(8, (i) => put(uploads[i]?.uploadUrl ?? '', 'x'))
  const mediaIds = items.map(({ id }) => id).reverse()
  const responses = (
    await atOnce(8, (i) =>
      Promise.all([
        confirm({ filename: `new-${i}.jpg`, size: 1, key: uploads[i]?.key }),
        call('DELETE', `/media/${items[i % 4]?.id}`),
        call('PATCH', '/media/reorder', { projectId, mediaIds }),
      ]),
    )
  ).flat()
  t.ok(responses.every(({ status }) => [200, 201, 204, 400, 404].includes(status)))
  t.equal(responses.filter(({ status }) => status === 204).length, 4)
  const { body } = await call('GET', `/media/project/${projectId}`)
  t.equal(body.data.length, 12)
  t.equal(new Set(body.data.map((item: { position: number }) => item.position)).size, 12)
})
