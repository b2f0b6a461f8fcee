// docs/contract.md#c17-time-off
import { randomUUID } from 'node:crypto'
import { MAX_TIME_OFF } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { asPerson } from '@mediajobs/testing/api/sign-in'
import t from 'tap'

const service = await sharedApp()
const HOLIDAYS = { startsAt: '2026-08-03T00:00:00+02:00', endsAt: '2026-08-17T00:00:00+02:00' }

async function studio() {
  const org = await service.createOrg()
  const technician = await service.createMember(org, 'TECHNICIAN')
  const path = `/users/${technician.userId}/time-off`
  const call = (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.request(method, at, { key: org.key, body, headers })
  const act = async (person: { token(): Promise<string> }) =>
    asPerson(service, await person.token(), org.organizationId)
  return { org, technician, path, call, act }
}

t.test('time off is created, listed, changed and deleted [c17-time-off]', async (t) => {
  const { org, technician, path, call } = await studio()
  const made = await call('POST', path, { ...HOLIDAYS, note: 'Sea' })
  t.equal(made.status, 201)
  t.match(made.body, {
    organizationId: org.organizationId,
    userId: technician.userId,
    startsAt: '2026-08-02T22:00:00.000Z',
    endsAt: '2026-08-16T22:00:00.000Z',
    note: 'Sea',
  })
  const one = `${path}/${made.body.id}`
  const read = await call('GET', one)
  t.strictSame(read.body, made.body)
  t.equal(read.headers.etag, made.headers.etag)
  const headers = { 'if-match': read.headers.etag ?? '' }
  const changed = await call('PATCH', one, { endsAt: '2026-08-18T00:00:00Z', note: null }, headers)
  t.match(changed, { status: 200, body: { endsAt: '2026-08-18T00:00:00.000Z', note: null } })
  const same = await call('PATCH', one, {
    startsAt: HOLIDAYS.startsAt,
    endsAt: '2026-08-17T19:00:00-05:00',
  })
  t.strictSame(same.body, changed.body, 'the same times are a no-op')
  t.equal((await call('PATCH', one, { note: 'Late' }, headers)).status, 412)
  t.equal((await call('DELETE', one, undefined, headers)).status, 412)
  const second = await call('POST', path, { ...HOLIDAYS })
  const { body } = await call('GET', path)
  t.strictSame(
    body.data.map(({ id }: { id: string }) => id),
    [second.body.id, made.body.id],
    'newest first',
  )
  const first = await call('GET', `${path}?limit=1`)
  t.strictSame(first.body.data, [second.body])
  const next = await call('GET', `${path}?limit=1&cursor=${first.body.nextCursor}`)
  t.equal(next.body.data[0].id, made.body.id)
  t.equal((await call('DELETE', one)).status, 204)
  t.equal((await call('GET', one)).status, 404)
})

t.test(
  'a change to the time that was sent is a no-op, however precise [c17-time-off]',
  async (t) => {
    const { path, call } = await studio()
    const precise = { ...HOLIDAYS, startsAt: '2026-08-03T00:00:00.0009Z' }
    const { body } = await call('POST', path, precise)
    const same = await call('PATCH', `${path}/${body.id}`, { startsAt: precise.startsAt })
    t.strictSame(same.body, body)
  },
)

t.test("another person's entry is a 404 [c17-time-off]", async (t) => {
  const { org, path, call } = await studio()
  const { body } = await call('POST', path, HOLIDAYS)
  const others = `/users/${org.userId}/time-off/${body.id}`
  for (const [method, sent] of [['GET'], ['PATCH', { note: 'x' }], ['DELETE']] as const) {
    t.equal((await call(method, others, sent)).status, 404, method)
  }
  t.equal((await call('GET', `${path}/${body.id}`)).status, 200, 'it is still there')
  t.equal((await call('POST', `/users/${randomUUID()}/time-off`, HOLIDAYS)).status, 404)
})

t.test('time off ends after it starts, within 366 days [c17-time-off-bounds]', async (t) => {
  const { path, call } = await studio()
  const startsAt = '2027-01-01T00:00:00Z'
  const refused = async (fields: object, code: string, field = 'endsAt') => {
    const { status, body } = await call('POST', path, { startsAt, ...fields })
    t.equal(status, 400)
    t.match(body.fields, [{ path: field, code }])
  }
  await refused({ endsAt: startsAt }, 'too_small')
  await refused({ endsAt: '2028-01-02T00:00:00.001Z' }, 'too_large')
  await refused({ endsAt: '2027-01-02T00:00:00Z', note: 'x'.repeat(501) }, 'too_long', 'note')
  const longest = await call('POST', path, { startsAt, endsAt: '2028-01-02T00:00:00Z' })
  t.equal(longest.status, 201)
  const at = `${path}/${longest.body.id}`
  const moved = await call('PATCH', at, { startsAt: '2026-12-31T00:00:00Z' })
  t.match(moved, { status: 400, body: { fields: [{ path: 'endsAt', code: 'too_large' }] } })
})

t.test('a person has at most 200 entries, even in a race [c17-time-off-bounds]', async (t) => {
  const { org, technician, path, call } = await studio()
  await service.store.sql.query(
    `insert into time_off (organization_id, id, user_id, starts_at, ends_at)
     select $1, gen_random_uuid(), $2, now(), now() + interval '1 day'
     from generate_series(1, $3::int)`,
    [org.organizationId, technician.userId, MAX_TIME_OFF - 1],
  )
  const both = await Promise.all([1, 2].map(() => call('POST', path, HOLIDAYS)))
  t.strictSame(both.map(({ status }) => status).sort(), [201, 409])
  t.match(both.find(({ status }) => status === 409)?.body, { code: 'too_many_time_off' })
})

t.test(
  "everyone manages their own time off, ADMIN and MANAGER anyone's [c17-time-off-roles]",
  async (t) => {
    const { org, technician, path, act } = await studio()
    const own = await act(technician)
    const made = await own('POST', path, { ...HOLIDAYS, note: 'Private' })
    t.equal(made.status, 201)
    const one = `${path}/${made.body.id}`
    t.equal((await own('GET', path)).body.data.length, 1)

    const editor = await service.createMember(org, 'EDITOR')
    const other = await act(editor)
    for (const [method, at, sent] of [
      ['GET', path],
      ['GET', one],
      ['POST', path, HOLIDAYS],
      ['PATCH', one, { note: 'Mine' }],
      ['DELETE', one],
    ] as const) {
      const refused = await other(method, at, sent)
      t.match(refused, { status: 403, body: { code: 'role_forbids' } }, `${method} ${at}`)
    }

    const manager = await service.createMember(org, 'MANAGER')
    const manage = await act(manager)
    t.equal((await manage('PATCH', one, { note: 'Known' })).status, 200)
    const above = `/users/${org.userId}/time-off`
    t.equal((await manage('GET', above)).status, 200, "a MANAGER can manage an ADMIN's time off")
    t.match(await manage('POST', above, HOLIDAYS), { status: 403, body: { code: 'role_forbids' } })
    t.equal((await manage('DELETE', one)).status, 204)
  },
)

t.test(
  'a deactivated person can’t add time off, but keeps existing entries [c17-time-off-bounds]',
  async (t) => {
    const { technician, path, call } = await studio()
    await call('POST', path, HOLIDAYS)
    await call('PATCH', `/users/${technician.userId}`, { active: false })
    t.match(await call('POST', path, HOLIDAYS), { status: 409, body: { code: 'user_inactive' } })
    const { body } = await call('GET', path)
    t.equal((await call('DELETE', `${path}/${body.data[0].id}`)).status, 204)
  },
)
