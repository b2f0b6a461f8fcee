import t from 'tap'
import type { HeldJob } from '../../src/queue/job-queue.ts'
import { Slots } from '../../src/slots/slots.ts'

const NOW_MS = 1_000
const QUICK = { durationMs: 5, timedOut: false }
const SLOW = { durationMs: 4_000, timedOut: false }
const TIMED_OUT = { durationMs: 10_000, timedOut: true }

const to = (url: string, maxPerSecond: number | null = null) => ({ url, maxPerSecond })

let made = 0
function job(subscriptionId: string, organizationId = subscriptionId): HeldJob {
  made += 1
  const id = `job ${made}`
  const ids = { id, deliveryId: id, subscriptionId, organizationId }
  const marks = { retryCount: 0, attempt: 1, deaths: 0 }
  return { ...ids, ...marks, heldSinceMs: 0, leaseEndsAtMs: NOW_MS + 1 }
}

function admit(slots: Slots, count: number, subscriptionId: string, organizationId?: string) {
  const jobs = Array.from({ length: count }, () => job(subscriptionId, organizationId))
  return jobs.filter((each) => slots.admit(each))
}

/** Runs jobs sequentially, so the subscription's lane adapts. */
function run(slots: Slots, subscriptionId: string, timing: typeof QUICK, times: number): void {
  for (let i = 0; i < times; i += 1) {
    admit(slots, 1, subscriptionId)
    for (const started of slots.start(NOW_MS)) {
      slots.leave(started, timing)
      slots.forget(started)
    }
  }
}

t.test(
  'a subscription starts with four slots, and quick responses widen it up to the host limit',
  async (t) => {
    const slots = new Slots(200)
    admit(slots, 10, 'a')
    const first = slots.start(NOW_MS)
    t.equal(first.length, 4)
    for (const started of first) slots.leave(started, QUICK)
    t.equal(slots.start(NOW_MS).length, 6, 'all waiting jobs')
    run(slots, 'b', QUICK, 30)
    admit(slots, 60, 'b')
    t.equal(slots.start(NOW_MS).length, 10)
  },
)

t.test('an endpoint that keeps timing out has one slot until it responds', async (t) => {
  const slots = new Slots(200)
  run(slots, 'a', QUICK, 30)
  run(slots, 'a', TIMED_OUT, 5)
  admit(slots, 8, 'a')
  const [only, ...others] = slots.start(NOW_MS)
  t.equal(others.length, 0)
  if (only) slots.leave(only, SLOW)
  t.equal(slots.start(NOW_MS).length, 4)
})

t.test('an endpoint that responds slowly keeps few slots', async (t) => {
  const slots = new Slots(200)
  run(slots, 'a', QUICK, 30)
  run(slots, 'a', SLOW, 30)
  admit(slots, 20, 'a')
  t.equal(slots.start(NOW_MS).length, 4)
})

t.test('one organization has at most two fifths of the slots', async (t) => {
  const slots = new Slots(10)
  for (const subscription of ['a', 'b', 'c', 'd', 'e', 'f']) admit(slots, 1, subscription, 'one')
  t.equal(slots.start(NOW_MS).length, 4)
  admit(slots, 1, 'x', 'two')
  t.equal(slots.start(NOW_MS).length, 1)
})

t.test(
  'a subscription with enough waiting jobs is skipped by fetches until it has room',
  async (t) => {
    const slots = new Slots(200)
    admit(slots, 8, 'a')
    const started = slots.start(NOW_MS)
    t.strictSame(slots.leaveOut(), ['a'])
    t.equal(slots.takeReopened(), false)
    for (const each of started) slots.leave(each, QUICK)
    slots.start(NOW_MS)
    t.equal(slots.takeReopened(), true)
    t.strictSame(slots.leaveOut(), [])
  },
)

t.test('waiting jobs are limited, per subscription and in total', async (t) => {
  const slots = new Slots(20)
  t.equal(admit(slots, 128, 'a').length, 16, 'eight for each of its two slots')
  for (let n = 0; n < 50; n += 1) admit(slots, 16, `s${n}`)
  t.equal(slots.heldCount, 100, 'five times the slots')
  t.equal(slots.room, 0)
})

t.test('subscriptions take turns when all slots are taken', async (t) => {
  const slots = new Slots(10)
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']) admit(slots, 3, name)
  const [first] = slots.start(NOW_MS)
  if (first) slots.leave(first, QUICK)
  t.equal(slots.start(NOW_MS)[0]?.subscriptionId, 'k')
})

t.test("a job with an expired lease doesn't start until a heartbeat renews it", async (t) => {
  const slots = new Slots(200)
  const late = job('a')
  late.leaseEndsAtMs = NOW_MS
  slots.admit(late)
  t.equal(slots.start(NOW_MS).length, 0)
  late.leaseEndsAtMs = NOW_MS + 9_000
  t.equal(slots.start(NOW_MS).length, 1)
})

t.test('a job put back starts before later ones', async (t) => {
  const slots = new Slots(200)
  admit(slots, 6, 'a')
  const started = slots.start(NOW_MS)
  for (const each of started.toReversed()) slots.putBack(each)
  t.strictSame(slots.start(NOW_MS), started)
})

t.test('a waiting job can be dropped, a started one cannot', async (t) => {
  const slots = new Slots(200)
  admit(slots, 5, 'a')
  const [started] = slots.start(NOW_MS)
  const [waiting] = slots.waiting()
  t.equal(waiting && slots.drop(waiting), true)
  t.equal(started && slots.drop(started), false)
  t.equal(slots.heldCount, 4)
})

t.test('hanging endpoints, however many, leave room for jobs that can start', async (t) => {
  const slots = new Slots(200)
  for (let n = 0; n < 40; n += 1) {
    admit(slots, 40, `hanging ${n}`)
    slots.start(NOW_MS)
  }
  t.equal(slots.running, 160)
  t.equal(slots.room, 40, 'a fetch may return one job per free slot')
  t.equal(admit(slots, 1, 'healthy').length, 1)
  t.match(slots.start(NOW_MS).at(-1), { subscriptionId: 'healthy' })
})

t.test(
  'a subscription whose job was refused is skipped by fetches until its lane has a slot',
  async (t) => {
    const slots = new Slots(200)
    for (let n = 0; n < 20; n += 1) admit(slots, 32, `parked ${n}`)
    admit(slots, 4, 'a')
    const started = slots.start(NOW_MS).filter((each) => each.subscriptionId === 'a')
    t.equal(admit(slots, 1, 'a').length, 0)
    t.ok(slots.leaveOut().includes('a'))
    for (const each of started) {
      slots.leave(each, QUICK)
      slots.forget(each)
    }
    t.equal(slots.takeReopened(), true)
    t.notOk(slots.leaveOut().includes('a'))
  },
)

const HOST_LIMIT = 10

t.test('an organization has ten slots per host, across its subscriptions', async (t) => {
  const slots = new Slots(200)
  for (let n = 0; n < 20; n += 1) admit(slots, 4, `s${n}`, 'one')
  // Hosts are unknown until deliveries are read.
  const first = slots.start(NOW_MS)
  t.equal(first.length, 80)
  const going = first.filter((each) =>
    slots.goTo(each, to(`http://host.test/${each.subscriptionId}`)),
  )
  t.equal(going.length, HOST_LIMIT)
  for (const each of first) if (!going.includes(each)) slots.putBack(each)
  slots.admit(job('new', 'one'))
  const [other] = slots.start(NOW_MS)
  t.equal(other && slots.goTo(other, to('http://HOST.test:8443/')), false, 'with any port')
  t.equal(other && slots.goTo(other, to('http://other.test/')), true)
})

t.test('a freed slot goes to another subscription of the host', async (t) => {
  const slots = new Slots(200)
  for (let n = 0; n < 12; n += 1) admit(slots, 1, `s${n}`, 'one')
  const started = slots.start(NOW_MS)
  const going = started.filter((each) => slots.goTo(each, to('http://host.test/')))
  for (const each of started) if (!going.includes(each)) slots.putBack(each)
  t.strictSame(slots.start(NOW_MS), [], 'the host is known now, and has no room')
  t.equal(slots.leaveOut().length, 2, 'they are skipped by the fetch')
  const [one] = going
  if (one) slots.leave(one, QUICK)
  const [next, ...others] = slots.start(NOW_MS)
  t.equal(others.length, 0)
  t.match(next?.subscriptionId, /^s1[01]$/)
})

t.test('another organization has separate slots for the same host', async (t) => {
  const slots = new Slots(200)
  for (const organization of ['one', 'two']) {
    for (let n = 0; n < 5; n += 1) admit(slots, 4, `${organization} ${n}`, organization)
  }
  const started = slots.start(NOW_MS)
  t.equal(
    started.filter((each) => slots.goTo(each, to('http://host.test/'))).length,
    2 * HOST_LIMIT,
  )
})

t.test('a paused organization starts nothing until resumed', async (t) => {
  const slots = new Slots(200)
  admit(slots, 2, 'a', 'one')
  admit(slots, 2, 'b', 'two')
  t.equal(slots.pause('one'), true)
  t.equal(slots.pause('one'), false, "it's already paused")
  t.ok(slots.start(NOW_MS).every((each) => each.organizationId === 'two'))
  slots.resume('one')
  t.equal(slots.start(NOW_MS).length, 2)
})
