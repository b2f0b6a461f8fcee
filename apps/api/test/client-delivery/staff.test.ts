import { randomUUID } from 'node:crypto'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { statuses } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })

t.test(
  'staff approve for the client: the same event, with the user’s id [c3-delivery-staff, c3-delivery-approved-by, c3-delivery-decided-by]',
  async (t) => {
    const { org, call, deliver, eventsOf } = await deliveringStudio(api)
    const { project, token, open } = await deliver()
    const manager = await api.createMember(org, 'MANAGER')
    const key = await manager.keyWith('WRITE')
    const path = `/projects/${project.id}/approve`
    const { status, body, headers } = await call('POST', path, undefined, key)
    t.equal(status, 200)
    t.match(body, { id: project.id, status: 'DELIVERED', version: project.version + 1 })
    t.equal(headers.etag, `"${body.version}"`)
    t.strictSame((await call('GET', `/projects/${project.id}`)).body, body)
    const [event, ...more] = await eventsOf(project.id, 'DELIVERY_APPROVED')
    t.match(event, { approvedByUserId: manager.userId, approvedAt: body.approvedAt })
    t.strictSame(
      [event.deliveryToken, event.project.deliveryUrl],
      [token, `http://deliveries.test/${token}`],
    )
    t.strictSame(more, [])
    t.strictSame((await call('POST', path)).body, body, 'a repeat changes nothing')
    t.equal((await eventsOf(project.id, 'DELIVERY_APPROVED')).length, 1)
    const decided = { state: 'APPROVED', decidedBy: 'STAFF', approvedAt: body.approvedAt }
    t.match((await open()).body, decided)
  },
)

t.test(
  'staff request a revision for the client: the history has the user’s id [c3-moves-history, c3-delivery-staff, c3-delivery-decided-by]',
  async (t) => {
    const { org, call, deliver } = await deliveringStudio(api)
    const { project, open } = await deliver()
    const path = `/projects/${project.id}/request-revision`
    t.match(await call('POST', path, {}), {
      status: 400,
      body: { message: ['comment is required'] },
    })
    const { status, body, headers } = await call('POST', path, { comment: 'By phone: darker' })
    t.equal(status, 200)
    t.match(body, { status: 'IN_REVISION', version: project.version + 1 })
    t.equal(headers.etag, `"${body.version}"`)
    const history = await call('GET', `/projects/${project.id}/history`)
    t.match(history.body.data[0], { toStatus: 'IN_REVISION', changedByUserId: org.userId })
    t.match((await open()).body, {
      state: 'REVISION_REQUESTED',
      decidedBy: 'STAFF',
      revisionComment: 'By phone: darker',
    })
    t.match(await call('POST', path, { comment: 'x' }), {
      status: 409,
      body: { code: 'project_not_delivered' },
    })
  },
)

t.test(
  'staff can decide on a delivery with an expired link, but not on a revoked one',
  async (t) => {
    const { call, deliver } = await deliveringStudio(api)
    const [expired, revoked] = [await deliver(), await deliver()]
    await api.store.sql.query(
      'update client_deliveries set expires_at = now() where project_id = $1',
      [expired.project.id],
    )
    t.equal((await expired.open()).status, 404)
    t.equal((await call('POST', `/projects/${expired.project.id}/approve`)).status, 200)
    await call('DELETE', `/projects/${revoked.project.id}/delivery`)
    const never = await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
    for (const id of [revoked.project.id, never.body.id]) {
      for (const act of ['approve', 'request-revision']) {
        const response = await call('POST', `/projects/${id}/${act}`, { comment: 'x' })
        t.match(response, { status: 409, body: { code: 'no_delivery_in_force' } })
      }
    }
  },
)

t.test('approval and revision request honor If-Match: a stale version is a 412', async (t) => {
  const { org, deliver, eventsOf } = await deliveringStudio(api)
  const { project } = await deliver()
  const post = (act: string, version: number) =>
    api.request('POST', `/projects/${project.id}/${act}`, {
      key: org.key,
      body: { comment: 'x' },
      headers: { 'if-match': `"${version}"` },
    })
  t.equal((await post('approve', project.version - 1)).status, 412)
  t.equal((await post('request-revision', project.version - 1)).status, 412)
  t.strictSame(await eventsOf(project.id, 'DELIVERY_APPROVED'), [])
  t.equal((await post('approve', project.version)).status, 200)
})

t.test(
  'concurrent approvals by client and staff give one event and one approval time',
  async (t) => {
    const { call, deliver, eventsOf } = await deliveringStudio(api)
    const { project, approve } = await deliver()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 ? approve() : call('POST', `/projects/${project.id}/approve`),
      ),
    )
    t.strictSame(statuses(responses), { 200: 20 })
    t.equal(new Set(responses.map(({ body }) => body.approvedAt)).size, 1)
    t.equal((await eventsOf(project.id, 'DELIVERY_APPROVED')).length, 1)
  },
)

t.test('staff read the client’s decision, without the token', async (t) => {
  const { org, call, deliver } = await deliveringStudio(api)
  const { project, token, requestRevision } = await deliver({}, { message: 'Here' })
  const path = `/projects/${project.id}/delivery`
  await requestRevision({ comment: 'Too dark' })
  const editor = await api.createMember(org, 'EDITOR')
  const { status, body } = await call('GET', path, undefined, await editor.keyWith('READ'))
  t.equal(status, 200)
  const { id, createdAt, revisionRequestedAt, ...rest } = body
  t.strictSame(rest, {
    projectId: project.id,
    state: 'REVISION_REQUESTED',
    message: 'Here',
    expiresAt: null,
    deliveredByUserId: org.userId,
    approvedAt: null,
    approvedByUserId: null,
    revisionComment: 'Too dark',
    revokedAt: null,
    deliveryUrl: null,
    firstViewedAt: null,
    lastViewedAt: null,
    viewCount: 0,
    downloadCount: 0,
    lockedAt: null,
    unlockedAt: null,
    unlockReason: null,
    unlockedByUserId: null,
    unlockNote: null,
  })
  t.notMatch(JSON.stringify(body), token)
  await call('POST', `/projects/${project.id}/deliver`)
  const newest = await call('GET', path)
  t.equal(newest.body.state, 'OPEN')
  t.not(newest.body.id, id)
  await call('DELETE', path)
  t.match((await call('GET', path)).body, { id: newest.body.id, revokedAt: /Z$/ })
})

t.test(
  'deciding for the client requires WRITE and the role ADMIN or MANAGER in the organization [c3-delivery-staff]',
  async (t) => {
    const { org, call, deliver } = await deliveringStudio(api)
    const { project, open } = await deliver()
    const editor = await api.createMember(org, 'EDITOR')
    const manager = await api.createMember(org, 'MANAGER')
    const stranger = await api.createOrg()
    const never = await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
    for (const act of ['approve', 'request-revision']) {
      const post = (key: string, id = project.id) =>
        call('POST', `/projects/${id}/${act}`, { comment: 'x' }, key)
      t.match(await post(await editor.keyWith('ADMIN')), {
        status: 403,
        body: { code: 'role_forbids' },
      })
      t.match(await post(await manager.keyWith('READ')), {
        status: 403,
        body: { code: 'scope_missing' },
      })
      for (const id of [project.id, randomUUID(), 'nope']) {
        t.match(await post(stranger.key, id), { status: 404, body: { code: 'not_found' } })
      }
    }
    for (const [id, key] of [
      [project.id, stranger.key],
      [randomUUID(), org.key],
      [never.body.id, org.key],
    ]) {
      t.equal((await call('GET', `/projects/${id}/delivery`, undefined, key)).status, 404)
    }
    t.equal((await open()).body.state, 'OPEN')
  },
)

t.test('a refused revocation names the roles that may revoke', async (t) => {
  const { org, deliver } = await deliveringStudio(api)
  const { project } = await deliver()
  const technician = await api.createMember(org, 'TECHNICIAN')
  const { status, body } = await api.request('DELETE', `/projects/${project.id}/delivery`, {
    key: await technician.keyWith('WRITE'),
  })
  t.equal(status, 403)
  t.equal(body.code, 'role_forbids_move')
  t.equal(
    body.message,
    'The role TECHNICIAN may not revoke the delivery of this project. ADMIN, MANAGER and the assigned EDITOR may.',
  )
})
