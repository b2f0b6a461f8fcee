import { EnvironmentError, environment, isRequired, variables } from '@mediajobs/runtime'

type Variables = typeof variables
type Name = keyof Variables

/** A check that can't be made, because something that another check reports is missing. */
export class NotChecked extends Error {}

/** The environment, variable by variable: one that is wrong keeps only its own checks from being made. */
export interface Settings {
  /** The sentences about variables that are wrong or missing. */
  readonly problems: readonly string[]
  /** @throws {NotChecked} when one of these is wrong or missing. */
  read<Names extends Name>(
    ...names: Names[]
  ): ReturnType<typeof environment<Pick<Variables, Names>>>
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const names = Object.keys(variables) as Name[]
  const problems = names.flatMap((name) => problemOf(name, env) ?? [])
  return {
    problems,
    read(...wanted) {
      const missing = wanted.filter((name) => problemOf(name, env) !== null)
      if (missing.length > 0)
        throw new NotChecked(`${missing.join(' and ')} must be set and right.`)
      const specs = Object.fromEntries(wanted.map((name) => [name, variables[name]]))
      return environment(specs as Pick<Variables, (typeof wanted)[number]>, env)
    },
  }
}

function problemOf(name: Name, env: NodeJS.ProcessEnv): string | null {
  if (env[name] === undefined && !isRequired(name)) return null
  try {
    environment({ [name]: variables[name] } as Pick<Variables, typeof name>, env)
    return null
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message
    throw error
  }
}
