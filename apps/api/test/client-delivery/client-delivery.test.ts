import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })
const { sql } = api.store

t.test('a client opens a delivery with the token alone [c3-delivery-get]', async (t) => {
  const { deliver } = await deliveringStudio(api)
  const { project, open } = await deliver(
    { addressLine1: '12 Elm St', city: 'Bern', region: 'BE', notes: 'Key is with Ann' },
    { message: 'Here you are', expiresAt: '2100-01-01T00:00:00+01:00' },
  )
  const { status, body, headers } = await open()
  t.equal(status, 200)
  t.strictSame(body, {
    portalUrl: null,
    state: 'OPEN',
    decidedBy: null,
    message: 'Here you are',
    expiresAt: '2099-12-31T23:00:00.000Z',
    approvedAt: null,
    revisionRequestedAt: null,
    revisionComment: null,
    customerLanguage: null,
    organizationName: 'Test Studio',
    organization: {
      name: 'Test Studio',
      logoUrl: null,
      colour: null,
      timeZone: null,
      locale: null,
      deliveryTerms: null,
      deliveryNote: null,
      contactEmail: null,
      contactPhone: null,
    },
    project: {
      addressLine1: '12 Elm St',
      addressLine2: null,
      city: 'Bern',
      region: 'BE',
      postalCode: null,
      countryCode: null,
      status: 'DELIVERED',
      scheduledTime: '2026-05-01T09:30:00.000Z',
      deliveredAt: project.deliveredAt,
      approvedAt: null,
    },
    media: [],
    archive: { state: 'NONE', originalBytes: 0, mlsBytes: 0 },
    revision: null,
    lock: null,
    lockedMedia: [],
  })
  t.equal(headers['cache-control'], 'no-store')
  t.notOk(headers['x-ratelimit-limit'])
})

t.test('media are in order, and an altered photo names its original [c6-altered]', async (t) => {
  const { deliver, addMedia } = await deliveringStudio(api)
  const other = await deliver()
  const foreign = await addMedia(other.project.id)
  let [original, altered, orphan] = ['', '', '']
  const { open } = await deliver({}, {}, async (projectId) => {
    original = await addMedia(projectId, { position: 2, filename: 'sofa.jpg' })
    altered = await addMedia(projectId, {
      position: 1,
      filename: 'sofa-removed.jpg',
      alteredFromMediaId: original,
    })
    orphan = await addMedia(projectId, { position: 3, alteredFromMediaId: foreign })
  })
  const { media } = (await open()).body
  t.strictSame(
    media.map(({ id }: { id: string }) => id),
    [altered, original, orphan],
  )
  t.strictSame(media[0], {
    id: altered,
    type: 'PHOTO',
    filename: 'sofa-removed.jpg',
    contentType: 'image/jpeg',
    size: 5_000_000_000,
    mlsBytes: 5_000_000_000,
    cdnUrl: `https://cdn.test/${altered}`,
    position: 1,
    publishedAt: null,
    preview: null,
    alteration: null,
    originalsUrl: null,
    alteredFrom: {
      id: original,
      filename: 'sofa.jpg',
      cdnUrl: `https://cdn.test/${original}`,
      deleted: false,
      preview: null,
    },
  })
  t.equal(media[1].alteredFrom, null)
  // Another project's picture isn't shown.
  const gone = { id: foreign, filename: null, cdnUrl: null, deleted: true, preview: null }
  t.strictSame(media[2].alteredFrom, gone)
})

t.test(
  'an altered photo shows if its original was deleted [c11-original-deleted, c11-original-delivered]',
  async (t) => {
    const { call, deliver, addMedia } = await deliveringStudio(api)
    let [original, altered] = ['', '']
    const { project, open } = await deliver({}, {}, async (projectId) => {
      original = await addMedia(projectId, { position: 1 })
      altered = await addMedia(projectId, { position: 2, alteredFromMediaId: original })
    })
    const refused = await call('DELETE', `/media/${original}`)
    t.match(refused, { status: 409, body: { code: 'original_delivered' } })
    t.match(refused.body.message, altered)
    await call('PATCH', `/projects/${project.id}/status`, { status: 'IN_REVISION' })
    t.equal((await call('DELETE', `/media/${original}`)).status, 204)
    const { media } = (await open()).body
    t.strictSame(media[0].alteredFrom, {
      id: original,
      filename: null,
      cdnUrl: null,
      deleted: true,
      preview: null,
    })
  },
)

t.test(
  'unknown, malformed, revoked and expired tokens get the same 404 [c3-delivery-revoke, c3-delivery-404]',
  async (t) => {
    const { call, client, deliver } = await deliveringStudio(api)
    const revoked = await deliver()
    const expired = await deliver({}, { expiresAt: '2100-01-01T00:00:00Z' })
    t.equal((await revoked.open()).status, 200)
    t.equal((await expired.open()).status, 200)
    const { body: again } = await call('POST', `/projects/${revoked.project.id}/deliver`)
    t.equal((await call('DELETE', `/projects/${revoked.project.id}/delivery`)).status, 204)
    await sql.query(
      `update client_deliveries set expires_at = now() - interval '1 second' where project_id = $1`,
      [expired.project.id],
    )
    const tokens = [
      revoked.token,
      again.deliveryToken,
      expired.token,
      'A'.repeat(43),
      '%zz',
      '%00',
      revoked.project.id,
      'x'.repeat(9_000),
    ]
    for (const act of ['open', 'approve', 'requestRevision', 'view'] as const) {
      const responses = await Promise.all(tokens.map((token) => client(token)[act]()))
      const seen = responses.map(({ status, headers, body }) => {
        const { 'x-request-id': requestId = '', date, ...kept } = headers
        // The same bytes except for the request id.
        return [status, kept, JSON.stringify(body).replaceAll(requestId, '')]
      })
      t.equal(seen[0]?.[0], 404, act)
      for (const each of seen) t.strictSame(each, seen[0], act)
    }
    const kept = await call('GET', `/projects/${expired.project.id}`)
    t.equal(kept.body.approvedAt, null)
  },
)

t.test(
  'DELIVERY_APPROVED has exactly the documented fields [i3-approved-event, i6-delivery-approved, i6-approved-data, c3-delivery-approve, c7-payload-approved]',
  async (t) => {
    const { org, call, deliver, eventsOf } = await deliveringStudio(api)
    const { body: customer } = await call('POST', '/customers', { name: 'Ann', email: 'a@b.test' })
    const { project, token, approve } = await deliver({
      customerId: customer.id,
      addressLine1: '12 Elm St',
      addressLine2: 'Apt 4',
      city: 'Bern',
      region: 'BE',
    })
    const { status, body } = await approve()
    t.equal(status, 200)
    t.match(body, { state: 'APPROVED', decidedBy: 'CLIENT' })
    const { body: approved } = await call('GET', `/projects/${project.id}`)
    t.match(approved, { status: 'DELIVERED', version: project.version + 1 })
    t.equal(approved.approvedAt, body.approvedAt)
    t.equal(approved.updatedAt, body.approvedAt)
    t.strictSame(await eventsOf(project.id, 'DELIVERY_APPROVED'), [
      {
        event: 'DELIVERY_APPROVED',
        orgId: org.organizationId,
        projectId: project.id,
        deliveryToken: token,
        customerId: customer.id,
        customerEmail: 'a@b.test',
        approvedByUserId: null,
        approvedAt: body.approvedAt,
        project: {
          address: '12 Elm St, Apt 4',
          city: 'Bern',
          region: 'BE',
          status: 'DELIVERED',
          deliveryUrl: `http://deliveries.test/${token}`,
        },
      },
    ])
  },
)

t.test(
  'a field of DELIVERY_APPROVED without a value is null [c3-delivery-approved-by, c7-payload-approved]',
  async (t) => {
    const { deliver, eventsOf } = await deliveringStudio(api)
    const [bare, second] = [
      await deliver(),
      await deliver({ addressLine2: 'Rear', addressLine1: '' }),
    ]
    await Promise.all([bare.approve(), second.approve({})])
    const [event] = await eventsOf(bare.project.id, 'DELIVERY_APPROVED')
    t.match(event, { customerId: null, customerEmail: null })
    t.match(event.project, { address: null, city: null, region: null })
    const [other] = await eventsOf(second.project.id, 'DELIVERY_APPROVED')
    t.equal(other.project.address, 'Rear')
  },
)

t.test(
  "approval publishes the project's property websites and no other media [i6-delivery-approved, c3-delivery-publish]",
  async (t) => {
    const { deliver, addMedia } = await deliveringStudio(api)
    let [website, live, photo] = ['', '', '']
    const { approve, open } = await deliver({}, {}, async (projectId) => {
      website = await addMedia(projectId, { type: 'PROPERTY_WEBSITE', position: 1 })
      live = await addMedia(projectId, {
        type: 'PROPERTY_WEBSITE',
        position: 2,
        publishedAt: '2026-01-01T00:00:00.000Z',
      })
      photo = await addMedia(projectId, { position: 3 })
    })
    const other = await deliver({}, {}, (projectId) =>
      addMedia(projectId, { type: 'PROPERTY_WEBSITE' }),
    )
    const { body } = await approve()
    const published = (media: { id: string; publishedAt: string | null }[]) =>
      media.map(({ id, publishedAt }) => [id, publishedAt])
    t.strictSame(published(body.media), [
      [website, body.approvedAt],
      [live, '2026-01-01T00:00:00.000Z'],
      [photo, null],
    ])
    t.strictSame(published((await open()).body.media), published(body.media))
    t.equal((await other.open()).body.media[0].publishedAt, null)
  },
)

t.test(
  'a client’s revision request moves the project to IN_REVISION, without a user in the history [i3-revision, c3-delivery-revision]',
  async (t) => {
    const { call, deliver, eventsOf } = await deliveringStudio(api)
    const { project, requestRevision, approve, open } = await deliver()
    const comment = 'The sky is grey.\nCan it be blue?'
    const { status, body } = await requestRevision({ comment })
    t.equal(status, 200)
    const decided = { state: 'REVISION_REQUESTED', decidedBy: 'CLIENT' }
    t.match(body, { ...decided, project: { status: 'IN_REVISION' } })
    t.equal(body.revisionComment, comment)
    t.match(body.revisionRequestedAt, /Z$/)
    const [event, ...more] = await eventsOf(project.id, 'PROJECT_STATUS_CHANGED')
    t.match(event, { fromStatus: 'DELIVERED', toStatus: 'IN_REVISION' })
    t.equal(more.length, 1, 'the other event is the delivery itself')
    const history = await call('GET', `/projects/${project.id}/history`)
    t.match(history.body.data[0], { toStatus: 'IN_REVISION' })
    t.strictSame(
      [history.body.data[0].changedByUserId, history.body.data[0].changedByApiKeyId],
      [null, null],
    )
    t.match((await call('GET', '/projects/status-counts')).body, { DELIVERED: 0, IN_REVISION: 1 })
    for (const again of [await requestRevision(), await approve()]) {
      t.match(again, { status: 409, body: { code: 'project_not_delivered' } })
    }
    t.match((await open()).body, { state: 'REVISION_REQUESTED', revisionComment: comment })
  },
)

t.test(
  'a comment is required, with at most 10,000 characters [c3-delivery-revision]',
  async (t) => {
    const { deliver } = await deliveringStudio(api)
    const { requestRevision, open } = await deliver()
    const refused: [unknown, string][] = [
      [{}, 'comment is required without items'],
      [{ items: [] }, 'comment is required without items'],
      [{ comment: '' }, 'comment must not be empty'],
      [{ comment: ' \n\u00a0' }, 'comment must not be empty'],
      [{ comment: null }, 'comment must be a string'],
      [{ comment: 'x'.repeat(10_001) }, 'comment must have at most 10000 characters'],
    ]
    for (const [body, message] of refused) {
      const response = await requestRevision(body)
      t.strictSame([response.status, response.body.message], [400, [message]])
    }
    t.equal((await open()).body.state, 'OPEN')
    t.equal((await requestRevision({ comment: 'x'.repeat(10_000) })).status, 200)
  },
)

t.test(
  'an approved delivery accepts no revision request, and a superseded one no decision [c3-delivery-409]',
  async (t) => {
    const { call, client, deliver, eventsOf } = await deliveringStudio(api)
    const { project, approve, requestRevision, open } = await deliver()
    await approve()
    t.match(await requestRevision(), { status: 409, body: { code: 'already_approved' } })
    const again = await call('POST', `/projects/${project.id}/deliver`)
    t.equal(again.body.approvedAt, null)
    t.match((await open()).body, { state: 'SUPERSEDED' })
    for (const response of [await approve(), await requestRevision()]) {
      t.match(response, { status: 409, body: { code: 'delivery_superseded' } })
    }
    const newest = client(again.body.deliveryToken)
    t.equal((await newest.approve()).body.state, 'APPROVED')
    const tokens = (await eventsOf(project.id, 'DELIVERY_APPROVED')).map(
      ({ deliveryToken }: { deliveryToken: string }) => deliveryToken,
    )
    t.equal(new Set(tokens).size, 2, 'one event for each delivery')
  },
)

t.test(
  "a client can't decide once the studio has moved the project out of DELIVERED [c3-delivery-409]",
  async (t) => {
    const { call, deliver, eventsOf } = await deliveringStudio(api)
    const { project, approve, requestRevision, open } = await deliver()
    await call('PATCH', `/projects/${project.id}/status`, { status: 'EDITING' })
    for (const response of [await approve(), await requestRevision()]) {
      t.match(response, {
        status: 409,
        body: { code: 'project_not_delivered', message: /EDITING/ },
      })
    }
    t.match((await open()).body, { state: 'OPEN', project: { status: 'EDITING' } })
    t.strictSame(await eventsOf(project.id, 'DELIVERY_APPROVED'), [])
  },
)
