import { isDeepStrictEqual } from 'node:util'

/** A line that matches any lines, and a JSON member that matches any other members. */
const ANY = '…'

// Values that differ between runs, and their placeholders.
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/mjk_\w{49}/g, 'mjk_…'],
  [/whsec_[\w+/=-]+/g, 'whsec_…'],
  [/\bpi_[0-9a-f]{24}\b/g, 'pi_…'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/g, '<time>'],
  [/\b127\.0\.0\.1:\d+/g, '<address>'],
  [/\b[0-9a-f]{64}\b/g, '<hmac>'],
  [/\b1\d{9}\b/g, '<seconds>'],
  [/[\w-]{43,}/g, '<token>'],
  [/\b(sites|tours)\/\w{22}\b/g, '$1/<id>'],
  [/\b(data stays in) \S+/g, '$1 <folder>'],
]

// Documents contain no secrets, not even invalid ones, which scanners would report.
const SECRETS = CHANGING.slice(0, 2)

/** Whether a document shows the output; ids, times, secrets and addresses may differ. */
export function isLike(documented: string, output: string, language: string): boolean {
  if (language === 'json') {
    const [one, other] = [parsed(documented), parsed(output)]
    return one !== undefined && isDeepStrictEqual(one, shortened(one, other))
  }
  const pieces = plain(documented).split(new RegExp(`^${ANY}$`, 'm'))
  return consistsOf(
    plain(output).trim(),
    pieces.map((piece) => piece.trim()),
  )
}

/** Whether a text consists of these pieces, with any text between them. */
function consistsOf(text: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const piece of others) {
    const at = text.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}

/** The output in documented form; null if the document omits lines. */
export function asDocumented(documented: string, output: string, language: string): string | null {
  if (documented.split('\n').includes(ANY)) return null
  if (language !== 'json' || parsed(output) === undefined) return replaced(output.trim(), SECRETS)
  const shown = shortened(parsed(documented), JSON.parse(output))
  return replaced(JSON.stringify(shown, null, 2), SECRETS)
}

/** `value` with only the documented members, where the document has the member `…`. */
function shortened(documented: unknown, value: unknown): unknown {
  if (!isObject(documented) || !isObject(value)) return value
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    shortened(documented[name], inner),
  ])
  if (!(ANY in documented)) return Object.fromEntries(members)
  const shown = members.filter(([name]) => String(name) in documented)
  return Object.fromEntries([...shown, [ANY, documented[ANY]]])
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? plain(value) : value))
  } catch {
    return undefined
  }
}

function plain(text: string): string {
  return replaced(text, CHANGING).replaceAll(/[ \t]+$/gm, '')
}

function replaced(text: string, by: typeof CHANGING): string {
  return by.reduce((current, [pattern, name]) => current.replaceAll(pattern, name), text)
}
