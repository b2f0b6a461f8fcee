import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'

/** A receiver in a separate process, so it slows neither test nor dispatcher. */
export interface ReceiverProcess {
  readonly url: string
  /** Requests, and distinct ids. */
  count(): Promise<{ requests: number; ids: number }>
}

const MAIN = fileURLToPath(new URL('receiver-main.ts', import.meta.url))

/** Starts a receiver that responds 200 to everything, until the end of the test. */
export async function startReceiverProcess(t: Test): Promise<ReceiverProcess> {
  const child = fork(MAIN, { execArgv: [] })
  t.teardown(async () => {
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  })
  const [{ port }] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    async count() {
      const message = once(child, 'message')
      child.send('count')
      const [counts] = await message
      return counts
    },
  }
}
