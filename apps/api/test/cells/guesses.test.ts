// docs/contract.md#c15-wrong-cell-counts
import { randomToken } from '@mediajobs/domain'
import { anyAddress } from '@mediajobs/testing/api/request'
import t from 'tap'
import { callWith, twoCells, unknown } from './two-cells.ts'

const { us1 } = await twoCells(t)

t.test(
  'guesses that name another cell count like any others [c15-wrong-cell-counts]',
  async (t) => {
    for (const name of ['a delivery', 'an original'] as const) {
      const address = anyAddress()
      const statuses = new Set<number>()
      for (let i = 0; i < 61; i += 1) {
        statuses.add((await callWith(us1, name, unknown(name, 'eu1'), address)).status)
      }
      t.strictSame([...statuses], [421, 429], name)
    }
  },
)

t.test(
  'guessed calendars of another cell count like any others [c15-wrong-cell-counts]',
  async (t) => {
    const headers = { 'x-forwarded-for': anyAddress() }
    const statuses = new Set<number>()
    for (let i = 0; i < 61; i += 1) {
      const path = `/calendars/${randomToken('eu1')}.ics`
      statuses.add((await us1.request('GET', path, { headers })).status)
    }
    t.strictSame([...statuses], [307, 429])
  },
)
