/** Variables of earlier versions, each with its replacement and what the replacement lists. */
const REPLACED = {
  WEBHOOK_ALLOWED_PORTS: ['WEBHOOK_BLOCKED_PORTS', 'the ports that receivers may not have'],
} as const

/**
 * A sentence for each variable in `env` that was replaced by one of `names`. If it were ignored, a setting of
 * the operator would be lost.
 */
export function replacedVariables(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  return Object.entries(REPLACED).flatMap(([old, [name, what]]) =>
    env[old] !== undefined && names.includes(name)
      ? [`${old} is replaced by ${name}, which lists ${what}`]
      : [],
  )
}
