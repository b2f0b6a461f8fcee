type Fields = Record<string, unknown>

const SHOWN_ELSEWHERE = new Set(['level', 'time', 'service', 'msg', 'err', 'pid', 'hostname'])

/** One line of a child's output for the terminal. JSON is made readable; other lines stay as they are. */
export function readableLine(name: string, line: string): string {
  const fields = parse(line)
  if (!fields) return `${name.padEnd(10)} ${line}`.trimEnd()
  const rest = Object.entries(fields).filter(([field]) => !SHOWN_ELSEWHERE.has(field))
  const parts = [
    name.padEnd(10),
    String(fields.level ?? '').padEnd(5),
    String(fields.msg ?? ''),
    ...rest.map(([field, value]) => `${field}=${plain(value)}`),
    errorText(fields.err),
  ]
  return parts.filter((part) => part !== '').join(' ')
}

function parse(line: string): Fields | null {
  if (!line.startsWith('{')) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A stack begins with the error's name and message. */
function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('stack' in error && error.stack) return `\n${error.stack}`
  return 'message' in error ? String(error.message) : ''
}
