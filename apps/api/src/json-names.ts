import { pathOf, type Step } from './plugins/body/unknown-fields.ts'

/** Counts members of objects and items of arrays, at every depth, as `complexityOf` does in the text. */
export function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside: unknown[] = Array.isArray(value) ? value : Object.values(value)
  let values = inside.length
  for (const inner of inside) values += valuesIn(inner)
  return values
}

interface Owner {
  /** The names so far; `null` for an array. */
  names: Set<string> | null
  /** The member or item that is being read. */
  step: Step
}

/** The path of the first member that repeats a name of its object. `json` must be valid JSON. */
export function repeatedName(json: string): string | undefined {
  const owners: Owner[] = []
  let isName = false
  for (let i = 0; i < json.length; i++) {
    const owner = owners.at(-1)
    switch (json[i]) {
      case '{':
        isName = true
        owners.push({ names: new Set(), step: '' })
        break
      case '[':
        isName = false
        owners.push({ names: null, step: 0 })
        break
      case '}':
      case ']':
        owners.pop()
        break
      case ',':
        isName = owner?.names != null
        if (typeof owner?.step === 'number') owner.step++
        break
      case '"': {
        const end = endOfString(json, i)
        if (isName && owner?.names) {
          owner.step = JSON.parse(json.slice(i, end + 1)) as string
          if (owner.names.has(owner.step)) return pathOf(owners.map(({ step }) => step))
          owner.names.add(owner.step)
          isName = false
        }
        i = end
      }
    }
  }
  return undefined
}

function endOfString(json: string, start: number): number {
  let end = start + 1
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1
  return end
}
