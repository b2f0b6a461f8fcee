import { Parser, type Result } from 'tap-parser'

// Enough to compare two objects. The TAP has the rest.
const MAX_LINES = 30

/** A test file's assertions: how many passed, and which failed, with location and reason. */
export function readTap(tap: string): { passed: number; failed: string[] } {
  const results: Result[] = []
  const parser = new Parser()
  collect(parser, results)
  parser.end(tap)
  const failed = results.filter((result) => !result.ok && !result.todo && !result.skip)
  // For example, an unmet plan.
  const isBroken = failed.length === 0 && !parser.results?.ok
  return {
    passed: results.filter(({ ok, todo, skip }) => ok && !todo && !skip).length,
    failed: isBroken ? [`broken TAP: ${JSON.stringify(parser.failures)}`] : failed.map(describe),
  }
}

function collect(parser: Parser, results: Result[]): void {
  parser.on('child', (child) => collect(child, results))
  parser.on('assert', (result) => {
    // A failed subtest also fails its parents: don't report those.
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
