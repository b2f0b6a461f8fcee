import { Parser, type Result } from 'tap-parser'

// Enough for a comparison of two objects. The whole is in the TAP.
const MAX_LINES = 30

/** The failed assertions of a test file, with where and why. Empty for a file that passed. */
export function failuresOf(tap: string): string[] {
  const failed: Result[] = []
  const parser = new Parser()
  collect(parser, failed)
  parser.end(tap)
  return failed.map(describe)
}

function collect(parser: Parser, failed: Result[]): void {
  parser.on('child', (child) => collect(child, failed))
  parser.on('assert', (result) => {
    const isExpected = result.ok || result.todo || result.skip
    // A test fails with each of its parts. That says nothing more.
    if (!isExpected && !result.closingTestPoint) failed.push(result)
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
