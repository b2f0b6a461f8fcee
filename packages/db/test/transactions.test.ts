import t from 'tap'
import { openDatabase } from '../src/index.ts'
import { createTestDatabase } from '../testing/index.ts'

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

t.test(
  'a transaction that returns is committed, and what waits for the commit then runs',
  async (t) => {
    let seen: unknown[] = []
    let told: () => void = () => {}
    const committed = new Promise<void>((resolve) => {
      told = resolve
    })
    const result = await database.transaction(async (tx) => {
      tx.afterCommit(() => told())
      await tx.query(`insert into notes values ('a')`)
      seen = await notes()
      return 'done'
    })
    await committed
    t.equal(result, 'done')
    t.strictSame(seen, [], 'not seen before')
    t.strictSame(await notes(), ['a'])
  },
)

t.test(
  'a transaction that throws leaves nothing, and runs nothing that waits for the commit',
  async (t) => {
    let isTold = false
    const broken = database.transaction(async (tx) => {
      tx.afterCommit(() => {
        isTold = true
      })
      await tx.query(`insert into notes values ('a')`)
      throw new Error('broken')
    })
    await t.rejects(broken, { message: 'broken' })
    t.strictSame(await notes(), [])
    t.notOk(isTold)
  },
)

t.test('a refused statement fails its transaction, though the code goes on', async (t) => {
  const refused = database.transaction(async (tx) => {
    await tx.query(`insert into notes values ('a')`)
    await tx.query(`insert into notes values ('a')`).catch(() => {})
    return 'done'
  })
  await t.rejects(refused)
  t.strictSame(await notes(), [])
})

t.test('what follows a savepoint can be undone, and the rest is committed', async (t) => {
  await database.transaction(async (tx) => {
    await tx.query(`insert into notes values ('kept')`)
    const mark = tx.savepoint()
    await tx.query(`insert into notes values ('undone')`)
    await mark.rollBack()
  })
  t.strictSame(await notes(), ['kept'])
})
