import t from 'tap'
import { DEFAULT_RETRY_DELAYS_MS, outranks, ROLES, retryDelayMs } from '../src/index.ts'

t.test(
  'ADMIN is higher than MANAGER, and both are higher than the others, which are equal',
  async (t) => {
    const above = ROLES.flatMap((a) => ROLES.filter((b) => outranks(a, b)).map((b) => `${a}>${b}`))
    t.same(above, [
      'ADMIN>MANAGER',
      'ADMIN>TECHNICIAN',
      'ADMIN>EDITOR',
      'MANAGER>TECHNICIAN',
      'MANAGER>EDITOR',
    ])
  },
)

t.test(
  'the waits after failed attempts are 30 s, 2 min, 10 min, 30 min and 2 h, and the sixth is the last [i6-schedule]',
  async (t) => {
    const delays = [1, 2, 3, 4, 5, 6].map((attempt) =>
      retryDelayMs(DEFAULT_RETRY_DELAYS_MS, attempt),
    )
    t.same(delays, [30_000, 120_000, 600_000, 1_800_000, 7_200_000, null])
  },
)
