import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'

const service = await sharedApp()
const org = await service.createOrg()
const technician = await service.createMember(org, 'TECHNICIAN')
const other = await service.createOrg()

const list = (query = '', key = org.key) => service.request('GET', `/projects${query}`, { key })
const create = async (body: object, key = org.key) =>
  (await service.request('POST', '/projects/create', { key, body })).body

const made: { id: string; scheduledTime: string; updatedAt: string; createdAt: string }[] = []
for (let i = 0; i < 25; i++) {
  // Scheduled in a different order than created, some at the same time.
  const day = String(1 + ((i * 7) % 20)).padStart(2, '0')
  made.push(
    await create({
      scheduledTime: `2026-06-${day}T10:00:00Z`,
      addressLine1: `${100 + i} Oak Lane`,
      city: i % 2 ? 'Springfield' : 'Shelbyville',
      notes: i === 3 ? "O'Brien's blue house, 50%_off" : null,
      technicianId: i % 5 === 0 ? technician.userId : null,
    }),
  )
}
await create({ scheduledTime: '2026-06-01T10:00:00Z', addressLine1: '1 Oak Lane' }, other.key)
for (const [i, status] of ['BOOKED', 'BOOKED', 'SHOOTING', 'CANCELLED'].entries()) {
  const path = `/projects/${made[i]?.id}/status`
  await org.call('PATCH', path, { status })
}

async function all(query: string): Promise<string[]> {
  const ids: string[] = []
  let cursor = ''
  for (let page = 0; page < 100; page++) {
    const { status, body } = await list(`?${query}${cursor && `&cursor=${cursor}`}`)
    if (status !== 200) throw new Error(JSON.stringify(body))
    ids.push(...body.data.map(({ id }: { id: string }) => id))
    if (body.nextCursor === null) return ids
    cursor = body.nextCursor
  }
  throw new Error('the pages never end')
}

t.test(
  'the list is newest first, 20 a page, and ends with a null cursor [i4-list, c1-bodies-no-coercion, c1-lists-shape, c1-lists-limit, c1-lists-newest]',
  async (t) => {
    const { body } = await list()
    t.equal(body.data.length, 20)
    t.type(body.nextCursor, 'string')
    t.equal(body.data[0].id, made.at(-1)?.id)
    const { body: rest } = await list(`?cursor=${body.nextCursor}`)
    t.equal(rest.data.length, 5)
    t.equal(rest.nextCursor, null)
    const ids = [...body.data, ...rest.data].map(({ id }: { id: string }) => id)
    t.strictSame(ids, made.map(({ id }) => id).reverse())
  },
)

t.test(
  'every sort lists every project once, in order, at any page size [c4-filters]',
  async (t) => {
    const { body } = await list('?limit=100')
    for (const field of ['createdAt', 'scheduledTime', 'updatedAt'] as const) {
      const sorted = body.data.toSorted(
        (a: Record<string, string>, b: Record<string, string>) =>
          (a[field] ?? '').localeCompare(b[field] ?? '') || (a.id ?? '').localeCompare(b.id ?? ''),
      )
      const ids = sorted.map(({ id }: { id: string }) => id)
      t.strictSame(await all(`sort=${field}&limit=7`), ids, field)
      t.strictSame(await all(`sort=-${field}&limit=3`), ids.toReversed(), `-${field}`)
    }
  },
)

t.test('every filter narrows the list [c4-filters]', async (t) => {
  const count = async (query: string) => (await all(query)).length
  t.equal(await count('status=BOOKED'), 2)
  t.equal(await count('status=BOOKED&status=CANCELLED&limit=2'), 3)
  t.equal(await count('status=DELIVERED'), 0)
  t.equal(await count(`technicianId=${technician.userId}`), 5)
  t.equal(await count(`technicianId=${technician.userId}&status=BOOKED`), 1)
  t.equal(await count(`editorId=${technician.userId}`), 0)
  t.equal(await count(`projectManagerId=${technician.userId}`), 0)
  t.equal(await count('scheduledFrom=2026-06-20T10:00:00Z'), 1)
  t.equal(await count('scheduledTo=2026-06-01T10:00:00Z'), 2)
  t.equal(await count('scheduledFrom=2026-06-02T00:00:00Z&scheduledTo=2026-06-03T00:00:00Z'), 2)
  t.equal(await count(`updatedSince=${made.at(-1)?.updatedAt}`), 5)
  t.equal(await count('q=oak'), 25)
  t.equal(await count('q=103+OAK'), 1)
  t.equal(await count('q=spring'), 12)
  t.equal(await count(`q=${encodeURIComponent("o'brien")}`), 1)
  t.equal(await count(`q=${encodeURIComponent('50%')}`), 1)
  t.equal(await count('q=nowhere'), 0)
})

t.test(
  'a search finds jobs by customer, by words of either, and by a whole externalId [c4-search]',
  async (t) => {
    const { key } = await service.createOrg()
    const post = async (path: string, body: object) =>
      (await service.request('POST', path, { key, body })).body
    const ann = await post('/customers', {
      name: 'Ann Keller',
      email: 'ann@search.test',
      company: 'Harbor Realty',
    })
    const job = (body: object) =>
      post('/projects/create', { scheduledTime: '2026-06-01T10:00:00Z', ...body })
    const oak = await job({ addressLine1: '7 Oak Lane', customerId: ann.id, externalId: 'SO-2041' })
    const elm = await job({ addressLine1: '9 Elm Court', customerId: ann.id })
    await job({ addressLine1: '11 Oak Lane' })
    const found = async (q: string, more = '') => {
      const { body } = await list(`?q=${encodeURIComponent(q)}${more}`, key)
      return body.data.map(({ id }: { id: string }) => id).sort()
    }
    t.strictSame(await found('keller'), [oak.id, elm.id].sort(), 'the name')
    t.strictSame(await found('harb'), [oak.id, elm.id].sort(), 'the company')
    t.strictSame(await found('ann@search.test'), [oak.id, elm.id].sort(), 'the email')
    t.strictSame(await found('keller oak'), [oak.id], 'one word each')
    t.strictSame(await found('keller ash'), [], 'every word must match')
    t.strictSame(await found(' SO-2041 '), [oak.id], 'its externalId')
    t.strictSame(await found('SO-204'), [], 'not a part of it')
    t.strictSame(await found('keller', '&status=BOOKED'), [], 'with the other filters')
    t.strictSame((await list('?q=keller', org.key)).body.data, [], 'only within the organization')
    await service.request('PATCH', `/customers/${ann.id}`, { key, body: { name: 'Ann Moss' } })
    t.strictSame(await found('keller'), [], 'by its current name')
    t.strictSame(await found('moss'), [oak.id, elm.id].sort())
  },
)

t.test(
  'a filter by an unknown, malformed or foreign id gives an empty list [c1-ids-query]',
  async (t) => {
    for (const id of ['nope', '', other.userId]) {
      const { status, body } = await list(`?customerId=${id}`)
      t.equal(status, 200, id)
      t.strictSame(body, { data: [], nextCursor: null })
    }
  },
)

t.test(
  'a wrong or unknown query parameter is refused, never ignored [i3-no-labels, i7-400, c1-lists-limit, c1-lists-unknown-parameter]',
  async (t) => {
    const cases: Record<string, RegExp> = {
      'page=2':
        /^page is not a query parameter .*it accepts cursor, customerId, .*updatedSince, visitTechnicianId$/,
      'limit=0': /^limit must be at least 1$/,
      'limit=101': /^limit must be at most 100$/,
      'limit=ten': /^limit must be an integer$/,
      'status=Assigned': /^status\[0\] must be one of PENDING/,
      'sort=name': /^sort must be one of createdAt/,
      'scheduledFrom=2026-06-01': /^scheduledFrom must have a time and an offset/,
      'updatedSince=yesterday': /^updatedSince must be an RFC 3339/,
      'q=%00': /^q must not contain a NUL/,
      'q=%26%7C': /^q must contain a letter or a digit$/,
      'q=': /^q must not be empty$/,
      'limit=5&limit=6': /^limit is given twice$/,
      'sort=createdAt&sort=-createdAt': /^sort is given twice$/,
      'scheduledFrom=2026-06-01T00:00:00Z&scheduledFrom=2026-06-02T00:00:00Z':
        /^scheduledFrom is given twice$/,
    }
    for (const [query, message] of Object.entries(cases)) {
      const { status, body } = await list(`?${query}`)
      t.equal(status, 400, query)
      t.match(body.message?.[0], message, query)
    }
  },
)

t.test(
  'a truncated, modified or reused cursor is a 400 [c1-lists-cursor, c1-lists-cursor-bound]',
  async (t) => {
    const { body } = await list('?limit=5')
    const cursor: string = body.nextCursor
    const broken = [cursor.slice(0, cursor.length / 2), `${cursor}x`, 'abc', '', '%00', '🏠']
    for (const bad of broken) {
      const response = await list(`?limit=5&cursor=${encodeURIComponent(bad)}`)
      t.equal(response.status, 400, bad)
      t.match(response.body.message, [/^cursor is malformed/])
    }
    for (const query of ['sort=createdAt', 'status=PENDING', 'q=oak']) {
      const response = await list(`?cursor=${cursor}&${query}`)
      t.match(response.body.message, [/^cursor belongs to other filters/], query)
    }
    t.equal((await list(`?limit=50&cursor=${cursor}`)).status, 200, 'another limit is allowed')
  },
)

t.test(
  'status-counts has all nine statuses and agrees with the list [i2-project-status, i3-nine-statuses, i4-status-counts, c4-status-counts, c6-fixed-paths]',
  async (t) => {
    const { body } = await org.call('GET', '/projects/status-counts')
    t.strictSame(body, {
      PENDING: 21,
      BOOKED: 2,
      SHOOTING: 1,
      UPLOADED: 0,
      EDITING: 0,
      IN_REVIEW: 0,
      DELIVERED: 0,
      IN_REVISION: 0,
      CANCELLED: 1,
    })
    const { status } = await org.call('GET', '/projects/status-counts?x=1')
    t.equal(status, 400)
  },
)
