/** Variables of earlier versions: the one that is in their place, and what it says. */
const REPLACED = {
  WEBHOOK_ALLOWED_PORTS: ['WEBHOOK_BLOCKED_PORTS', 'the ports that receivers may not have'],
} as const

/**
 * A sentence for each variable in `env` that has been replaced by one of `names`. To pass over it would
 * change what an operator has decided.
 */
export function replacedVariables(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  return Object.entries(REPLACED).flatMap(([old, [name, what]]) =>
    env[old] !== undefined && names.includes(name)
      ? [`${old} is replaced by ${name}, which lists ${what}`]
      : [],
  )
}
