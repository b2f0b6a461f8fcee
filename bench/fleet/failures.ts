import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { Fleet } from './fleet-parts.ts'
import { flood } from './flood.ts'
import type { Organization } from './population.ts'
import type { World } from './world.ts'

/** Something that is done to the fleet at an hour of the day. */
export interface Failure {
  hour: number
  name: string
  /** Does it and undoes it. */
  run(): Promise<void>
}

const FROZEN_MS = 40_000
const STORE_GONE_MS = 60_000
const DATABASE_GONE_MS = 5_000
const RECEIVERS_GONE_MS = 30_000
const FLOOD_MS = 60_000
const SUPERVISOR_MS = 2_000
const FLOODING_ORGANIZATION = 2

/** What happens to the fleet during the day. Nothing happens to HAProxy. */
export function failuresOf(
  { processes, database, store, receivers, usage }: Fleet,
  world: World,
  organizations: readonly Organization[],
  scale: number,
): Failure[] {
  const { clock } = world
  const gone = (what: { failing?: boolean; hanging?: boolean }, until: number) => async () => {
    await receivers.change(what)
    await clock.reach(until)
    await receivers.change({ failing: false, hanging: false })
  }
  return [
    { hour: 6, name: 'an api is killed', run: () => processes.kill('api', SUPERVISOR_MS) },
    {
      hour: 7.5,
      name: 'a dispatcher is killed',
      run: () => processes.kill('dispatcher', SUPERVISOR_MS),
    },
    {
      hour: 8.75,
      name: 'some receivers fail and one hangs for an hour',
      run: gone({ failing: true, hanging: true }, 9.75),
    },
    {
      hour: 10.5,
      name: 'a dispatcher is frozen',
      run: () => processes.freeze('dispatcher', FROZEN_MS * scale),
    },
    {
      hour: 12,
      name: 'PostgreSQL is stopped hard',
      async run() {
        usage.remove(database.pid)
        await database.stopHard()
        await pause(DATABASE_GONE_MS * scale)
        await database.startAgain()
        usage.add('postgres', database.pid)
      },
    },
    {
      hour: 13.5,
      name: 'a tenant floods',
      run: () =>
        flood(world, organizations[FLOODING_ORGANIZATION] as Organization, FLOOD_MS * scale),
    },
    {
      hour: 15,
      name: 'the S3 store is gone',
      async run() {
        await store.kill()
        await pause(STORE_GONE_MS * scale)
        await store.start()
      },
    },
    {
      hour: 16.5,
      name: 'all processes are restarted in turn',
      async run() {
        await processes.roll('dispatcher')
        await processes.roll('media')
        await processes.roll('api')
      },
    },
    {
      hour: 19,
      name: 'all receivers are gone',
      async run() {
        await receivers.change({ gone: true })
        await pause(RECEIVERS_GONE_MS * scale)
        await receivers.change({ gone: false })
      },
    },
    { hour: 20, name: 'an api is killed at work', run: () => processes.kill('api', SUPERVISOR_MS) },
    {
      hour: 21,
      name: 'a dispatcher is killed at work',
      run: () => processes.kill('dispatcher', SUPERVISOR_MS),
    },
  ]
}

/** The time of a failure: from its begin until it was undone, and a while longer for what follows from it. */
export interface Span {
  name: string
  fromMs: number
  undoneMs: number
  toMs: number
}

// A killed dispatcher is noticed after 20 s, and the proxy looks every half second.
const RECOVERY_MS = 20_000

/** Runs the failures at their hours, one after the other. */
export class FailureSchedule {
  readonly spans: Span[] = []
  #phase: string | null = null

  /** The failure at this moment, if there is one. */
  get phase(): string | null {
    return this.#phase
  }

  async run(
    failures: readonly Failure[],
    clock: Clock,
    scale: number,
    say: (span: Span | string) => void,
  ): Promise<void> {
    for (const { hour, name, run } of failures) {
      await clock.reach(hour)
      const fromMs = Date.now()
      this.#phase = name
      say(name)
      await run()
      const undoneMs = Date.now()
      await pause(RECOVERY_MS * scale)
      this.#phase = null
      const span = { name, fromMs, undoneMs, toMs: Date.now() }
      this.spans.push(span)
      say(span)
    }
  }
}
