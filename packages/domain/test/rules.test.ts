import t from 'tap'
import {
  DEFAULT_RETRY_DELAYS_MS,
  includesScope,
  outranks,
  ROLES,
  retryAfterMs,
  retryDelayMs,
  SCOPES,
  scopesOfRole,
  tightestWindow,
} from '../src/index.ts'

t.test(
  'a scope grants itself, ADMIN grants all, WRITE implies READ, and nothing else [i5-admin, i5-write-implies-read, c2-key-admin-scope]',
  async (t) => {
    for (const held of SCOPES) {
      for (const needed of SCOPES) {
        const expected =
          held === needed || held === 'ADMIN' || (held === 'WRITE' && needed === 'READ')
        t.equal(includesScope([held], needed), expected, `${held} for ${needed}`)
      }
    }
  },
)

t.test('a session has the scopes of its role [c2-session-scopes, c2-users-roles]', async (t) => {
  t.same(scopesOfRole('ADMIN'), SCOPES)
  t.same(scopesOfRole('MANAGER'), SCOPES)
  t.same(scopesOfRole('TECHNICIAN'), ['READ', 'WRITE'])
  t.same(scopesOfRole('EDITOR'), ['READ', 'WRITE'])
})

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

t.test(
  'the headers describe the window with the fewest calls left, ties by longest wait [c1-limits-headers]',
  async (t) => {
    const second = { limit: 3, used: 3, resetMs: 400 }
    const ten = { limit: 20, used: 20, resetMs: 7_000 }
    const minute = { limit: 100, used: 60, resetMs: 30_000 }
    t.equal(tightestWindow([second, ten, minute]), ten)
    t.equal(tightestWindow([{ ...second, used: 1 }, { ...ten, used: 19 }, minute]).limit, 20)
    t.equal(retryAfterMs([second, ten, minute]), 7_000)
    t.equal(retryAfterMs([second, { ...ten, used: 5 }, minute]), 400)
  },
)
