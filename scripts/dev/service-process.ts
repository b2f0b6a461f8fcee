import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { spawnTied } from '@mediajobs/local-engines'
import { withDeadline } from '@mediajobs/runtime'
import type { Running } from './keep-running.ts'
import { readableLine } from './log-line.ts'
import { ROOT, type ServiceName } from './source-folders.ts'

// A service takes up to 14 seconds to finish its running work.
const STOP_LIMIT_MS = 15_000

/** Starts `apps/<name>` as a process that ends with this one. Its output goes to `say`. */
export function startService(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Running {
  const child = spawnTied(process.execPath, [`apps/${name}/src/main.ts`], {
    // Its database ends at the same time, so it cannot finish any work.
    endSignal: 'SIGKILL',
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const output of [child.stdout, child.stderr]) if (output) forward(output, name, say)
  const ended = endOf(child)
  return {
    pid: child.pid ?? 0,
    ended,
    async stop(limitMs = STOP_LIMIT_MS) {
      child.kill('SIGTERM')
      await withDeadline(ended, limitMs)
      child.kill('SIGKILL')
      await ended
    },
  }
}

function forward(output: Readable, name: string, say: (line: string) => void): void {
  createInterface({ input: output }).on('line', (line) => say(readableLine(name, line)))
}

/** The way in which it ended, as text for people. All its output was printed before. */
async function endOf(child: ChildProcess): Promise<string> {
  const [code, signal] = await once(child, 'close')
  return signal ? `killed by ${signal}` : `exit code ${code}`
}
