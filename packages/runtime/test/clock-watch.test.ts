import { setTimeout as pause } from 'node:timers/promises'
import { Registry } from 'prom-client'
import t, { type Test } from 'tap'
import { watchClock } from '../src/process-health.ts'

/** Watches a clock off by each of these seconds in turn, until all are read. */
async function watch(t: Test, skews: readonly (number | Error)[]) {
  const lines: string[] = []
  const log = (fields: object, text: string) => lines.push(`${text} ${JSON.stringify(fields)}`)
  const registry = new Registry()
  const left = [...skews]
  const { promise: allRead, resolve } = Promise.withResolvers<void>()
  const clock = watchClock({
    registry,
    logger: { info: log as never, warn: log as never },
    everyMs: 1,
    async measure() {
      const skew = left.shift()
      // Called once more after the last one is recorded.
      if (skew === undefined) resolve()
      if (typeof skew !== 'number') throw skew ?? new Error('none is left')
      return skew
    },
  })
  t.teardown(() => clock.stop())
  clock.start()
  // The watch alone doesn't keep the process alive.
  await Promise.race([allRead, pause(10_000)])
  const figure = /^clock_skew_seconds (.*)$/m.exec(await registry.metrics())?.[1]
  return { lines, figure, warning: clock.warning() }
}

t.test("a wrong clock is logged once, and once more when it's right again", async (t) => {
  const { lines, figure, warning } = await watch(t, [0, 90, 120.4, 45, 61, -1200, 2, 3])
  t.strictSame(lines, ['clock.wrong {"skewSeconds":90}', 'clock.right_again {"skewSeconds":2}'])
  t.equal(figure, '3')
  t.equal(warning, null)
})

t.test('a wrong clock is reported until it is right, even without a database', async (t) => {
  const fast = await watch(t, [1200, new Error('gone'), new Error('gone')])
  t.equal(fast.warning, "the clock is 1200 s ahead of the database's")
  t.equal(fast.figure, '1200')
  const slow = await watch(t, [-61])
  t.equal(slow.warning, "the clock is 61 s behind the database's")
})

t.test('before the first check, nothing is reported and the metric is NaN', async (t) => {
  t.strictSame(await watch(t, [new Error('no database')]), {
    lines: [],
    figure: 'Nan',
    warning: null,
  })
})
