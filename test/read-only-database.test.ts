import { createTestDatabase } from '@mediajobs/db/testing'
import { openStore } from '@mediajobs/outbox'
import { testApp } from '@mediajobs/testing/api/app'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'

// docs/contract.md#c15-read-only

const CALLS = 8
const BODY = { scheduledTime: '2026-05-01T09:30:00Z' }

const { url: databaseUrl, name } = await createTestDatabase(t)
const service = await testApp(t, { databaseUrl })
const { key } = await service.createOrg()
const operator = openStore({ databaseUrl, poolSize: 1, applicationName: 'operator', onError() {} })
t.teardown(() => operator.close())

const book = () => service.request('POST', '/projects/create', { key, body: BODY })
const isReady = async () => (await service.request('GET', '/health/ready')).status === 200

/** Changes the default for new sessions. Open ones keep theirs, as with a demoted server. */
async function acceptWrites(isAccepting: boolean): Promise<void> {
  const value = isAccepting ? 'off' : 'on'
  await operator.sql.queryOnce('set default_transaction_read_only = off')
  await operator.sql.queryOnce(
    `alter database ${name} set default_transaction_read_only = ${value}`,
  )
}

t.test('connections to a read-only server are replaced [c15-read-only]', async (t) => {
  t.equal((await book()).status, 201)
  await acceptWrites(false)
  await operator.sql.queryOnce(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await eventually('the api is not ready', async () => !(await isReady()))
  const refused = await Promise.all(Array.from({ length: CALLS }, book))
  t.strictSame(new Set(refused.map(({ status }) => status)), new Set([503]))
  t.match(refused[0]?.body, { code: 'database_unavailable' })

  await acceptWrites(true)
  const succeed = async () => {
    const responses = await Promise.all(Array.from({ length: CALLS }, book))
    return responses.every(({ status }) => status === 201)
  }
  await eventually('all calls succeed', succeed)
  await eventually('the api is ready', isReady)
})
