import { appendFile } from 'node:fs/promises'
import t, { type Test } from 'tap'

/** The result of one run of a fault. */
interface Finding {
  /** `0 of 4,000 lost, recovered in 11.8 s at most`. */
  figure: string
  isMet: boolean
}

interface FaultRun {
  t: Test
  /** The full form of docs/reliability.md; otherwise a short form of a few seconds. */
  isFull: boolean
}

export interface Fault {
  /** The number in docs/reliability.md: `F1`. */
  id: string
  /** The promise to clients or operators. */
  promise: string
  /** Anchors of its rules: `[c7-commit]`. */
  rules?: string
  target: string
  run(run: FaultRun): Promise<Finding>
}

/** A line of the report of `pnpm test:faults`. */
export interface FaultReport {
  id: string
  promise: string
  target: string
  figure: string
  isMet: boolean
  seconds: number
}

// The soak is the longest of them.
const FULL_LIMIT_MS = 900_000

/**
 * Proves a promise under a fault: in short form by default; in full if FAULTS_REPORT is set. It names the file to which the
 * finding is appended, as a line of JSON.
 */
export async function prove({ id, promise, rules = '', target, run }: Fault): Promise<void> {
  const reportFile = process.env.FAULTS_REPORT
  const isFull = reportFile !== undefined
  if (isFull) t.setTimeout(FULL_LIMIT_MS)
  await t.test(`${id}: ${promise} ${rules}`.trimEnd(), async (t) => {
    if (isFull) t.setTimeout(FULL_LIMIT_MS)
    const startedMs = performance.now()
    const finding = await run({ t, isFull }).catch((error: Error) => {
      t.fail(error)
      return { figure: `failed: ${error.message.replaceAll('\n', ' ')}`, isMet: false }
    })
    t.ok(finding.isMet, `${finding.figure} (target: ${target})`)
    if (!isFull) return
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    const report: FaultReport = { id, promise, target, seconds, ...finding }
    // A failed check breaks the promise too.
    if (!t.passing()) report.isMet = false
    await appendFile(reportFile, `${JSON.stringify(report)}\n`)
  })
}
