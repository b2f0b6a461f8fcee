// docs/contract.md#c21
import t from 'tap'
import { type ChangePolicy, type ChangeRule, changeFee, mayClientChange } from '../src/index.ts'

const BASE = { freeReschedules: 0, clientUntilHours: null, currency: 'USD' }
const rule = (on: ChangeRule['on'], withinHours: number, fee: Partial<ChangeRule>): ChangeRule => ({
  on,
  withinHours,
  feeAmount: null,
  feeBasisPoints: null,
  ...fee,
})
const policyOf = (rules: ChangeRule[], more: Partial<ChangePolicy> = {}): ChangePolicy => ({
  ...BASE,
  rules,
  ...more,
})
const WANTED = {
  on: 'CANCEL',
  scheduledTime: '2026-05-02T09:30:00.000Z',
  now: '2026-05-01T10:00:00.000Z',
  priorReschedules: 0,
  totalAmount: 30_000,
  currency: 'USD',
} as const

const DAY = policyOf([rule('CANCEL', 24, { feeAmount: 5_000 })])

t.test("exactly the required notice is enough, a moment less isn't [c21-fee]", async (t) => {
  const at = (now: string) => changeFee(DAY, { ...WANTED, now })
  t.equal(at('2026-05-01T09:29:59.000Z'), 0)
  t.equal(at('2026-05-01T09:30:00.000Z'), 0)
  t.equal(at('2026-05-01T09:30:00.001Z'), 5_000)
  t.equal(at('2026-05-01T09:30:01.000Z'), 5_000)
  t.equal(at('2026-05-03T00:00:00.000Z'), 5_000, 'after the appointment')
})

t.test('elapsed hours count, whatever the clocks do [c21-fee]', async (t) => {
  // 10:00 in Zurich, a day later: 23 hours across 29 March 2026, 25 across 25 October.
  const cases = [
    ['2026-03-29T10:00:00+02:00', '2026-03-28T09:00:00+01:00', '2026-03-28T09:00:01+01:00'],
    ['2026-10-25T10:00:00+01:00', '2026-10-24T11:00:00+02:00', '2026-10-24T11:00:01+02:00'],
  ] as const
  for (const [scheduledTime, last, late] of cases) {
    t.equal(changeFee(DAY, { ...WANTED, scheduledTime, now: last }), 0, last)
    t.equal(changeFee(DAY, { ...WANTED, scheduledTime, now: late }), 5_000, late)
    const policy = { ...DAY, clientUntilHours: 24 }
    t.ok(mayClientChange(policy, { scheduledTime, now: last }))
    t.notOk(mayClientChange(policy, { scheduledTime, now: late }))
  }
})

t.test('the highest fee of the applicable rules is due [c21-fee]', async (t) => {
  const policy = policyOf([
    rule('CANCEL', 48, { feeAmount: 2_000 }),
    rule('CANCEL', 24, { feeBasisPoints: 5_000 }),
    rule('CANCEL', 24, { feeAmount: 4_000 }),
    rule('CANCEL', 2, { feeBasisPoints: 10_000 }),
    rule('RESCHEDULE', 500, { feeAmount: 99_999 }),
  ])
  t.equal(changeFee(policy, WANTED), 15_000)
  t.equal(changeFee(policy, { ...WANTED, totalAmount: 7_000 }), 4_000)
  t.equal(changeFee(policy, { ...WANTED, now: '2026-04-30T12:00:00Z' }), 2_000)
  t.equal(changeFee(policy, { ...WANTED, now: '2026-04-30T09:00:00Z' }), 0)
  t.equal(changeFee(policy, { ...WANTED, now: '2026-05-02T09:00:00Z' }), 30_000)
  t.equal(changeFee(policy, { ...WANTED, totalAmount: 0 }), 4_000)
})

t.test(
  "percentages round half up, and amounts in another currency don't count [c21-fee]",
  async (t) => {
    const policy = policyOf([
      rule('CANCEL', 24, { feeAmount: 90_000 }),
      rule('CANCEL', 24, { feeBasisPoints: 3_333 }),
    ])
    t.equal(changeFee(policy, { ...WANTED, currency: 'EUR', totalAmount: 5_001 }), 1_667)
    t.equal(changeFee(policy, { ...WANTED, currency: 'EUR', totalAmount: 1 }), 0)
  },
)

t.test('the first moves are free, canceling never is [c21-fee]', async (t) => {
  const rules = [
    rule('RESCHEDULE', 24, { feeAmount: 5_000 }),
    rule('CANCEL', 24, { feeAmount: 9_000 }),
  ]
  const policy = policyOf(rules, { freeReschedules: 2 })
  const fee = (on: 'CANCEL' | 'RESCHEDULE', priorReschedules: number) =>
    changeFee(policy, { ...WANTED, on, priorReschedules })
  t.strictSame(
    [0, 1, 2].map((each) => fee('RESCHEDULE', each)),
    [0, 0, 5_000],
  )
  t.equal(fee('CANCEL', 0), 9_000)
})

t.test(
  "without a policy there's no fee, and clients can't change anything [c21-policy]",
  async (t) => {
    t.equal(changeFee(null, WANTED), 0)
    t.notOk(mayClientChange(null, WANTED))
    t.notOk(mayClientChange(DAY, WANTED), 'nor without hours')
    t.ok(mayClientChange({ ...DAY, clientUntilHours: 0 }, { ...WANTED, now: WANTED.scheduledTime }))
  },
)
