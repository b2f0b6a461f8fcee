import { parseArgs } from 'node:util'

/** Arguments that cannot be meant: one line for the operator. */
export class UsageError extends Error {}

/** The values of a command's options; every command takes `--json`. */
export function parse(
  args: string[],
  needed: readonly string[] = [],
  optional: readonly string[] = [],
) {
  const texts = [...needed, ...optional].map((name) => [name, { type: 'string' }] as const)
  const values = parsed(args, Object.fromEntries(texts))
  for (const name of needed) if (!values[name]) throw new UsageError(`--${name} is needed`)
  const given = Object.entries(values).filter(([name]) => name !== 'json')
  return {
    values: Object.fromEntries(given) as Record<string, string>,
    json: values.json === true,
  }
}

function parsed(args: string[], texts: Record<string, { type: 'string' }>) {
  try {
    const { values } = parseArgs({ args, options: { ...texts, json: { type: 'boolean' } } })
    return values as Record<string, string | boolean | undefined>
  } catch (error) {
    throw new UsageError(error instanceof Error ? firstSentence(error.message) : String(error))
  }
}

// Node explains at length how an argument that begins with a dash could be meant.
function firstSentence(text: string): string {
  return text.split(/\.\s/)[0] ?? text
}
