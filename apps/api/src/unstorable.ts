// PostgreSQL's text can't contain NUL, and half a surrogate pair is not a character: both would be
// changed silently when they are stored. Valid JSON in UTF-8 can only have them as escapes.
const SUSPICIOUS = /\\u(0000|[dD][89a-fA-F])/

interface Place {
  value: unknown
  step: string
  parent: Place | undefined
}

/**
 * The path of the first string in `value` that can't be stored, or of the object with such a name;
 * '' for `value` itself. `json` is the text that `value` was parsed from.
 */
export function unstorablePath(value: unknown, json: string): string | undefined {
  if (!SUSPICIOUS.test(json)) return undefined
  const places: Place[] = [{ value, step: '', parent: undefined }]
  // The list grows while it is walked: recursion over input could overflow the stack.
  for (const place of places) {
    if (!textsOf(place.value).every(isStorable)) return pathOf(place)
    for (const inner of innerPlaces(place)) places.push(inner)
  }
  return undefined
}

/** The texts to check: a string itself, or the names of an object. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return isContainer(value) && !Array.isArray(value) ? Object.keys(value) : []
}

function innerPlaces(parent: Place): Place[] {
  const { value: owner } = parent
  if (!isContainer(owner)) return []
  const isArray = Array.isArray(owner)
  return Object.entries(owner).map(([name, value]) => ({
    value,
    step: isArray ? `[${name}]` : `.${name}`,
    parent,
  }))
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function pathOf(place: Place): string {
  const steps: string[] = []
  for (let at: Place | undefined = place; at; at = at.parent) steps.unshift(at.step)
  return steps.join('').replace(/^\./, '')
}
