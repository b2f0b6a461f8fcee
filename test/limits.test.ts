import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { startApi } from '@mediajobs/testing/service/process'
import t from 'tap'

// docs/interface.md#i8, docs/contract.md#c1-limits-windows

const { url: databaseUrl } = await createTestDatabase(t)
const service = await testApp(t, { databaseUrl })
const org = await service.createOrg()
// Longer than a burst takes on a busy machine.
const windows = { RATE_LIMITS: '3/3s,6/12s' }
const first = await startApi(t, databaseUrl, windows)
const second = await startApi(t, databaseUrl, windows)
const newKey = () => org.keyWith('READ')

interface Seen {
  status: number
  limit: number
  remaining: number
  reset: number
  retryAfter: number | null
}

async function call(
  key: string,
  url = first.url,
  path = '/projects',
  method = 'GET',
): Promise<Seen> {
  const response = await fetch(url + path, { method, headers: { 'x-api-key': key } })
  await response.arrayBuffer()
  const number = (name: string) => Number(response.headers.get(name) ?? Number.NaN)
  const retryAfter = response.headers.get('retry-after')
  return {
    status: response.status,
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
  }
}

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

t.test(
  'exactly the limit is admitted from a burst across two processes [i8-request-rate, c1-limits-windows]',
  async (t) => {
    for (let round = 0; round < 10; round += 1) {
      const key = await newKey()
      const burst = Array.from({ length: 16 }, (_, i) => call(key, i % 2 ? first.url : second.url))
      const responses = await Promise.all(burst)
      t.equal(responses.filter(({ status }) => status === 200).length, 3)
      t.equal(responses.filter(({ status }) => status === 429).length, 13)
    }
  },
)

t.test(
  'the headers describe the window with the fewest calls left [c1-limits-reset, c1-limits-headers]',
  async (t) => {
    const key = await newKey()
    const fromMs = performance.now()
    const next = async (seen: Partial<Seen>, seconds: number) => {
      const { reset, ...rest } = await call(key)
      t.match(rest, seen)
      const leastSeconds = Math.ceil(seconds - (performance.now() - fromMs) / 1_000)
      t.ok(reset <= seconds && reset >= leastSeconds, `${reset} of ${seconds} seconds`)
    }
    await next({ status: 200, limit: 3, remaining: 2, retryAfter: null }, 3)
    await next({ status: 200, limit: 3, remaining: 1 }, 3)
    await next({ status: 200, limit: 3, remaining: 0 }, 3)
    await next({ status: 429, limit: 3, remaining: 0 }, 3)
    await sleep(3)
    // A tie uses the longer wait.
    await next({ status: 200, limit: 6, remaining: 2, retryAfter: null }, 12)
    await next({ status: 200, limit: 6, remaining: 1 }, 12)
    await next({ status: 200, limit: 6, remaining: 0 }, 12)
  },
)

t.test(
  'a refused call is not counted, and a call after Retry-After always succeeds [i7-429, i8-retry-after, c1-limits-refused, c1-limits-retry-after]',
  async (t) => {
    const key = await newKey()
    for (let wave = 0; wave < 2; wave += 1) {
      const responses = await Promise.all(Array.from({ length: 12 }, () => call(key)))
      const refused = responses.find(({ status }) => status === 429)
      t.equal(refused?.retryAfter, refused?.reset)
      await sleep(refused?.retryAfter ?? 0)
      t.equal((await call(key)).status, 200, `wave ${wave}`)
    }
  },
)

t.test(
  'every response to a valid key has the headers, whatever the status [i8-headers, c1-limits-always]',
  async (t) => {
    const key = await newKey()
    const cases = [
      [404, await call(key, first.url, '/projects/nope')],
      [403, await call(key, first.url, '/projects/create', 'POST')],
      [400, await call(key, first.url, '/projects?x=1')],
      [429, await call(key, first.url, '/nowhere')],
    ] as const
    for (const [status, seen] of cases) {
      t.equal(seen.status, status)
      t.equal(seen.limit, 3)
      t.ok(Number.isInteger(seen.remaining) && seen.reset >= 1)
    }
    const bad = await fetch(`${first.url}/projects`, { headers: { 'x-api-key': `${key}x` } })
    t.equal(bad.status, 401)
    t.equal(bad.headers.get('x-ratelimit-limit'), null)
  },
)

t.test(
  "one key's calls don't count for another [i5-limits-per-key, i8-request-rate]",
  async (t) => {
    const [busy, idle] = [await newKey(), await newKey()]
    await Promise.all(Array.from({ length: 8 }, () => call(busy)))
    t.match(await call(idle), { status: 200, remaining: 2 })
  },
)
