import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { callAs, type Logged, loggedOf } from '../support/request-log.ts'

// docs/contract.md#c14-requests-filters

const service = await testApp(t, { requestLogSample: 1 })
const org = await service.createOrg()
const second = await service.createMember(org, 'EDITOR')
const [reader, editor] = [await org.keyWith('READ'), await second.keyWith('READ', 'WRITE')]

const CALLS = [
  ['listed', ['GET', '/customers'], reader],
  ['missing', ['GET', '/customers/none'], reader],
  ['scope', ['POST', '/customers', {}], reader],
  ['role', ['POST', '/customers', {}], editor],
  ['invalid', ['GET', '/projects?limit=0'], editor],
] as const
for (const [id, call, key] of CALLS) await callAs(service, id, call, { key })

const logged = await loggedOf(service, org, (all) => CALLS.every(([id]) => idsOf(all).includes(id)))

function idsOf(calls: readonly Logged[]): string[] {
  return calls.map(({ requestId }) => requestId).filter((id) => CALLS.some(([name]) => name === id))
}

const callOf = (id: string) => logged.find(({ requestId }) => requestId === id) as Logged

async function found(query: string): Promise<string[]> {
  const { status, body } = await org.call('GET', `/requests?limit=100&${query}`)
  t.equal(status, 200, query)
  return idsOf(body.data)
}

const CASES: Record<string, string[]> = {
  'status=403': ['role', 'scope'],
  'status=4XX': ['invalid', 'role', 'scope', 'missing'],
  'status=4XX&status=404': ['invalid', 'role', 'scope', 'missing'],
  'status=2XX&status=404': ['missing', 'listed'],
  'status=5XX': [],
  'code=not_found': ['missing'],
  'code=scope_missing&code=invalid_request': ['invalid', 'scope'],
  'code=not_found&status=403': [],
  'route=/customers/{id}': ['missing'],
  'route=/customers&status=403': ['role', 'scope'],
  [`apiKeyId=${callOf('scope').apiKeyId}`]: ['scope', 'missing', 'listed'],
  [`userId=${second.userId}`]: ['invalid', 'role'],
  'apiKeyId=nope': [],
  [`since=${callOf('role').at}&userId=${second.userId}`]: ['invalid', 'role'],
  [`until=${callOf('listed').at}`]: ['listed'],
}

for (const [query, ids] of Object.entries(CASES)) {
  const title = query.replace(/=[0-9a-f-]{36}|=\d{4}-[^&]*/g, '=…')
  t.test(`the calls with ${title} [c14-requests-filters]`, async (t) =>
    t.strictSame(await found(query), ids),
  )
}

t.test('a wrong filter is refused with the reason [c14-requests-filters]', async (t) => {
  for (const [query, message] of [
    ['status=4xx', 'status[0] must be a status like 404, or a class like 4XX'],
    ['status=600', 'status[0] must be a status like 404, or a class like 4XX'],
    ['since=yesterday', /^since must be/],
    ['code=nope', /^code\[0\] must be one of /],
    ['method=GET', /method/],
  ] as const) {
    const { status, body } = await org.call('GET', `/requests?${query}`)
    t.equal(status, 400, query)
    t.match(body.message, [message])
  }
  const many = await org.call('GET', `/requests?${'code=nope&'.repeat(50)}`)
  t.match(many.body.message[0], /^code\[0\] must be one of [a-z_]+, /)
  t.equal(many.body.message[49], 'code[49] must be one of the values for code[0]')
})

t.test(
  'pages have each call once, even with several statuses [c14-requests-filters]',
  async (t) => {
    const seen: string[] = []
    const path = '/requests?status=4XX&status=200&until=2200-01-01T00:00:00Z&limit=2'
    // Reading the log adds calls: only those before this time are compared.
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = cursor && `&cursor=${cursor}`
      const { body } = await org.call('GET', path + query)
      seen.push(...idsOf(body.data))
      cursor = body.nextCursor
    }
    t.strictSame(seen, ['invalid', 'role', 'scope', 'missing', 'listed'])
  },
)
