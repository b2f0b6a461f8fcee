// A test process. Imports the test files named by the runner, in turn. Each file is a separate tap test, whose
// teardowns run before the next file begins.
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Test as TapTest } from 'tap'
import { setCurrent } from './current-test.ts'
import type { Report, RunFile } from './test-process.ts'

const REPLACED: Readonly<Record<string, string>> = {
  tap: new URL('current-test.ts', import.meta.url).href,
  'async-hook-domain': new URL('error-domain.ts', import.meta.url).href,
}

registerHooks({
  resolve(specifier, context, next) {
    const url = REPLACED[specifier]
    // This file uses the real tap.
    if (!url || context.parentURL === import.meta.url) return next(specifier, context)
    return { url, format: 'module-typescript', shortCircuit: true }
  },
})

const { Test, t } = await import('tap')

class FileTest extends Test {
  override setTimeout(timeoutMs: number): void {
    report({ type: 'limit', timeoutMs })
    super.setTimeout(timeoutMs)
  }

  /** Otherwise an ended test would time out while later files run. */
  endTimeLimit(): void {
    super.setTimeout(0)
  }
}

function runFile({ name, timeoutMs, bail }: RunFile): void {
  const test = new FileTest({
    name,
    timeout: timeoutMs,
    bail,
    cb: (t: TapTest) => {
      setCurrent(t)
      return import(pathToFileURL(resolve(name)).href)
    },
  })
  test.on('data', (text) => addTap(String(text)))
  test.runMain(() => {
    test.endTimeLimit()
    sendTap()
    report({ type: 'ended', timedOut: test.timedOut })
  })
}

// A message per assertion would take as long as most assertions.
const BATCH_MS = 100
let unsent = ''
let timer: NodeJS.Timeout | undefined

function addTap(text: string): void {
  unsent += text
  timer ??= setTimeout(sendTap, BATCH_MS)
}

function sendTap(): void {
  clearTimeout(timer)
  timer = undefined
  if (unsent !== '') report({ type: 'tap', text: unsent })
  unsent = ''
}

function report(message: Report): void {
  process.send?.(message)
}

// tap's root test isn't used here, but its timeout would end the process.
t.setTimeout(0)
process.on('message', (message: RunFile) => runFile(message))
process.on('exit', sendTap)
// The runner has ended, or no longer needs this process.
process.on('disconnect', () => process.exit())
