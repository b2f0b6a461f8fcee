// docs/contract.md#c21
import { randomUUID } from 'node:crypto'
import { MAX_VISITS } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { asPerson } from '@mediajobs/testing/api/sign-in'
import t from 'tap'

const service = await sharedApp()

const SHOOT = '2026-05-04T09:30:00.000Z'
const TWILIGHT = '2026-05-04T18:30:00.000Z'
const NEXT_DAY = '2026-05-05T09:30:00.000Z'

async function studio() {
  const org = await service.createOrg()
  const [ann, bo] = [
    await service.createMember(org, 'TECHNICIAN'),
    await service.createMember(org, 'TECHNICIAN'),
  ]
  const call = (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.request(method, at, { key: org.key, body, headers })
  const book = async (fields: object = {}) =>
    (
      await call('POST', '/projects/create', {
        scheduledTime: SHOOT,
        estimatedDuration: 90,
        technicianId: ann.userId,
        ...fields,
      })
    ).body
  const visitsOf = async (id: string) =>
    (await call('GET', `/projects/${id}/visits`)).body.data as Record<string, unknown>[]
  const project = async (id: string) => (await call('GET', `/projects/${id}`)).body
  const act = async (person: { token(): Promise<string> }) =>
    asPerson(service, await person.token(), org.organizationId)
  const assigned = async () => {
    const { body } = await call('GET', '/events?event=PROJECT_ASSIGNED')
    return body.data.map(({ data }: { data: { userId: string } }) => data.userId).reverse()
  }
  return { org, ann, bo, call, book, visitsOf, project, act, assigned }
}

t.test(
  "adding a visit turns the project's own appointment into a visit too [c21-visits, c21-visit-first]",
  async (t) => {
    const { org, ann, bo, call, book, visitsOf, project } = await studio()
    const { id, version } = await book()
    t.strictSame(await visitsOf(id), [])
    const sent = {
      kind: 'TWILIGHT',
      scheduledTime: '2026-05-04T20:30:00+02:00',
      durationMinutes: 45,
      technicianId: bo.userId,
    }
    const made = await call('POST', `/projects/${id}/visits`, sent)
    t.match(made, {
      status: 201,
      body: {
        organizationId: org.organizationId,
        projectId: id,
        ...sent,
        scheduledTime: TWILIGHT,
        status: 'PLANNED',
        version: 1,
      },
    })
    const [twilight, own, ...more] = await visitsOf(id)
    t.strictSame(more, [])
    t.strictSame(twilight, made.body, 'newest first')
    t.match(own, {
      kind: 'SHOOT',
      scheduledTime: SHOOT,
      durationMinutes: 90,
      technicianId: ann.userId,
      status: 'PLANNED',
    })
    const read = await call('GET', `/projects/${id}/visits/${made.body.id}`)
    t.strictSame(read.body, made.body)
    t.equal(read.headers.etag, '"1"')
    t.equal((await project(id)).version, version, 'the project is as it was')
  },
)

t.test('a visit after the upload leaves the shoot DONE [c21-visit-first]', async (t) => {
  const { call, book, visitsOf, project } = await studio()
  const { id } = await book()
  await call('PATCH', `/projects/${id}/status`, { status: 'UPLOADED' })
  await call('POST', `/projects/${id}/visits`, { kind: 'RESHOOT', scheduledTime: NEXT_DAY })
  const statuses = (await visitsOf(id)).map(({ kind, status }) => [kind, status])
  t.strictSame(statuses, [
    ['RESHOOT', 'PLANNED'],
    ['SHOOT', 'DONE'],
  ])
  t.match(await project(id), {
    scheduledTime: NEXT_DAY,
    technicianId: null,
    estimatedDuration: null,
  })
})

t.test(
  "the project's own fields are those of its first planned visit [c21-visit-mirror]",
  async (t) => {
    const { ann, bo, call, book, visitsOf, project, assigned } = await studio()
    const { id } = await book()
    const twilight = { kind: 'TWILIGHT', scheduledTime: TWILIGHT, technicianId: bo.userId }
    const { body: second } = await call('POST', `/projects/${id}/visits`, twilight)
    const first = (await visitsOf(id)).at(-1)
    const one = `/projects/${id}/visits/${first?.id}`
    const before = await project(id)

    t.match(await call('PATCH', one, { status: 'DONE' }), { status: 200, body: { version: 2 } })
    t.match(await project(id), {
      scheduledTime: TWILIGHT,
      technicianId: bo.userId,
      estimatedDuration: null,
      version: before.version + 1,
    })
    await call('PATCH', one, { status: 'PLANNED' })
    t.match(await project(id), { scheduledTime: SHOOT, technicianId: ann.userId })
    await call('PATCH', `/projects/${id}/visits/${second.id}`, {
      scheduledTime: '2026-05-04T08:00:00Z',
    })
    t.match(await project(id), {
      scheduledTime: '2026-05-04T08:00:00.000Z',
      technicianId: bo.userId,
    })
    for (const each of [first?.id, second.id]) {
      await call('PATCH', `/projects/${id}/visits/${each}`, { status: 'DONE' })
    }
    t.match(await project(id), { scheduledTime: SHOOT, technicianId: ann.userId }, 'the last one')
    t.strictSame(
      await assigned(),
      [ann, bo, ann, bo, ann].map(({ userId }) => userId),
      'with PROJECT_ASSIGNED',
    )
  },
)

t.test(
  "changing the project's own fields changes its first planned visit [c21-visit-mirror]",
  async (t) => {
    const { ann, bo, call, book, visitsOf, project } = await studio()
    const { id } = await book()
    const twilight = { kind: 'TWILIGHT', scheduledTime: TWILIGHT, technicianId: bo.userId }
    await call('POST', `/projects/${id}/visits`, twilight)
    const sent = { scheduledTime: '2026-05-04T10:00:00Z', estimatedDuration: 30 }
    t.equal((await call('PATCH', `/projects/${id}`, sent)).status, 200)
    const first = async () => (await visitsOf(id)).at(-1)
    t.match(await first(), {
      scheduledTime: '2026-05-04T10:00:00.000Z',
      durationMinutes: 30,
      technicianId: ann.userId,
      version: 2,
    })
    await call('PATCH', `/projects/${id}/assign-technician`, { userId: null })
    t.match(await first(), { technicianId: null, version: 3 })
    const { body } = await call('PATCH', `/projects/${id}`, { scheduledTime: NEXT_DAY })
    t.match(body, { scheduledTime: TWILIGHT, technicianId: bo.userId }, 'another one is first now')
    t.strictSame(await project(id), body)
    t.match(await first(), { scheduledTime: NEXT_DAY })
    await call('PATCH', `/projects/${id}`, { notes: 'Ring twice' })
    t.match(await first(), { version: 4 }, 'other fields change no visit')
  },
)

t.test(
  'a technician named for a visit that is no longer the first is announced too [c4-assign-event, c21-visit-mirror]',
  async (t) => {
    const { org, ann, bo, call, book, visitsOf, project } = await studio()
    const cy = await service.createMember(org, 'TECHNICIAN')
    const [annId, boId, cyId] = [ann.userId, bo.userId, cy.userId]
    /** The events of a PATCH of Ann's shoot, with a later visit of `second`. */
    const eventsOf = async (second: string | null, changes: Changes) => {
      const { id } = await book()
      const twilight = { kind: 'TWILIGHT', scheduledTime: TWILIGHT, technicianId: second }
      await call('POST', `/projects/${id}/visits`, twilight)
      const sent = { scheduledTime: NEXT_DAY, ...changes }
      const { body } = await call('PATCH', `/projects/${id}`, sent)
      t.match(body, { scheduledTime: TWILIGHT, technicianId: second })
      t.strictSame(body, await project(id))
      const named = changes.technicianId === undefined ? annId : changes.technicianId
      t.match((await visitsOf(id)).at(-1), { scheduledTime: NEXT_DAY, technicianId: named })
      const { body: events } = await call('GET', `/events?event=PROJECT_ASSIGNED&projectId=${id}`)
      const data: Assigned[] = events.data.map((event: { data: Assigned }) => event.data).reverse()
      for (const { role, userId, project } of data) {
        const { technicianId, editorId } = project
        t.equal(role === 'EDITOR' ? editorId : technicianId, userId, 'the record has them')
      }
      if (second !== null) t.strictSame(data.at(-1)?.project, body, 'the last one is current')
      return data.slice(1).map(({ userId, previousUserId }) => [userId, previousUserId])
    }
    t.strictSame(await eventsOf(boId, { technicianId: cyId }), [
      [cyId, annId],
      [boId, cyId],
    ])
    t.strictSame(await eventsOf(annId, { technicianId: cyId }), [
      [cyId, annId],
      [annId, cyId],
    ])
    t.strictSame(await eventsOf(boId, { technicianId: cyId, editorId: org.userId }), [
      [cyId, annId],
      [org.userId, null],
      [boId, cyId],
    ])
    t.strictSame(await eventsOf(null, { technicianId: cyId }), [[cyId, annId]])
    t.strictSame(await eventsOf(boId, { technicianId: boId }), [[boId, annId]], 'once')
    t.strictSame(await eventsOf(boId, { technicianId: null }), [[boId, annId]])
    t.strictSame(await eventsOf(boId, {}), [[boId, annId]])
  },
)

interface Changes {
  technicianId?: string | null
  editorId?: string
}

interface Assigned {
  role: string
  userId: string
  previousUserId: string | null
  project: { technicianId: string | null; editorId: string | null }
}

t.test('concurrent changes keep project and visits in step [c21-visit-mirror]', async (t) => {
  const { call, book, visitsOf, project } = await studio()
  const { id } = await book()
  const times = Array.from({ length: 8 }, (_, n) => `2026-05-${10 + n}T09:00:00Z`)
  await Promise.all(
    times.flatMap((scheduledTime) => [
      call('POST', `/projects/${id}/visits`, { kind: 'OTHER', scheduledTime }),
      call('PATCH', `/projects/${id}`, { scheduledTime }),
    ]),
  )
  const planned = (await visitsOf(id)).map(({ scheduledTime }) => String(scheduledTime)).sort()
  t.equal(planned.length, 9)
  t.equal((await project(id)).scheduledTime, planned[0])
})

t.test('changing a visit honors If-Match, and null clears [c21-visits]', async (t) => {
  const { bo, call, book } = await studio()
  const { id } = await book()
  const twilight = { kind: 'TWILIGHT', scheduledTime: TWILIGHT, durationMinutes: 30 }
  const { body } = await call('POST', `/projects/${id}/visits`, twilight)
  const one = `/projects/${id}/visits/${body.id}`
  const headers = { 'if-match': '"1"' }
  const changed = await call(
    'PATCH',
    one,
    { technicianId: bo.userId, durationMinutes: null },
    headers,
  )
  t.match(changed, {
    status: 200,
    body: { technicianId: bo.userId, durationMinutes: null, version: 2 },
  })
  t.match(await call('PATCH', one, { kind: 'OTHER' }, headers), { status: 412 })
  t.strictSame((await call('PATCH', one, { kind: 'TWILIGHT' })).body, changed.body, 'no change')
})

t.test('an unknown visit is a 404, an invalid one a 400 [c21-visits]', async (t) => {
  const { org, call, book } = await studio()
  const { id } = await book()
  const sent = { kind: 'RESHOOT', scheduledTime: NEXT_DAY }
  const { body } = await call('POST', `/projects/${id}/visits`, sent)
  const other = await book()
  t.equal((await call('GET', `/projects/${other.id}/visits/${body.id}`)).status, 404)
  t.equal((await call('PATCH', `/projects/${other.id}/visits/${body.id}`, {})).status, 404)
  t.equal((await call('POST', `/projects/${randomUUID()}/visits`, sent)).status, 404)
  const stranger = await service.createOrg()
  const theirs = { ...sent, technicianId: stranger.userId }
  t.match(await call('POST', `/projects/${other.id}/visits`, theirs), {
    status: 404,
    body: { fields: [{ path: 'technicianId' }] },
  })
  t.strictSame((await call('GET', `/projects/${other.id}/visits`)).body.data, [], 'nothing is left')
  for (const wrong of [
    { ...sent, kind: 'PARTY' },
    { ...sent, durationMinutes: 0 },
    { kind: 'SHOOT' },
    { ...sent, status: 'LOST' },
  ]) {
    t.equal((await call('POST', `/projects/${id}/visits`, wrong)).status, 400)
  }
  const seen = await stranger.call('GET', `/projects/${id}/visits`)
  t.equal(seen.status, 404, 'of another organization')
  t.equal(org.organizationId === stranger.organizationId, false)
})

t.test(
  `a project has at most ${MAX_VISITS} visits, and at least one once added [c21-visit-limits]`,
  async (t) => {
    const { call, book, visitsOf } = await studio()
    const { id } = await book()
    const sent = { kind: 'OTHER', scheduledTime: NEXT_DAY }
    const all = await Promise.all(
      Array.from({ length: MAX_VISITS + 1 }, () => call('POST', `/projects/${id}/visits`, sent)),
    )
    const refused = all.filter(({ status }) => status !== 201)
    t.match(refused, [
      { status: 409, body: { code: 'too_many_visits' } },
      { status: 409, body: { code: 'too_many_visits' } },
    ])
    const [last, ...others] = await visitsOf(id)
    t.equal(others.length, MAX_VISITS - 1)
    for (const each of others) {
      const path = `/projects/${id}/visits/${each.id}`
      t.equal((await call('PATCH', path, { status: 'CANCELLED' })).status, 200)
    }
    const only = `/projects/${id}/visits/${last?.id}`
    t.match(await call('PATCH', only, { status: 'CANCELLED' }), {
      status: 409,
      body: { code: 'last_visit' },
    })
  },
)

t.test(
  'availability counts every visit unless the visit or its project is canceled [c21-visit-readers]',
  async (t) => {
    const { bo, call, book } = await studio()
    await call('PATCH', '/organization', { timeZone: 'UTC' })
    const { id } = await book()
    const sent = {
      kind: 'OTHER',
      scheduledTime: '2026-05-04T12:00:00Z',
      durationMinutes: 120,
      technicianId: bo.userId,
    }
    const { body: visit } = await call('POST', `/projects/${id}/visits`, sent)
    const free = async () => {
      const day = 'from=2026-05-04T00:00:00Z&to=2026-05-05T00:00:00Z'
      const { body } = await call('GET', `/availability?${day}&technicianId=${bo.userId}`)
      return body.data[0].free.map(({ from, to }: { from: string; to: string }) =>
        [from, to].map((each) => each.slice(11, 16)).join('–'),
      )
    }
    t.strictSame(await free(), ['09:00–12:00', '14:00–17:00'])
    const one = `/projects/${id}/visits/${visit.id}`
    await call('PATCH', one, { status: 'DONE' })
    t.strictSame(await free(), ['09:00–12:00', '14:00–17:00'])
    await call('PATCH', one, { status: 'CANCELLED' })
    t.strictSame(await free(), ['09:00–17:00'])
    await call('PATCH', one, { status: 'PLANNED' })
    await call('PATCH', `/projects/${id}/status`, { status: 'CANCELLED' })
    t.strictSame(await free(), ['09:00–17:00'])
  },
)

t.test('additional visits are listed, earliest first [c21-visit-readers]', async (t) => {
  const { bo, call, book } = await studio()
  const [first, second] = [await book({ city: 'Oslo' }), await book()]
  const made = async (id: string, scheduledTime: string, technicianId: string | null = null) =>
    (await call('POST', `/projects/${id}/visits`, { kind: 'OTHER', scheduledTime, technicianId }))
      .body.id
  const late = await made(first.id, '2026-05-07T09:00:00Z', bo.userId)
  const early = await made(second.id, '2026-05-06T09:00:00Z')
  const list = async (query = '') =>
    (await call('GET', `/visits?${query}`)).body.data.map(({ id }: { id: string }) => id)
  t.strictSame(await list(), [early, late])
  t.strictSame(await list(`technicianId=${bo.userId}`), [late])
  t.strictSame(await list('scheduledFrom=2026-05-06T09:00:01Z'), [late])
  t.strictSame(await list('scheduledTo=2026-05-06T09:00:00Z'), [early])
  const page = (await call('GET', '/visits?limit=1')).body
  t.strictSame(page.data.length, 1)
  t.strictSame(await list(`limit=1&cursor=${page.nextCursor}`), [late])
  const [of] = (await call('GET', `/visits?technicianId=${bo.userId}`)).body.data
  t.match(of, { projectId: first.id, project: { status: 'PENDING', city: 'Oslo' } })
  await call('PATCH', `/projects/${second.id}/status`, { status: 'CANCELLED' })
  t.strictSame(await list(), [late], 'without visits of CANCELLED projects')
  await call('PATCH', `/projects/${first.id}/visits/${late}`, { status: 'CANCELLED' })
  t.strictSame(await list(), [], 'and without canceled visits')
})

t.test("any visit's technician counts as assigned [c21-visit-assigned]", async (t) => {
  const { bo, call, book, act } = await studio()
  const { id } = await book()
  await call('PATCH', `/projects/${id}/status`, { status: 'SHOOTING' })
  const asBo = await act(bo)
  const upload = () => asBo('PATCH', `/projects/${id}/status`, { status: 'UPLOADED' })
  t.equal((await upload()).status, 403)
  const twilight = { kind: 'TWILIGHT', scheduledTime: TWILIGHT, technicianId: bo.userId }
  const { body: visit } = await call('POST', `/projects/${id}/visits`, twilight)
  const mine = async () =>
    (await call('GET', `/projects?visitTechnicianId=${bo.userId}`)).body.data.map(
      (each: { id: string }) => each.id,
    )
  t.strictSame(await mine(), [id], 'also in lists')
  await call('PATCH', `/projects/${id}/visits/${visit.id}`, { status: 'CANCELLED' })
  t.strictSame(await mine(), [])
  t.match(await upload(), { status: 403, body: { code: 'role_forbids_move' } })
  await call('PATCH', `/projects/${id}/visits/${visit.id}`, { status: 'PLANNED' })
  t.match(await upload(), { status: 200, body: { status: 'UPLOADED' } })
})

t.test(
  'lists by technician contain each project once, in order [c21-visit-assigned]',
  async (t) => {
    const { ann, bo, call, book } = await studio()
    const times = ['2026-05-03', '2026-05-01', '2026-05-02'].map((day) => `${day}T09:00:00.000Z`)
    const made = []
    for (const [n, scheduledTime] of times.entries()) {
      const project = await book({ scheduledTime, technicianId: n === 1 ? bo.userId : ann.userId })
      for (const _ of [0, 1]) {
        const visit = { kind: 'OTHER', scheduledTime: NEXT_DAY, technicianId: bo.userId }
        await call('POST', `/projects/${project.id}/visits`, visit)
      }
      made.push(project.id)
    }
    const order = [made[1], made[2], made[0]]
    const list = async (query: string) => {
      const found: string[] = []
      for (let cursor = ''; ; ) {
        const { body } = await call('GET', `/projects?${query}${cursor}`)
        found.push(...body.data.map(({ id }: { id: string }) => id))
        if (body.nextCursor === null) return found
        cursor = `&cursor=${body.nextCursor}`
      }
    }
    const query = `visitTechnicianId=${bo.userId}&sort=scheduledTime`
    for (const limit of [1, 2, 20]) t.strictSame(await list(`${query}&limit=${limit}`), order)
    t.strictSame(await list(`${query}&limit=1&status=PENDING&status=BOOKED`), order)
  },
)
