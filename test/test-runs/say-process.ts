import type { Test } from 'tap'

// Lives as long as the process, so it shows what ran in it before.
const seen: string[] = []

/** Reports the process that a test file runs in, and what ran in it before. */
export function sayProcess(t: Test): void {
  t.teardown(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    seen.push('a teardown')
  })
  t.pass(`process ${process.pid}`)
  t.pass(`before: ${seen.join(', ') || 'nothing'}`)
}
