// docs/contract.md#c13-revision-items and #c13-rounds: a client requests changes, item by item.
import { MAX_PAGE_BYTES } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import t from 'tap'

const api = await sharedApp()

async function studioWithTwo() {
  const studio = await deliveringStudio(api)
  const ids: string[] = []
  const delivered = await studio.deliver({}, {}, async (projectId) => {
    for (const position of [1, 2]) ids.push(await studio.addMedia(projectId, { position }))
  })
  const rounds = async () =>
    (await studio.call('GET', `/projects/${delivered.project.id}/revisions`)).body
  const [first = '', second = ''] = ids
  return { ...studio, ...delivered, rounds, first, second }
}

t.test(
  'a request with items creates a round, and its event contains it [c13-revision-items, c13-revision-event]',
  async (t) => {
    const { project, requestRevision, rounds, first, second, eventsOf, open } =
      await studioWithTwo()
    const items = [
      { mediaId: first, comment: 'Remove the cable', x: 0.25, y: 1 },
      { mediaId: second, comment: 'Cut here', time: 12.5 },
      { mediaId: second, comment: 'Louder' },
    ]
    const { status, body } = await requestRevision({ items })
    t.equal(status, 200)
    t.match(body, { state: 'REVISION_REQUESTED', revisionComment: null })
    const { data, nextCursor } = await rounds()
    t.equal(nextCursor, null)
    t.equal(data.length, 1)
    const [round] = data
    const { id, deliveryId, requestedAt, items: kept, ...rest } = round
    t.strictSame(rest, { round: 1, comment: null, requestedByUserId: null, resolvedAt: null })
    const none = { x: null, y: null, time: null }
    const open1 = { status: 'OPEN', answer: null, resolvedMediaId: null }
    t.strictSame(
      kept.map(({ id, ...item }: { id: string }) => item),
      items.map((item) => ({ ...none, ...item, ...open1 })),
    )
    const shown = { id, round: 1, comment: null, requestedAt, items: kept, replaced: [] }
    t.strictSame(body.revision, shown)
    t.strictSame((await open()).body.revision, body.revision)
    const [event, ...more] = await eventsOf(project.id, 'REVISION_REQUESTED')
    t.equal(more.length, 0)
    t.match(event, { revisionId: id, deliveryId, round: 1, comment: null, requestedByUserId: null })
    t.match(event.project, { id: project.id, status: 'IN_REVISION' })
    t.strictSame(
      event.items,
      kept.map(({ id, mediaId, comment, x, y, time }: Record<string, unknown>) => ({
        id,
        mediaId,
        comment,
        x,
        y,
        time,
      })),
    )
    const moves = await eventsOf(project.id, 'PROJECT_STATUS_CHANGED')
    t.match(moves[0], { fromStatus: 'DELIVERED', toStatus: 'IN_REVISION' })
  },
)

t.test('a comment alone creates a round without items, even from staff [c13-rounds]', async (t) => {
  const { org, call, project, requestRevision, rounds } = await studioWithTwo()
  await requestRevision({ comment: 'Too dark' })
  await call('POST', `/projects/${project.id}/deliver`)
  const asked = { comment: 'Still too dark' }
  t.equal((await call('POST', `/projects/${project.id}/request-revision`, asked)).status, 200)
  const { data } = await rounds()
  t.match(data, [
    { round: 2, comment: 'Still too dark', requestedByUserId: org.userId, resolvedAt: null },
    { round: 1, comment: 'Too dark', requestedByUserId: null, resolvedAt: /Z$/ },
  ])
  t.strictSame(data[0].items, [])
})

t.test(
  'an invalid item is a 400 that names the field, and nothing changes [c13-revision-items]',
  async (t) => {
    const { addMedia, deliver, call, project, requestRevision, rounds, first, open } =
      await studioWithTwo()
    const other = await deliver()
    const later = await addMedia(project.id, { position: 3 })
    const foreign = await (await deliveringStudio(api)).addMedia
    t.ok(foreign)
    const item = { mediaId: first, comment: 'x' }
    const noMedia = 'items[0].mediaId is not in this delivery'
    const refused: [unknown, string][] = [
      [{ mediaId: await addMedia(other.project.id), comment: 'x' }, noMedia],
      [{ mediaId: later, comment: 'x' }, noMedia],
      [{ mediaId: 'nope', comment: 'x' }, noMedia],
      [{ ...item, x: 0.5 }, 'items[0].y is required with x'],
      [{ ...item, y: 0.5, x: null }, 'items[0].x is required with y'],
      [{ ...item, x: -0.1, y: 0 }, 'items[0].x must be at least 0'],
      [{ ...item, x: 0, y: 1.1 }, 'items[0].y must be at most 1'],
      [{ ...item, time: -1 }, 'items[0].time must be at least 0'],
      [{ mediaId: first }, 'items[0].comment is required'],
      [{ mediaId: first, comment: '' }, 'items[0].comment must not be empty'],
      [{ mediaId: first, comment: ' \n' }, 'items[0].comment must not be empty'],
      [
        { ...item, comment: 'x'.repeat(2_001) },
        'items[0].comment must have at most 2000 characters',
      ],
    ]
    for (const [wrong, message] of refused) {
      for (const response of [
        await requestRevision({ items: [wrong] }),
        await call('POST', `/projects/${project.id}/request-revision`, { items: [wrong] }),
      ]) {
        t.strictSame([response.status, response.body.message], [400, [message]])
      }
    }
    const many = await requestRevision({ items: Array.from({ length: 201 }, () => item) })
    t.strictSame(many.body.message, ['items must have at most 200 items'])
    t.strictSame((await rounds()).data, [])
    t.equal((await open()).body.state, 'OPEN')
    const most = await requestRevision({ items: Array.from({ length: 200 }, () => item) })
    t.equal(most.status, 200)
    t.equal((await rounds()).data[0].items.length, 200)
  },
)

t.test('only one of several concurrent requests creates a round [c13-rounds]', async (t) => {
  const { requestRevision, rounds } = await studioWithTwo()
  const responses = await Promise.all([1, 2, 3].map(() => requestRevision()))
  t.strictSame(responses.map(({ status }) => status).sort(), [200, 409, 409])
  t.equal((await rounds()).data.length, 1)
})

t.test("a superseded link doesn't show later rounds", async (t) => {
  const { call, client, project, requestRevision, open } = await studioWithTwo()
  await requestRevision({ comment: 'First' })
  const { body } = await call('POST', `/projects/${project.id}/deliver`)
  const newest = client(body.deliveryToken)
  t.equal((await newest.open()).body.revision.comment, 'First')
  await newest.requestRevision({ comment: 'Second' })
  t.equal((await newest.open()).body.revision.comment, 'Second')
  t.equal((await open()).body.revision.comment, 'First')
})

t.test(
  "a subscription without REVISION_REQUESTED doesn't receive it [c13-revision-event]",
  async (t) => {
    const { call, requestRevision } = await studioWithTwo()
    const subscribe = async (event: string) => {
      const url = `https://${event.toLowerCase().replace('_', '-')}.example/`
      return (await call('POST', '/webhooks/subscriptions', { url, events: [event] })).body.id
    }
    const [before, listed] = [
      await subscribe('PROJECT_STATUS_CHANGED'),
      await subscribe('REVISION_REQUESTED'),
    ]
    await requestRevision()
    const got = async (id: string) =>
      (await call('GET', `/webhooks/subscriptions/${id}/deliveries`)).body.data.map(
        ({ event }: { event: string }) => event,
      )
    t.strictSame(await got(before), ['PROJECT_STATUS_CHANGED'])
    t.strictSame(await got(listed), ['REVISION_REQUESTED'])
  },
)

t.test('pages of rounds end at 4 MiB, and contain every round once [c13-rounds]', async (t) => {
  const { org, call, project, requestRevision, first } = await studioWithTwo()
  const comment = '\u0001'.repeat(250)
  const items = Array.from({ length: 200 }, () => ({ mediaId: first, comment }))
  t.equal((await requestRevision({ items })).status, 413, 'as JSON it has 300 kB')
  const fewer = items.slice(0, 150)
  t.equal((await requestRevision({ items: fewer })).status, 200)
  await api.store.sql.queryOnce(
    `with made as (
       insert into revisions
       select copy.* from revisions as r, generate_series(2, 40) as n, jsonb_populate_record(r,
         jsonb_build_object('id', uuid_v7(), 'round', n)) as copy
       where r.organization_id = $1 returning id)
     insert into revision_items
     select copy.* from made, revision_items as i, jsonb_populate_record(i,
       jsonb_build_object('id', uuid_v7(), 'revision_id', made.id)) as copy
     where i.organization_id = $1`,
    [org.organizationId],
  )
  const seen: number[] = []
  let pages = 0
  for (let query = '?limit=100'; ; pages += 1) {
    const { body, headers } = await call('GET', `/projects/${project.id}/revisions${query}`)
    t.ok(Number(headers['content-length']) <= MAX_PAGE_BYTES)
    for (const { round, items } of body.data) {
      t.equal(items.length, 150)
      seen.push(round)
    }
    if (body.nextCursor === null) break
    query = `?limit=100&cursor=${body.nextCursor}`
  }
  t.ok(pages > 1)
  t.strictSame(
    seen,
    Array.from({ length: 40 }, (_, n) => 40 - n),
  )
})
