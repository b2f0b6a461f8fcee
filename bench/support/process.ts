import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { endProcess } from '@mediajobs/local-engines'

/** A process under measurement. */
export interface BenchProcess {
  pid: number
  child: ChildProcess
  /** The match of the line that showed that it was ready. */
  ready: RegExpExecArray
  end(): Promise<void>
}

/** The folder of this checkout. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
// It takes seconds on an idle machine, and far longer on one that other programs use.
const START_LIMIT_MS = 120_000

/**
 * Starts `file` of the repository, or the file at an absolute path, with Node, as production does, and waits
 * until a line of its output matches `readyLine`. Later output is dropped.
 */
export async function startProcess(
  file: string,
  readyLine: RegExp,
  env: Record<string, string>,
  flags: readonly string[] = [],
  args: readonly string[] = [],
): Promise<BenchProcess> {
  const child = spawn(process.execPath, [...flags, resolve(ROOT, file), ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ready = await new Promise<RegExpExecArray>((resolve, reject) => {
    const late = () => {
      child.kill('SIGKILL')
      reject(new Error(`${file} was not ready after ${START_LIMIT_MS} ms`))
    }
    const timer = setTimeout(late, START_LIMIT_MS)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`${file} ended with ${code}`))
    })
    const output = child.stdout as Readable
    const lines = createInterface({ input: output }).on('line', (line) => {
      const match = readyLine.exec(line)
      if (!match) return
      clearTimeout(timer)
      lines.close()
      // Reading each line would take processor time from the measured processes.
      output.resume()
      resolve(match)
    })
  })
  return {
    pid: child.pid ?? 0,
    child,
    ready,
    end: () => endProcess(child, 'SIGTERM'),
  }
}

/** The flags that `pnpm start:<app>` of the checkout at `root` gives to Node.js. */
export function productionFlags(app: 'api' | 'dispatcher' | 'media', root = ROOT): string[] {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: Record<string, string> }
  return scripts[`start:${app}`]?.split(' ').filter((part) => part.startsWith('--')) ?? []
}

/**
 * Starts the api of the checkout at `root`. It logs a line for each request, as in production, and the lines are
 * dropped.
 */
export async function startApi(
  env: Record<string, string>,
  root = ROOT,
): Promise<BenchProcess & { url: string }> {
  const started = await startProcess(
    join(root, 'apps/api/src/main.ts'),
    /listening at (http:[^"\s]+)/,
    { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', SHUTDOWN_DELAY: '0s', ...env },
    productionFlags('api', root),
  )
  return { ...started, url: started.ready[1] ?? '' }
}
