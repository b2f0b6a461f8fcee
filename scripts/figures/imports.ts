import { posix } from 'node:path'

/** The files that each file imports, type-only imports included: paths from the root. */
export interface Imports extends Map<string, string[]> {
  /** Files named in `exports` of a package.json. */
  exported: string[]
}

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g

export function readImports(texts: ReadonlyMap<string, string>): Imports {
  const packages = exportsOf(texts)
  const imports = new Map<string, string[]>() as Imports
  for (const [path, text] of texts) {
    if (!path.endsWith('.ts')) continue
    const specifiers = [...text.matchAll(IMPORT)].map(([, specifier = '']) => specifier)
    const targets = specifiers.map((specifier) =>
      specifier.startsWith('.')
        ? posix.join(posix.dirname(path), specifier)
        : (packages.get(specifier) ?? ''),
    )
    imports.set(
      path,
      targets.filter((target) => texts.has(target)),
    )
  }
  imports.exported = [...packages.values()]
  return imports
}

/** Maps specifiers such as `@mediajobs/db/schema` to files. */
function exportsOf(texts: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>()
  const paths = [...texts.keys()]
  for (const [path, text] of texts) {
    if (!path.endsWith('/package.json')) continue
    const { name, exports = {} }: { name: string; exports?: Record<string, unknown> } =
      JSON.parse(text)
    for (const [entry, target] of Object.entries(exports)) {
      if (typeof target !== 'string') continue
      const place = posix.join(posix.dirname(path), target)
      for (const file of paths.filter((each) => posix.matchesGlob(each, place))) {
        found.set(posix.join(name, entry.replace('*', posix.basename(file, '.ts'))), file)
      }
    }
  }
  return found
}
