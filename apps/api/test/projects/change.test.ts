import { randomUUID } from 'node:crypto'
import { events } from '@mediajobs/db/schema'
import { sharedApp } from '@mediajobs/testing/api/app'
import { asc, eq } from 'drizzle-orm'
import t from 'tap'

const service = await sharedApp()
const org = await service.createOrg()
const technician = await service.createMember(org, 'TECHNICIAN')
const editor = await service.createMember(org, 'EDITOR')
const technicianKey = await technician.keyWith('WRITE')
const editorKey = await editor.keyWith('WRITE')

const call = (method: string, path: string, body?: unknown, key = org.key, headers = {}) =>
  service.request(method, path, { key, body, headers })
const create = async (body = {}) =>
  (await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z', ...body })).body
const move = (id: string, status: string, key = org.key) =>
  call('PATCH', `/projects/${id}/status`, { status }, key)

interface Event {
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
  data: any
}

async function eventsOf(projectId: string): Promise<Event[]> {
  const rows = await service.store.sql.orm
    .select({ name: events.name, data: events.data })
    .from(events)
    .where(eq(events.organizationId, org.organizationId))
    .orderBy(asc(events.id))
  return (rows as Event[]).filter(({ data }) => data.projectId === projectId)
}
const namesOf = async (id: string) => (await eventsOf(id)).map(({ name }) => name)

t.test(
  'PATCH changes the given fields, null clears, and the version increases [c1-bodies-null-clears, c4-patch]',
  async (t) => {
    const { id, statusChangedAt: before } = await create({ notes: 'old', city: 'Bern' })
    const { status, body, headers } = await call('PATCH', `/projects/${id}`, {
      notes: null,
      scheduledTime: '2026-06-01T12:00:00+02:00',
    })
    t.equal(status, 200)
    t.equal(headers.etag, '"2"')
    t.match(body, {
      notes: null,
      statusChangedAt: before,
      city: 'Bern',
      scheduledTime: '2026-06-01T10:00:00.000Z',
      version: 2,
    })
    const { body: same } = await call('PATCH', `/projects/${id}`, {
      city: 'Bern',
      scheduledTime: '2026-06-01T10:00:00Z',
    })
    t.strictSame(same, body, 'equal values change nothing')
    t.equal((await call('PATCH', `/projects/${id}`, { scheduledTime: null })).status, 400)
    t.equal((await call('PATCH', `/projects/${randomUUID()}`, {})).status, 404)
  },
)

t.test(
  'an assignment returns the project; PROJECT_ASSIGNED is sent for a new person only [i3-assigned-event, i4-assign-technician, i4-assign-editor, i4-assign-project-manager, i6-project-assigned, c4-assign, c4-assign-event]',
  async (t) => {
    const { id } = await create()
    const { userId } = technician
    const { status, body } = await call('PATCH', `/projects/${id}/assign-technician`, { userId })
    t.equal(status, 200)
    t.match(body, { id, technicianId: userId, status: 'PENDING' })
    await call('PATCH', `/projects/${id}/assign-technician`, { userId })
    await call('PATCH', `/projects/${id}/assign-editor`, { userId: editor.userId })
    await call('PATCH', `/projects/${id}/assign-project-manager`, { userId: org.userId })
    await call('PATCH', `/projects/${id}/assign-editor`, { userId: null })
    await call('PATCH', `/projects/${id}`, { editorId: userId })
    const assigned = (await eventsOf(id)).filter(({ name }) => name === 'PROJECT_ASSIGNED')
    t.match(
      assigned.map(({ data }) => data),
      [
        { role: 'TECHNICIAN', userId, previousUserId: null },
        { role: 'EDITOR', userId: editor.userId, previousUserId: null },
        { role: 'EDITOR', userId, previousUserId: null },
      ],
    )
    t.equal(assigned.length, 3)
    t.equal(assigned[0]?.data.project.technicianId, userId)
  },
)

t.test(
  'PROJECT_ASSIGNED follows PROJECT_CREATED for assignments at creation [i3-created-event, i6-project-created, c4-assign-event]',
  async (t) => {
    const { id } = await create({ technicianId: technician.userId, editorId: editor.userId })
    t.strictSame(await namesOf(id), ['PROJECT_CREATED', 'PROJECT_ASSIGNED', 'PROJECT_ASSIGNED'])
    const [created, assigned] = await eventsOf(id)
    t.strictSame(Object.keys(created?.data ?? {}), [
      'event',
      'orgId',
      'occurredAt',
      'projectId',
      'project',
    ])
    t.equal(assigned?.data.role, 'TECHNICIAN')
    const { body } = await call('GET', `/projects/${id}`)
    t.same(created?.data.project, body)
  },
)

t.test(
  'only a member can be assigned, and null removes the assignment [c4-assign, c4-assign-member]',
  async (t) => {
    const { id } = await create({ technicianId: technician.userId })
    const bad = ['nope', randomUUID(), (await service.createOrg()).userId]
    for (const userId of bad) {
      t.equal((await call('PATCH', `/projects/${id}/assign-editor`, { userId })).status, 404)
    }
    t.equal((await call('PATCH', `/projects/${id}/assign-editor`, {})).status, 400)
    t.equal((await call('PATCH', `/projects/${id}/assign-editor`, { userId: 5 })).status, 400)
    const { body } = await call('PATCH', `/projects/${id}/assign-technician`, { userId: null })
    t.equal(body.technicianId, null)
    t.equal(
      (await call('PATCH', `/projects/${id}/assign-customer`, { customerId: id })).status,
      404,
    )
  },
)

t.test(
  'an administrator may make every move, and all are in the history [c4-record, i3-entitled, i3-managers, i4-status, c3-moves-managers, c3-moves-history]',
  async (t) => {
    const { id } = await create()
    let since = ''
    for (const status of ['DELIVERED', 'PENDING', 'CANCELLED', 'IN_REVISION']) {
      const { status: code, body } = await move(id, status)
      t.equal(code, 200)
      t.equal(body.status, status)
      t.ok(body.statusChangedAt > since, 'each move has its time')
      since = body.statusChangedAt
      t.equal(body.cancelledAt === null, status !== 'CANCELLED')
    }
    const { body } = await call('GET', `/projects/${id}/history?limit=3`)
    const { body: rest } = await call('GET', `/projects/${id}/history?cursor=${body.nextCursor}`)
    const moves = [...body.data, ...rest.data]
    t.strictSame(
      moves.map(({ fromStatus, toStatus }) => `${fromStatus}>${toStatus}`),
      ['CANCELLED>IN_REVISION', 'PENDING>CANCELLED', 'DELIVERED>PENDING', 'PENDING>DELIVERED'],
    )
    t.equal(moves[0].changedByUserId, org.userId)
    t.type(moves[0].changedByApiKeyId, 'string')
    t.equal((await call('GET', `/projects/${randomUUID()}/history`)).status, 404)
  },
)

t.test('a move to the current status is a no-op without an event [c3-moves-same]', async (t) => {
  const { id } = await create()
  const { status, body } = await move(id, 'PENDING')
  t.equal(status, 200)
  t.equal(body.version, 1)
  t.strictSame(await namesOf(id), ['PROJECT_CREATED'])
  t.strictSame((await call('GET', `/projects/${id}/history`)).body.data, [])
})

t.test(
  'a technician may only move an assigned project from SHOOTING to UPLOADED [i3-technicians, i7-403-move, c2-access-status, c3-moves-technician, c3-moves-refused]',
  async (t) => {
    const { id } = await create({ technicianId: technician.userId })
    const early = await move(id, 'UPLOADED', technicianKey)
    t.equal(early.status, 403)
    t.match(early.body, { code: 'role_forbids_move', message: /TECHNICIAN.*PENDING to UPLOADED/ })
    await move(id, 'SHOOTING')
    const wrong = await move(id, 'EDITING', technicianKey)
    t.match(wrong.body.message, /Allowed: UPLOADED/)
    t.equal((await move(id, 'UPLOADED', technicianKey)).status, 200)
    t.equal((await move(id, 'UPLOADED', technicianKey)).status, 200, 'a repeat changes nothing')
    const { id: foreign } = await create()
    await move(foreign, 'SHOOTING')
    const notTheirs = await move(foreign, 'UPLOADED', technicianKey)
    t.equal(notTheirs.status, 403)
    t.match(notTheirs.body.message, /not assigned to this person/)
  },
)

t.test(
  'an editor may move an assigned project to IN_REVIEW, and then deliver it [i3-editors, c2-access-status, c3-moves-editor]',
  async (t) => {
    const { id } = await create({ editorId: editor.userId })
    await move(id, 'EDITING')
    t.equal((await move(id, 'IN_REVIEW', editorKey)).status, 200)
    t.equal((await move(id, 'EDITING', editorKey)).status, 403)
    t.equal((await call('POST', `/projects/${id}/deliver`, undefined, editorKey)).status, 200)
    await move(id, 'IN_REVISION')
    t.equal((await call('POST', `/projects/${id}/deliver`, {}, editorKey)).status, 403)
    t.equal((await move(id, 'IN_REVIEW', editorKey)).status, 200)
  },
)

t.test(
  'technicians and editors start their own jobs if the organization allows it [c3-moves-starts]',
  async (t) => {
    const { id } = await create({ technicianId: technician.userId, editorId: editor.userId })
    const { id: foreign } = await create()
    await move(id, 'BOOKED')
    await move(foreign, 'BOOKED')
    t.match((await move(id, 'SHOOTING', technicianKey)).body, { code: 'role_forbids_move' })
    await call('PATCH', '/organization', { techniciansStart: true })
    t.teardown(() =>
      call('PATCH', '/organization', { techniciansStart: false, editorsStart: false }),
    )
    t.equal((await move(foreign, 'SHOOTING', technicianKey)).status, 403)
    t.match((await move(id, 'UPLOADED', technicianKey)).body.message, /Allowed: SHOOTING/)
    t.equal((await move(id, 'SHOOTING', technicianKey)).status, 200)
    t.equal((await move(id, 'UPLOADED', technicianKey)).status, 200)
    t.match((await move(id, 'EDITING', editorKey)).body, { code: 'role_forbids_move' })
    await call('PATCH', '/organization', { techniciansStart: false, editorsStart: true })
    t.equal((await move(id, 'EDITING', editorKey)).status, 200)
    await move(id, 'BOOKED')
    t.equal((await move(id, 'SHOOTING', technicianKey)).status, 403, 'switched off again')
  },
)

t.test(
  'the order of checks: 400, then 404, then 403 for the move, then 412 [i3-no-labels, i7-400, i7-403-move, c1-order]',
  async (t) => {
    const { id } = await create({ technicianId: technician.userId })
    const stale = { 'if-match': '"9"' }
    const path = `/projects/${id}/status`
    const statusOf = async (at: string, status: string, key: string) =>
      (await call('PATCH', at, { status }, key, stale)).status
    t.equal(await statusOf(`/projects/${randomUUID()}/status`, 'Assigned', technicianKey), 400)
    t.equal(await statusOf(`/projects/${randomUUID()}/status`, 'EDITING', technicianKey), 404)
    t.equal(await statusOf(path, 'EDITING', technicianKey), 403)
    t.equal(await statusOf(path, 'EDITING', org.key), 412)
  },
)

t.test(
  'every operation that moves a project to DELIVERED creates a client delivery [i3-delivered-event, i6-status-changed, i6-project-delivered, c3-delivery-enter, c3-delivery-operation, c3-delivery-again, c3-delivery-url, c3-delivery-token-bits]',
  async (t) => {
    const { id } = await create()
    const { body } = await move(id, 'DELIVERED')
    t.type(body.deliveredAt, 'string')
    t.strictSame(await namesOf(id), [
      'PROJECT_CREATED',
      'PROJECT_STATUS_CHANGED',
      'PROJECT_DELIVERED',
    ])
    const delivered = (await eventsOf(id)).at(-1)?.data
    t.match(delivered.deliveryToken, /^[0-9A-Za-z]{43}$/)
    t.equal(delivered.deliveryUrl, `http://deliveries.test/${delivered.deliveryToken}`)
    const again = await call('POST', `/projects/${id}/deliver`, {
      message: 'Enjoy',
      expiresAt: '2199-01-01T00:00:00Z',
    })
    t.equal(again.status, 200)
    t.match(again.body, { id, status: 'DELIVERED', message: 'Enjoy' })
    t.equal(again.body.expiresAt, '2199-01-01T00:00:00.000Z')
    t.not(again.body.deliveryToken, delivered.deliveryToken)
    const names = await namesOf(id)
    t.strictSame(
      names.slice(3),
      ['PROJECT_DELIVERED'],
      'a second delivery sends only PROJECT_DELIVERED',
    )
    t.equal((await call('DELETE', `/projects/${id}/delivery`)).status, 204)
    t.equal((await call('DELETE', `/projects/${id}/delivery`)).status, 204)
    const past = await call('POST', `/projects/${id}/deliver`, {
      expiresAt: '2020-01-01T00:00:00Z',
    })
    t.equal(past.status, 400)
  },
)

t.test(
  'concurrent moves run one by one, none lost or doubled [i3-entitled, i6-status-changed, c3-moves-race]',
  async (t) => {
    const { id } = await create()
    const wanted = ['BOOKED', 'SHOOTING', 'BOOKED', 'EDITING', 'CANCELLED', 'SHOOTING', 'BOOKED']
    const responses = await Promise.all(wanted.map((status) => move(id, status)))
    t.ok(responses.every(({ status }) => status === 200))
    const { body } = await call('GET', `/projects/${id}/history`)
    const moves = body.data.toReversed()
    const chain = moves.map(({ fromStatus }: { fromStatus: string }) => fromStatus)
    const ends = moves.map(({ toStatus }: { toStatus: string }) => toStatus)
    t.strictSame(
      chain,
      ['PENDING', ...ends.slice(0, -1)],
      'each move begins at the status of the one before',
    )
    const published = (await eventsOf(id))
      .slice(1)
      .map(({ data }) => `${data.fromStatus}>${data.toStatus}`)
    t.strictSame(
      published,
      moves.map((m: Record<string, string>) => `${m.fromStatus}>${m.toStatus}`),
    )
    const { body: counts } = await call('GET', '/projects/status-counts')
    const { body: list } = await call('GET', '/projects?limit=100')
    for (const [status, count] of Object.entries(counts)) {
      const listed = list.data.filter((project: { status: string }) => project.status === status)
      t.equal(listed.length, count, status)
    }
  },
)
