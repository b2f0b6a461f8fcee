import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { DEFAULT_KEY_WINDOWS, generateApiKey, SESSION_WINDOWS } from '@mediajobs/domain'
import { createAdmitter } from '@mediajobs/operations/credentials'
import { type TestApp, testApp } from '@mediajobs/testing/api/app'
import t, { type Test } from 'tap'

// Calls that arrive in the same turn of the event loop, or during another admission, are admitted by one statement.
// `inject` makes calls arrive in the same turn.

const service = await testApp(t)
const org = await service.createOrg()
const newKeys = (count: number) =>
  Promise.all(Array.from({ length: count }, () => org.keyWith('READ')))

interface ListedKey {
  id: string
  lastUsedAt: string | null
}

async function listTogether(keys: readonly string[], by = service) {
  const list = (key: string) =>
    by.app.inject({ method: 'GET', url: '/projects', headers: { 'x-api-key': key } })
  return Promise.all(keys.map(list))
}

/** An admitter, and the statements it has sent. */
function countingAdmitter({ store }: TestApp, limit = 1_000) {
  const sent: string[] = []
  const query: typeof store.quick.query = (text, values) => {
    sent.push(text)
    return store.quick.query(text, values)
  }
  const keyWindows = DEFAULT_KEY_WINDOWS.map((window) => ({ ...window, limit }))
  const sql = { ...store.quick, query }
  const onUsageNotSaved = (error: unknown) => t.fail(String(error))
  return {
    sent,
    ...createAdmitter({ sql, keyWindows, sessionWindows: SESSION_WINDOWS, onUsageNotSaved }),
  }
}

/** Keys that were admitted before, and a new call with the first, which waits for a lock on its window. */
async function admittedBehindALock(t: Test) {
  const keys = await newKeys(6)
  const { sent, byApiKey } = countingAdmitter(service)
  const [admission] = await Promise.all(keys.map((key) => byApiKey(key)))
  const holder = await service.store.database.pool.connect()
  await holder.query('begin')
  const lock = 'select from rate_windows where subject = $1 for update'
  t.equal((await holder.query(lock, [`key:${admission?.apiKeyId}`])).rowCount, 1)
  let release = async () => {
    release = async () => {}
    await holder.query('rollback')
    holder.release()
  }
  t.teardown(() => release())
  // The second statement updates last_used_at.
  while (sent.length < 2) await delay(5)
  sent.length = 0
  const first = byApiKey(keys[0] ?? '')
  await turn()
  return { keys, sent, byApiKey, first, release: () => release() }
}

t.test('simultaneous calls with one key are counted separately', async (t) => {
  const limited = await testApp(t, { keyWindows: [{ limit: 5, spanMs: 60_000 }] })
  const { key } = await limited.createOrg()
  const { key: other } = await limited.createOrg()
  const keys = [key, other, ...Array(8).fill(key), other]
  const responses = await listTogether(keys, limited)
  const seenBy = (one: string) =>
    responses
      .filter((_, i) => keys[i] === one)
      .map(({ statusCode, headers }) => `${statusCode} ${headers['x-ratelimit-remaining']}`)
      .sort()
  t.strictSame(seenBy(other), ['200 3', '200 4'])
  const refused = Array(4).fill('429 0')
  t.strictSame(seenBy(key), ['200 0', '200 1', '200 2', '200 3', '200 4', ...refused])
})

t.test('simultaneous calls each get the response for their key', async (t) => {
  const others = await Promise.all([service.createOrg(), service.createOrg()])
  for (const { key } of others) {
    const body = { scheduledTime: '2026-05-01T09:30:00Z' }
    await service.request('POST', '/projects/create', { key, body })
  }
  const [unknown, revoked] = [generateApiKey(), await org.keyWith('READ')]
  const forbidden = await org.keyWith('WEBHOOKS')
  const revoke = `update api_keys set revoked_at = now() where id = (
    select id from api_keys where organization_id = $1 and revoked_at is null and scopes = '{READ}')`
  await service.store.sql.query(revoke, [org.organizationId])
  const keys = [unknown, others[0].key, revoked, forbidden, others[1].key, 'mjk_nonsense']
  for (let round = 0; round < 3; round += 1) {
    const responses = await listTogether(keys)
    const statuses = responses.map(({ statusCode }) => statusCode)
    t.strictSame(statuses, [401, 200, 401, 403, 200, 401])
    const lists = [responses[1], responses[4]].map((response) => response?.json().data)
    t.match(
      lists,
      others.map(({ organizationId }) => [{ organizationId }]),
    )
  }
})

t.test('simultaneous calls cost one statement', async (t) => {
  const keys = await newKeys(20)
  const { sent, byApiKey } = countingAdmitter(service)
  const admissions = await Promise.all(keys.map((key) => byApiKey(key)))
  t.equal(new Set(admissions.map(({ apiKeyId }) => apiKeyId)).size, keys.length)
  t.equal(sent.length, 2, 'and one that updates last_used_at')
  const areMarkedUsed = async () => {
    const { body } = await org.call('GET', '/api-keys?limit=100')
    const listed: ListedKey[] = body.data
    const used = new Set(listed.filter((made) => made.lastUsedAt).map(({ id }) => id))
    return admissions.every(({ apiKeyId }) => used.has(apiKeyId ?? ''))
  }
  // Admission doesn't wait for that update.
  while (!(await areMarkedUsed())) await delay(20)
  await Promise.all(keys.map((key) => byApiKey(key)))
  t.equal(sent.length, 3, 'last_used_at is updated once a minute')
})

t.test('calls arriving one by one during an admission cost one statement', async (t) => {
  const { sent, byApiKey, ...held } = await admittedBehindALock(t)
  const [, ...keys] = held.keys
  const later: Promise<unknown>[] = []
  for (const key of keys) {
    later.push(byApiKey(key))
    await turn()
  }
  t.equal(sent.length, 1, 'the statement that waits for the lock')
  await Promise.all(later)
  t.equal(sent.filter((text) => text.includes('rate_windows')).length, 2)
})

t.test("a slow admission doesn't delay other calls", async (t) => {
  const { byApiKey, first, release, ...held } = await admittedBehindALock(t)
  const [, ...keys] = held.keys
  // One by one, so a single second statement doesn't admit them all.
  for (const key of keys) t.match(await byApiKey(key), { allowed: true })
  t.equal(await Promise.race([first, 'still waiting']), 'still waiting')
  await release()
  t.match(await first, { allowed: true })
})

t.test('processes that admit the same keys do not deadlock', async (t) => {
  const keys = await newKeys(60)
  const second = await testApp(t, { databaseUrl: service.databaseUrl })
  const [one, two] = [countingAdmitter(service), countingAdmitter(second)]
  const [upwards, downwards] = [keys, keys.toReversed()]
  for (let round = 0; round < 40; round += 1) {
    await Promise.all([
      ...upwards.map((key) => one.byApiKey(key)),
      ...downwards.map((key) => two.byApiKey(key)),
    ])
  }
  const [last] = await Promise.all(keys.map((key) => one.byApiKey(key)))
  t.match(last?.windows.at(-1), { used: 81 }, 'every call is counted')
})

t.test('a key is admitted without waiting for a lock on its row', async (t) => {
  const [key = ''] = await newKeys(1)
  const { database } = service.store
  await database.transaction(async (tx) => {
    await tx.query('select from api_keys where organization_id = $1 for update', [
      org.organizationId,
    ])
    const [response] = await listTogether([key])
    t.equal(response?.statusCode, 200)
    const second = await listTogether([key])
    t.equal(second[0]?.statusCode, 200, 'even behind the update of last_used_at')
  })
})

t.test(
  "an admission doesn't wait for a disk flush; later statements on its connection do",
  async (t) => {
    const { quick, sql, database } = service.store
    await database.pool.query(`
    create table admitted_with (setting text);
    create function note_setting() returns trigger language plpgsql as $$ begin
      insert into admitted_with values (current_setting('synchronous_commit'));
      return null;
    end $$;
    create trigger note_setting after insert or update on rate_windows
      for each row execute function note_setting()`)
    t.equal((await listTogether(await newKeys(1)))[0]?.statusCode, 200)
    t.match(await sql.query('select setting from admitted_with'), [{ setting: 'off' }])
    // On the connection used for admission.
    t.match(await quick.query('show synchronous_commit'), [{ synchronous_commit: 'on' }])
  },
)
