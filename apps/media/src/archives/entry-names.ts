import { safeFilename } from '@mediajobs/operations/archives'

/**
 * A safe name for each file. The names are unique, also on systems that ignore case. No number of a name is tried
 * twice, in whatever case it is written, so the cost grows with the number of files alone.
 */
export function entryNames(filenames: readonly string[]): string[] {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return filenames.map((filename) => {
    const name = safeFilename(filename)
    const key = name.toLowerCase()
    let unique = name
    for (let n = next.get(key) ?? 2; taken.has(unique.toLowerCase()); n += 1) {
      unique = numbered(name, n)
      next.set(key, n + 1)
    }
    taken.add(unique.toLowerCase())
    return unique
  })
}

function numbered(name: string, n: number): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? `${name} (${n})` : `${name.slice(0, dot)} (${n})${name.slice(dot)}`
}
