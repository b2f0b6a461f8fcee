// A test process. It imports the test files that the runner names, one after the other. Each file is a
// separate tap test. Its teardowns run before the next file begins.
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Test, t } from 'tap'
import { setCurrent } from './current-test.ts'
import type { Report, RunFile } from './test-process.ts'

const CURRENT_TEST = new URL('current-test.ts', import.meta.url).href

// This file imported tap before the hook, so it has the real one.
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

  /** Without it, a test that has ended still times out while later files run. */
  endTimeLimit(): void {
    super.setTimeout(0)
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
  test.runMain(() => {
    test.endTimeLimit()
    report({ type: 'ended', timedOut: test.timedOut })
  })
}

function report(message: Report): void {
  process.send?.(message)
}

// The root test of tap is not used here, but its time limit would end the process.
t.setTimeout(0)
process.on('message', (message: RunFile) => runFile(message))
// The runner has ended, or no longer needs this process.
process.on('disconnect', () => process.exit())
