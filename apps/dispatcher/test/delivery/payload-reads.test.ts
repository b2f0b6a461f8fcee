import { setImmediate as turn } from 'node:timers/promises'
import { newId, type Sql } from '@mediajobs/db'
import t from 'tap'
import { Payloads } from '../../src/delivery/payloads.ts'
import { openFixture } from '../../testing/fixture.ts'

const EVENTS = 8

t.test('large payloads are read four at a time [c10-payload-bytes]', async (t) => {
  const fixture = await openFixture(t)
  const { organizationId } = await fixture.subscribe('https://receiver.test/hook')
  const { sql } = fixture.store
  const gate = Promise.withResolvers<void>()
  let reads = 0
  const counted: Sql = {
    ...sql,
    get orm() {
      return sql.orm
    },
    async query(text, values) {
      reads += 1
      await gate.promise
      return sql.query(text, values)
    },
  }
  const payloads = new Payloads(counted, 10)
  const taken = Array.from({ length: EVENTS }, () =>
    payloads.take({ organizationId, eventId: newId(), bytes: 20_000 }),
  )
  for (let n = 0; n < 10; n += 1) await turn()
  t.equal(reads, 4, 'the others wait')
  gate.resolve()
  await Promise.all(taken)
  t.equal(reads, EVENTS)
})
