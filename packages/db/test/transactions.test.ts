import t from 'tap'
import { openDatabase } from '../src/index.ts'
import { createTestDatabase, relayDatabase } from '../testing/index.ts'

const { url } = await createTestDatabase(t)
const database = openDatabase({ url, poolSize: 2, applicationName: 'test', onError() {} })
t.teardown(() => database.close())
await database.sql.query('create table notes (text text primary key)')

async function notes(): Promise<unknown[]> {
  const rows = await database.sql.query<{ text: string }>('select text from notes order by text')
  return rows.map(({ text }) => text)
}

t.beforeEach(async () => {
  await database.sql.query('delete from notes')
})

t.test('a transaction that returns is committed, then its callbacks run', async (t) => {
  let seen: unknown[] = []
  let onCommit: () => void = () => {}
  const committed = new Promise<void>((resolve) => {
    onCommit = resolve
  })
  const result = await database.transaction(async (tx) => {
    tx.afterCommit(() => onCommit())
    await tx.query(`insert into notes values ('a')`)
    seen = await notes()
    return 'done'
  })
  await committed
  t.equal(result, 'done')
  t.strictSame(seen, [], 'not visible before the commit')
  t.strictSame(await notes(), ['a'])
})

t.test("a transaction that throws stores nothing, and its callbacks don't run", async (t) => {
  let isCalled = false
  const broken = database.transaction(async (tx) => {
    tx.afterCommit(() => {
      isCalled = true
    })
    await tx.query(`insert into notes values ('a')`)
    throw new Error('broken')
  })
  await t.rejects(broken, { message: 'broken' })
  t.strictSame(await notes(), [])
  t.notOk(isCalled)
})

t.test(
  'a failed statement fails its transaction, even if the code catches the error',
  async (t) => {
    const refused = database.transaction(async (tx) => {
      await tx.query(`insert into notes values ('a')`)
      await tx.query(`insert into notes values ('a')`).catch(() => {})
      return 'done'
    })
    await t.rejects(refused)
    t.strictSame(await notes(), [])
  },
)

t.test('statements after a savepoint can be rolled back, and the others committed', async (t) => {
  await database.transaction(async (tx) => {
    await tx.query(`insert into notes values ('kept')`)
    const mark = tx.savepoint()
    await tx.query(`insert into notes values ('undone')`)
    await mark.rollBack()
  })
  t.strictSame(await notes(), ['kept'])
})

t.test('COMMIT is pipelined with a concurrent statement', async (t) => {
  const packets: string[] = []
  const record = (chunk: Buffer) => packets.push(chunk.toString('latin1')) > 0
  const relayed = await relayDatabase(t, url, { ofClient: () => record })
  const options = { poolSize: 1, applicationName: 'test', onError() {} }
  const watched = openDatabase({ ...options, url: relayed.href })
  t.teardown(() => watched.close())
  await watched.transaction(async (tx) => {
    await tx.query('select 1')
    void tx.besideCommit.query('insert into notes values ($1)', ['beside'])
  })
  t.strictSame(await notes(), ['beside'])
  const [packet] = packets.filter((text) => text.includes('insert into notes'))
  t.match(packet, 'commit')
})

t.test('a failing statement pipelined with COMMIT rolls back the transaction', async (t) => {
  const refused = database.transaction(async (tx) => {
    await tx.query(`insert into notes values ('a')`)
    void tx.besideCommit.query('insert into notes values ($1)', ['a'])
  })
  await t.rejects(refused, { code: '23505' })
  t.strictSame(await notes(), [])
})
