import { createTestDatabase } from '@mediajobs/db/testing'
import { MAX_PAGE_BYTES } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { countBytes } from '@mediajobs/testing/api/byte-counter'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import type { Document } from '@mediajobs/testing/api/document'
import { furnishedOrg, kindOfPath } from '@mediajobs/testing/api/furnished-org'
import { jsonBytes, storeLargeProject } from '@mediajobs/testing/api/large-records'
import t from 'tap'
import { fillList, largeLists } from './support/large-lists.ts'

// docs/contract.md#c10-page: a page of a list ends at `limit` records or at 4 MiB, whichever comes first.

const COPIES = 100

const { url: databaseUrl } = await createTestDatabase(t)
const counter = await countBytes(t, databaseUrl)
const service = await testApp(t, { databaseUrl: counter.url, trustProxy: true, sendsMail: true })
const { sql } = service.store
const studio = await furnishedOrg(service)
const { organizationId } = studio.org
await studio.call('PATCH', `/projects/${studio.idOf('projects')}/status`, { status: 'BOOKED' })
// An invitation also creates a mail.
await studio.call('POST', '/users', { email: 'new@large.test', name: 'New', role: 'EDITOR' })
await sql.query(
  `insert into api_requests (organization_id, id, request_id, method, route, status, duration_ms, user_id)
   values ($1, uuid_v7(), 'none', 'GET', '/projects', 200, 1, $2)`,
  [organizationId, studio.org.userId],
)

const document = service.app.openApi() as unknown as Document
interface ListPage {
  records: object[]
  bytes: number
  nextCursor: string | null
}

async function pageAt(path: string): Promise<ListPage> {
  const { status, body, headers } = await studio.call('GET', path)
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  const bytes = Number(headers['content-length'])
  return { records: body.data, bytes, nextCursor: body.nextCursor }
}

async function pagesOf(path: string): Promise<ListPage[]> {
  const pages: ListPage[] = []
  for (let query = '?limit=100'; ; ) {
    const page = await pageAt(path + query)
    pages.push(page)
    if (page.nextCursor === null) return pages
    query = `?limit=100&cursor=${page.nextCursor}`
  }
}

for (const [template, list] of Object.entries(largeLists(document))) {
  t.test(`${template}: pages end at 4 MiB, and contain every record once [c10-page]`, async (t) => {
    const path = template.replace(/\{\w+\}/, studio.idOf(kindOfPath(template, 'projects')))
    await fillList(sql, organizationId, list, COPIES)
    let pages: ListPage[] = []
    const bytes = await counter.during(async () => {
      pages = await pagesOf(path)
    })
    const records = pages.flatMap((page) => page.records)
    const [first] = pages
    t.ok(records.length > COPIES)
    t.equal(new Set(records.map((record) => JSON.stringify(idOf(record)))).size, records.length)
    for (const page of pages) {
      t.ok(page.records.length > 0)
      t.ok(page.bytes <= MAX_PAGE_BYTES, `${page.records.length} records: ${page.bytes} bytes`)
    }
    for (const [n, page] of pages.entries()) {
      const [next] = pages[n + 1]?.records ?? []
      if (next === undefined || page.records.length === 100) continue
      t.ok(page.bytes + jsonBytes(next) > MAX_PAGE_BYTES - 1_024, "the next one doesn't fit")
    }
    const isCut = (first?.records.length ?? 0) < 100
    t.equal(isCut, list.isCut ?? false)
    const responseBytes = pages.reduce((sum, page) => sum + page.bytes, 0)
    // Each page may read records it doesn't return: at most 100, each with 64 KiB and a long text.
    const unusedBytes = pages.length * 100 * (65_536 + 20_000)
    t.ok(bytes < responseBytes + unusedBytes, `${bytes} bytes were read for ${responseBytes}`)
  })
}

// A record's id, the number of an import row, or the customer of a group member.
function idOf(record: object): unknown {
  const { id, number, customerId } = record as Record<string, unknown>
  return id ?? number ?? customerId
}

t.test('a page of 20 large projects reads only the records it returns', async (t) => {
  const org = await service.createOrg()
  for (let n = 0; n < 21; n += 1) await storeLargeProject(sql, org.organizationId, 950_000)
  const bytes = await counter.during(async () => {
    const { body } = await org.call('GET', '/projects?limit=20')
    t.equal(body.data.length, 4)
    t.equal(body.data[0].bookingAnswers[0].answer.length, 950_000)
  })
  t.ok(bytes < MAX_PAGE_BYTES, `${bytes} bytes`)
})

t.test('a record larger than a page gets a separate page', async (t) => {
  const org = await service.createOrg()
  const ids = []
  for (const size of [10, 5_000_000, 10]) {
    ids.unshift(await storeLargeProject(sql, org.organizationId, size))
  }
  const seen: string[][] = []
  for (let query = ''; ; ) {
    const { body } = await org.call('GET', `/projects${query}`)
    seen.push(body.data.map(({ id }: { id: string }) => id))
    if (body.nextCursor === null) break
    query = `?cursor=${body.nextCursor}`
  }
  t.strictSame(
    seen,
    ids.map((id) => [id]),
  )
})

t.test(
  "all of a project's media fit on one page, even with the longest names [c6-whole-list]",
  async (t) => {
    const { org, deliver, addMedia, addPreview, call, client } = await deliveringStudio(service)
    const { project } = await deliver()
    const long = (n: number) => `${n}${'"'.repeat(250)}`.slice(0, 255)
    const originalId = await addMedia(project.id, { filename: long(0) })
    await addPreview(originalId)
    await sql.queryOnce(
      `insert into media
     select copy.* from media as first, generate_series(1, 999) as n,
       jsonb_populate_record(first, jsonb_build_object('id', overlay(first.id::text placing
         lpad(n::text, 4, '0') from 33), 'filename', repeat('🏠', 255),
         'content_type', rpad('image/', 255, 'x'), 'key', first.key || n, 'cdn_url',
         rpad('https://', 300, 'x'), 'altered_from_media_id', first.id)) as copy
     where first.organization_id = $1 and first.id = $2`,
      [org.organizationId, originalId],
    )
    await sql.queryOnce(
      `insert into media_previews
     select copy.* from media as one join media_previews as first using (organization_id),
       jsonb_populate_record(first, jsonb_build_object('media_id', one.id)) as copy
     where one.organization_id = $1 and one.id <> first.media_id`,
      [org.organizationId],
    )
    const media = await call('GET', `/media/project/${project.id}`)
    t.equal(media.body.data.length, 1_000)
    t.equal(media.body.nextCursor, null)
    const mediaBytes = Number(media.headers['content-length'])
    t.ok(mediaBytes <= MAX_PAGE_BYTES, `${mediaBytes} bytes`)
    const again = { message: '\u0001'.repeat(10_000) }
    const { body } = await call('POST', `/projects/${project.id}/deliver`, again)
    const delivery = await client(body.deliveryToken).open()
    t.equal(delivery.status, 200, JSON.stringify(delivery.body).slice(0, 300))
    t.equal(delivery.body.media.length, 1_000)
    const deliveryBytes = Number(delivery.headers['content-length'])
    t.ok(deliveryBytes <= MAX_PAGE_BYTES, `${deliveryBytes} bytes`)
  },
)
