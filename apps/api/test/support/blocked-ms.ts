import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds for which `work` blocked the event loop at most, at one time. */
export async function blockedMs(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  await work()
  delay.disable()
  return delay.max / 1e6
}
