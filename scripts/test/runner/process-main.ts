// A test process: it imports the test files that the runner names, one after the other. Each is a tap
// test of its own, whose teardowns have run before the next file begins.
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Test, t } from 'tap'
import { setCurrent } from './current-test.ts'
import type { Report, RunFile } from './messages.ts'

const CURRENT_TEST = new URL('current-test.ts', import.meta.url).href

// This file has the real tap: it imported it before.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'tap') return next(specifier, context)
    return { url: CURRENT_TEST, format: 'module-typescript', shortCircuit: true }
  },
})

class FileTest extends Test {
  override setTimeout(timeoutMs: number): void {
    report({ type: 'limit', timeoutMs })
    super.setTimeout(timeoutMs)
  }
}

function runFile({ name, timeoutMs, bail }: RunFile): void {
  const test = new FileTest({
    name,
    timeout: timeoutMs,
    bail,
    cb: (t: Test) => {
      setCurrent(t)
      return import(pathToFileURL(resolve(name)).href)
    },
  })
  test.on('data', (text) => report({ type: 'tap', text: String(text) }))
  test.runMain(() => report({ type: 'ended', timedOut: test.timedOut }))
}

function report(message: Report): void {
  process.send?.(message)
}

// tap's own root test is not used here; its time limit would end the process.
t.setTimeout(0)
process.on('message', (message: RunFile) => runFile(message))
// The runner is gone, or wants no more of this process.
process.on('disconnect', () => process.exit())
