import { randomUUID } from 'node:crypto'
import { customers, events, idempotencyKeys, mediaPreviews, projects } from '@mediajobs/db/schema'
import { type TestResponse, testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { and, eq, sql } from 'drizzle-orm'
import t from 'tap'

const service = await testApp(t)
const twin = await testApp(t, { databaseUrl: service.databaseUrl })
const org = await service.createOrg()
const { orm } = service.store.sql

interface Keyed {
  idempotencyKey?: string
  apiKey?: string
  on?: { request: typeof service.request }
  headers?: Record<string, string>
}

function post(path: string, body: unknown, keyed: Keyed = {}): Promise<TestResponse> {
  const { idempotencyKey = randomUUID(), apiKey = org.key, on = service, headers } = keyed
  return on.request('POST', path, {
    key: apiKey,
    body,
    headers: { 'idempotency-key': idempotencyKey, ...headers },
  })
}

const customer = (name: string) => ({ name, email: `${name}@idempotency.test` })
const booking = (externalId: string) => ({ scheduledTime: '2026-05-01T09:30:00Z', externalId })

async function customersNamed(name: string) {
  return orm.$count(customers, eq(customers.name, name))
}

t.test(
  'a repeat gets the first response, byte for byte, and changes nothing [c1-idempotency-replay]',
  async (t) => {
    const idempotencyKey = 'a!~'.padEnd(255, 'x')
    const first = await post('/projects/create', booking('p-1'), { idempotencyKey })
    t.equal(first.status, 201)
    t.notOk(first.headers['idempotency-replayed'])
    await org.call('PATCH', `/projects/${first.body.id}`, { notes: 'moved on' })
    const again = await post('/projects/create', booking('p-1'), { idempotencyKey, on: twin })
    t.equal(again.status, 201)
    t.strictSame(again.body, first.body)
    t.equal(again.headers['idempotency-replayed'], 'true')
    t.equal(again.headers.etag, first.headers.etag)
    t.equal(again.headers['content-type'], first.headers['content-type'])
    t.equal(again.headers['content-length'], first.headers['content-length'])
    const written = and(
      eq(events.organizationId, org.organizationId),
      sql`data ->> 'projectId' = ${first.body.id}`,
    )
    t.equal(await orm.$count(events, written), 1)
  },
)

t.test('a repeat with another body is a 422 [c1-idempotency-other-body]', async (t) => {
  const idempotencyKey = randomUUID()
  await post('/customers', customer('one'), { idempotencyKey })
  const other = await post('/customers', customer('two'), { idempotencyKey })
  t.equal(other.status, 422)
  t.equal(other.body.error, 'Unprocessable Entity')
  t.equal(other.body.code, 'idempotency_key_reused')
  const spaced = JSON.stringify(customer('one')).replace(':', ': ')
  t.equal((await post('/customers', spaced, { idempotencyKey })).status, 422)
  t.equal(await customersNamed('two'), 0)
})

t.test(
  'an idempotency key belongs to one credential and one route [c1-idempotency-replay]',
  async (t) => {
    const idempotencyKey = randomUUID()
    const body = { ...customer('mine'), ...booking('mine') }
    const first = await post('/customers', body, { idempotencyKey })
    t.equal(first.status, 201)
    t.match((await post('/projects/create', body, { idempotencyKey })).body, { externalId: 'mine' })
    const secondKey = await org.keyWith('WRITE')
    const theirs = await post('/customers', body, { idempotencyKey, apiKey: secondKey })
    t.equal(theirs.body.code, 'duplicate_email')
    const other = await service.createOrg()
    const elsewhere = await post('/customers', body, { idempotencyKey, apiKey: other.key })
    t.equal(elsewhere.status, 201)
    t.not(elsewhere.body.id, first.body.id)
  },
)

t.test(
  'a 409 is stored: a repeat gets it even after its cause is gone [c1-idempotency-final]',
  async (t) => {
    const idempotencyKey = randomUUID()
    const { body } = await post('/customers', customer('taken'))
    const refused = await post('/customers', customer('taken'), { idempotencyKey })
    t.equal(refused.body.code, 'duplicate_email')
    t.equal((await org.call('DELETE', `/customers/${body.id}`)).status, 204)
    const again = await post('/customers', customer('taken'), { idempotencyKey, on: twin })
    t.equal(again.status, 409)
    t.strictSame(again.body, refused.body)
    t.equal(again.headers['idempotency-replayed'], 'true')
    t.equal(await customersNamed('taken'), 0)
  },
)

t.test(
  "a 409 with Retry-After isn't stored: the same key works after the wait [c1-idempotency-final]",
  async (t) => {
    const { addMedia, addPreview } = await deliveringStudio(service, org)
    const { body: project } = await post('/projects/create', booking('p-archive'))
    const mediaId = await addMedia(project.id)
    await addPreview(mediaId, { state: 'PENDING', crc32: null })
    const idempotencyKey = randomUUID()
    const archive = () =>
      post(`/projects/${project.id}/archive`, { size: 'original' }, { idempotencyKey })
    for (const tries of ['first', 'second']) {
      const early = await archive()
      t.match(early, { status: 409, body: { code: 'archive_not_ready' } }, tries)
      t.match(early.headers, { 'retry-after': '5', 'idempotency-replayed': undefined }, tries)
    }
    await orm
      .update(mediaPreviews)
      .set({ state: 'READY', crc32: 1 })
      .where(eq(mediaPreviews.mediaId, mediaId))
    const made = await archive()
    t.equal(made.status, 201)
    t.strictSame((await archive()).body, made.body)
  },
)

t.test(
  "400 and 404 aren't stored: the same key works once the cause is gone [c1-idempotency-final]",
  async (t) => {
    const idempotencyKey = randomUUID()
    const wrong = { ...customer('corrected'), email: 'nobody' }
    t.equal((await post('/customers', wrong, { idempotencyKey })).status, 400)
    t.equal((await post('/customers', customer('corrected'), { idempotencyKey })).status, 201)

    const { body: one } = await post('/customers', customer('gone'))
    await org.call('DELETE', `/customers/${one.id}`)
    const lost = { ...booking('p-lost'), customerId: one.id }
    const key = randomUUID()
    t.equal((await post('/projects/create', lost, { idempotencyKey: key })).status, 404)
    await orm.insert(customers).values({ ...one, organizationId: org.organizationId })
    t.equal((await post('/projects/create', lost, { idempotencyKey: key })).status, 201)
    t.equal(await orm.$count(projects, eq(projects.externalId, 'p-lost')), 1)
  },
)

t.test(
  'a change is rolled back when its response cannot be stored [c1-idempotency-commit]',
  async (t) => {
    const idempotencyKey = randomUUID()
    await orm.execute(
      sql`alter table idempotency_keys add constraint no_more check (status <> 201) not valid`,
    )
    const failed = await post('/customers', customer('unkept'), { idempotencyKey })
    await orm.execute(sql`alter table idempotency_keys drop constraint no_more`)
    t.equal(failed.status, 500)
    t.equal(failed.headers.etag, undefined)
    t.equal(failed.headers['cache-control'], 'no-store')
    t.equal(await customersNamed('unkept'), 0)
    t.equal((await post('/customers', customer('unkept'), { idempotencyKey })).status, 201)
  },
)

t.test('a full disk returns the same 503 with or without an idempotency key', async (t) => {
  const { body: project } = await post('/projects/create', booking('p-unwritten'))
  for (const status of ['BOOKED', 'SHOOTING', 'UPLOADED', 'EDITING', 'IN_REVIEW']) {
    const path = `/projects/${project.id}/status`
    await org.call('PATCH', path, { status })
  }
  await orm.execute(sql`
    create function refuse_event() returns trigger language plpgsql as
      $$ begin raise 'no room' using errcode = 'disk_full'; end $$`)
  await orm.execute(sql`
    create trigger refuse before insert on events for each row execute function refuse_event()`)
  const path = `/projects/${project.id}/deliver`
  const unkeyed = await org.call('POST', path, {})
  const keyed = await post(path, {})
  await orm.execute(sql`drop trigger refuse on events`)
  for (const { status, body } of [unkeyed, keyed]) {
    t.strictSame([status, body.code], [503, 'database_unavailable'])
  }
})

t.test('an idempotency key can be reused after 24 hours [c1-idempotency-replay]', async (t) => {
  const idempotencyKey = randomUUID()
  const age = (interval: string) =>
    orm
      .update(idempotencyKeys)
      .set({ createdAt: sql`created_at - ${interval}::interval` })
      .where(eq(idempotencyKeys.key, idempotencyKey))
  await post('/customers', customer('day'), { idempotencyKey })
  await age('23 hours 59 minutes')
  t.equal((await post('/customers', customer('dusk'), { idempotencyKey })).status, 422)
  await age('2 minutes')
  t.equal((await post('/customers', customer('dawn'), { idempotencyKey })).status, 201)
  const again = await post('/customers', customer('dawn'), { idempotencyKey })
  t.equal(again.headers['idempotency-replayed'], 'true')
})

t.test(
  'an idempotency key is 1 to 255 visible ASCII characters [c1-idempotency-key]',
  async (t) => {
    for (const idempotencyKey of ['', 'a b', 'é', 'x'.repeat(256)]) {
      const { status, body } = await post('/customers', customer('bad'), { idempotencyKey })
      t.equal(status, 400)
      t.strictSame(body.message, ['Idempotency-Key must be 1 to 255 visible ASCII characters'])
    }
  },
)

t.test('a revoked API key gets no stored response', async (t) => {
  const apiKey = await org.keyWith('WRITE', 'READ')
  const idempotencyKey = randomUUID()
  t.equal((await post('/customers', customer('before'), { idempotencyKey, apiKey })).status, 201)
  const { body } = await service.request('GET', '/api-keys/current', { key: apiKey })
  await org.call('DELETE', `/api-keys/${body.id}`)
  t.equal((await post('/customers', customer('before'), { idempotencyKey, apiKey })).status, 401)
})

t.test('a replay also has X-Ignored-Fields', async (t) => {
  const idempotencyKey = randomUUID()
  const body = { ...customer('ignored'), adress: 1 }
  const first = await post('/customers', body, { idempotencyKey })
  const again = await post('/customers', body, { idempotencyKey })
  t.equal(again.headers['idempotency-replayed'], 'true')
  t.equal(first.headers['x-ignored-fields'], 'adress')
  t.equal(again.headers['x-ignored-fields'], 'adress')
})
