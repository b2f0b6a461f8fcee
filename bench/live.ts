import { idleCores } from './support/costs.ts'
import {
  bareSide,
  CALLERS,
  LIVE_DATA,
  LiveCallers,
  type LiveService,
  type LiveSide,
  liveTarget,
  serviceSide,
  startLiveService,
  type Wait,
} from './support/live.ts'
import { interleave, type Sample } from './support/load.ts'
import { inFolder, startProcess } from './support/process.ts'
import {
  compare,
  type Figure,
  failures,
  figure,
  type RunOptions,
  report,
} from './support/report.ts'
import { type BenchReceiver, startReceiver } from './support/webhooks.ts'

const RATES = [100, 200, 400, 600]
/** The rate of the figures. */
const AT = 200
// PostgreSQL checks for tables to vacuum every minute.
const AFTER_LOAD_SECONDS = 75
const [SERVICE, BARE] = ['service', 'bare'] as const

/**
 * P10: processor time of one event, from the accepted call to the settled delivery, one event per call, against the
 * least that can be done for it.
 */
export async function live(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const timing = isQuick
    ? { rounds: 1, secondsEach: 1, warmUpSeconds: 1 }
    : { rounds: 5, secondsEach: 4, warmUpSeconds: 5 }
  const idleSeconds = isQuick ? 2 : 30
  const afterSeconds = isQuick ? 1 : AFTER_LOAD_SECONDS
  await inFolder(async (_folder, onEnd) => {
    const receiver = await startReceiver()
    onEnd(receiver.process.end)
    const service = await startLiveService(receiver, onEnd)
    const ours = serviceSide(SERVICE, service)
    const sides = [ours, await startBare(service, receiver, onEnd)]
    const waits = new Map<string, Wait[]>()
    const onWait = (name: string, of: Wait) => waits.set(name, [...(waits.get(name) ?? []), of])
    const targets = RATES.flatMap((perSecond) =>
      sides.map((side) => liveTarget(side, receiver, perSecond, onWait)),
    )
    const samples = await interleave(targets, timing)
    const idle = await idleCores(ours.processes, idleSeconds, afterSeconds)
    // Without the warm-up.
    const measured = new Map([...waits].map(([name, of]) => [name, of.slice(-timing.rounds)]))
    await report(
      {
        name: 'live',
        setting: { ...LIVE_DATA, ...timing, CALLERS, RATES, idleSeconds },
        figures: figuresOf(samples, measured, idle),
        samples: { ...Object.fromEntries(samples), waits: Object.fromEntries(measured), idle },
      },
      options,
    )
  })
}

async function startBare(
  { engine, keys }: LiveService,
  receiver: BenchReceiver,
  onEnd: (end: () => Promise<void>) => void,
): Promise<LiveSide> {
  const args = [engine.databaseUrl, receiver.url]
  const bare = await startProcess('bench/baselines/live.ts', /listening at (\S+)/, {}, [], args)
  onEnd(bare.end)
  const callers = new LiveCallers(bare.ready[1] ?? '', keys)
  onEnd(() => callers.close())
  return bareSide(BARE, bare, callers, engine.pid)
}

function figuresOf(
  samples: Map<string, Sample[]>,
  waits: Map<string, Wait[]>,
  idle: Record<string, number>,
): Figure[] {
  const at = (name: string) => `${name}, ${AT}/s`
  const p50 = (waits.get(at(SERVICE)) ?? []).map((wait) => wait.p50)
  const cores = Object.values(idle).reduce((sum, each) => sum + each, 0)
  return [
    compare(
      samples,
      'P10: processor time at 200/s, of the least',
      [at(SERVICE), at(BARE)],
      '≤ 1.6',
      'cpuMicros',
    ),
    figure('P10: accepted to received at 200/s, p50 ms', '< 5', p50),
    figure('P10: cores while idle', '≤ 0.01', [cores]),
    failures(samples, 'P10: events that came twice or never'),
  ]
}
