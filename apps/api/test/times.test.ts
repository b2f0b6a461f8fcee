import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'

// docs/contract.md#c1-times-years: the years 1970 to 2200 in UTC, offsets up to 14:00. The service accepts every time
// it returns.

const service = await sharedApp()
const org = await service.createOrg()
const { call } = org
const book = (scheduledTime: string) => call('POST', '/projects/create', { scheduledTime })

const FIRST = '1970-01-01T00:00:00.000Z'
const LAST = '2200-12-31T23:59:59.999Z'

t.test('the range of times is checked in UTC, with every offset [c1-times-years]', async (t) => {
  for (const sent of ['1970-01-01T14:00:00+14:00', '1969-12-31T10:00:00-14:00']) {
    t.match(await book(sent), { status: 201, body: { scheduledTime: FIRST } }, sent)
  }
  t.match(await book('2201-01-01T13:59:59.999+14:00'), { body: { scheduledTime: LAST } })
  for (const sent of ['1970-01-01T00:00:00+14:00', '2200-12-31T23:59:59-00:01']) {
    const { status, body } = await book(sent)
    t.equal(status, 400, sent)
    t.strictSame(body.message, ['scheduledTime must be in the years 1970 to 2200, in UTC'])
  }
})

t.test('an offset of more than 14 hours is a 400 [c1-times-offset]', async (t) => {
  const { body: project } = await book(FIRST)
  const deliver = (expiresAt: string) =>
    call('POST', `/projects/${project.id}/deliver`, { expiresAt })
  for (const offset of ['+14:01', '-16:00', '+23:59']) {
    const { status, body } = await deliver(`2100-01-01T00:00:00${offset}`)
    t.equal(status, 400, offset)
    t.strictSame(body.message, ['expiresAt must have an offset from -14:00 to +14:00'])
  }
  t.match(await deliver('2100-01-01T00:00:00+14:00'), {
    status: 200,
    body: { expiresAt: '2099-12-31T10:00:00.000Z' },
  })
})

t.test('the earliest time works in cursors, filters and PATCH [c1-times-taken-back]', async (t) => {
  const { body: project } = await book(FIRST)
  const first = await call('GET', '/projects?sort=scheduledTime&limit=1')
  t.equal(first.body.data[0].scheduledTime, FIRST)
  const next = `/projects?sort=scheduledTime&limit=1&cursor=${first.body.nextCursor}`
  t.equal((await call('GET', next)).status, 200)
  const upTo = await call('GET', `/projects?scheduledTo=${FIRST}`)
  const found = upTo.body.data.map(({ id }: { id: string }) => id)
  t.ok(found.includes(project.id))
  const back = await call('PATCH', `/projects/${project.id}`, { scheduledTime: FIRST })
  t.match(back, { status: 200, body: { scheduledTime: FIRST } })
})

t.test('the event log can be filtered by the earliest and the latest time', async (t) => {
  await book(FIRST)
  const count = async (filter: string) =>
    (await call('GET', `/events?limit=100&${filter}`)).body.data.length
  const all = await count('')
  t.ok(all > 0)
  for (const early of [FIRST, '1970-01-01T14:00:00%2B14:00']) {
    t.equal(await count(`since=${early}`), all, `since ${early}`)
    t.equal(await count(`until=${early}`), 0, `until ${early}`)
  }
  t.equal(await count(`since=${LAST}`), 0)
  t.equal(await count(`until=${LAST}`), all)
})
