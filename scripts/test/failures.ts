import { Parser, type Result } from 'tap-parser'

// Enough for a comparison of two objects. The whole is in the TAP.
const MAX_LINES = 30

/** The assertions of a test file: how many passed, and which failed, with where and why. */
export function readTap(tap: string): { passed: number; failed: string[] } {
  const results: Result[] = []
  const parser = new Parser()
  collect(parser, results)
  parser.end(tap)
  const failed = results.filter((result) => !result.ok && !result.todo && !result.skip)
  // Its plan does not fit, for example.
  const isBroken = failed.length === 0 && !parser.results?.ok
  return {
    passed: results.filter(({ ok, todo, skip }) => ok && !todo && !skip).length,
    failed: isBroken ? [`broken TAP: ${JSON.stringify(parser.failures)}`] : failed.map(describe),
  }
}

function collect(parser: Parser, results: Result[]): void {
  parser.on('child', (child) => collect(child, results))
  parser.on('assert', (result) => {
    // A test fails with each of its parts. That says nothing more.
    if (!result.closingTestPoint) results.push(result)
  })
}

function describe({ fullname, diag }: Result): string {
  const { at, diff, found, message, signal }: Record<string, unknown> = diag ?? {}
  const lines = [fullname]
  if (at) lines.push(`at ${JSON.stringify(at)}`)
  if (diff) lines.push(String(diff))
  else if (found !== undefined) lines.push(`found: ${JSON.stringify(found)}`)
  if (message) lines.push(String(message))
  if (signal) lines.push(String(signal))
  return lines.join('\n').split('\n').slice(0, MAX_LINES).join('\n  ')
}
