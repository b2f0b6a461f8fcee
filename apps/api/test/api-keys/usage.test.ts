import { DEFAULT_KEY_WINDOWS } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'

// docs/contract.md#c14-key-usage

const options = {
  requestLogSample: 0,
  callCountsEveryMs: 200,
  keyWindows: [...DEFAULT_KEY_WINDOWS],
}
const service = await testApp(t, options)
const { databaseUrl } = service
const second = await testApp(t, { ...options, databaseUrl })
const LIMIT_MS = 30_000

async function studio() {
  const org = await service.createOrg()
  const key = await org.keyWith('READ')
  const { body } = await service.request('GET', '/api-keys/current', { key })
  const token = await org.token()
  const headers = { 'x-org-id': org.organizationId }
  const usage = (id: string = body.id) =>
    service.request('GET', `/api-keys/${id}/usage`, { token, headers })
  return { org, key, id: body.id, usage }
}

t.test(
  'the windows show the calls of all processes, as the rate limits count them [c14-key-usage]',
  async (t) => {
    const { key, usage } = await studio()
    for (const by of [service, second]) await by.request('GET', '/projects', { key })
    const { status, body } = await usage()
    t.equal(status, 200)
    const [seconds, tens, minute] = body.windows
    t.match(
      body.windows,
      DEFAULT_KEY_WINDOWS.map(({ limit, spanMs }) => ({ limit, windowSeconds: spanMs / 1_000 })),
    )
    t.strictSame([tens.used, minute.used], [3, 3], 'including the call that described the key')
    t.ok(seconds.used <= 3)
    t.ok(minute.resetSeconds > 30 && minute.resetSeconds <= 60, `${minute.resetSeconds}`)
    t.strictSame((await usage()).body.windows[2].used, 3, "reading the usage isn't counted")
  },
)

t.test(
  'a call refused with 429 counts in the calls of the day, but not in the windows [c14-key-usage]',
  async (t) => {
    const { key, usage } = await studio()
    // Each process writes its counts separately.
    let refused = 0
    for (let i = 0; i < 60 && refused < 4; i++) {
      const { status } = await (i % 2 ? second : service).request('GET', '/projects', { key })
      if (status === 429) refused += 1
    }
    t.equal(refused, 4)
    const [day] = await eventually(
      'the calls are counted',
      async () => {
        const { days } = (await usage()).body
        const of429 = days[0]?.statuses.find(({ status }: { status: number }) => status === 429)
        return of429?.calls === 4 && days
      },
      LIMIT_MS,
    )
    t.equal(day.day, new Date().toISOString().slice(0, 10))
    const { body } = await usage()
    const accepted = day.statuses.find(({ status }: { status: number }) => status === 200).calls
    t.equal(day.calls, accepted + 4)
    t.ok(body.windows[2].used <= accepted)
  },
)

t.test(
  'each call is counted once with its status, whatever the sample [c14-key-usage-days]',
  async (t) => {
    const { org, key, id, usage } = await studio()
    await service.request('POST', '/customers', { key, body: {} })
    await service.request('DELETE', `/api-keys/${id}`, {
      token: await org.token(),
      headers: { 'x-org-id': org.organizationId },
    })
    await service.request('GET', '/projects', { key })
    const days = await eventually(
      'all calls are counted',
      async () => {
        const { body } = await usage()
        return body.days[0]?.calls === 3 && body.days
      },
      LIMIT_MS,
    )
    t.strictSame(days[0].statuses, [
      { status: 200, calls: 1 },
      { status: 401, calls: 1 },
      { status: 403, calls: 1 },
    ])
  },
)

t.test('a key without calls has empty windows and no days [c14-key-usage]', async (t) => {
  const { org, usage } = await studio()
  const token = await org.token()
  const { body: made } = await service.request('POST', '/api-keys', {
    token,
    headers: { 'x-org-id': org.organizationId },
    body: { name: 'Unused', scopes: ['READ'] },
  })
  const { body } = await usage(made.id)
  t.strictSame(body.days, [])
  for (const window of body.windows) t.match(window, { used: 0, resetSeconds: 0 })
})

t.test('the last 30 days are shown, newest first [c14-key-usage-days]', async (t) => {
  const { org, usage, id } = await studio()
  await service.store.sql.query(
    `insert into api_key_calls (organization_id, api_key_id, day, status, calls)
     select $1, $2, (now() at time zone 'UTC')::date - ago, 500, 7 from unnest(array[29, 30, 5]) as ago`,
    [org.organizationId, id],
  )
  const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const { body } = await usage()
  const old = body.days.filter(({ statuses }: { statuses: { status: number }[] }) =>
    statuses.some(({ status }) => status === 500),
  )
  t.strictSame(
    old,
    [5, 29].map((ago) => ({ day: dayOf(ago), calls: 7, statuses: [{ status: 500, calls: 7 }] })),
  )
})
