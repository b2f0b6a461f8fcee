import { parseArgs } from 'node:util'
import { type Command, type Given, type Option, problemOf, UsageError } from './command.ts'

// The options of every command.
const EVERYWHERE: Readonly<Record<string, Option>> = {
  json: { kind: 'flag', help: 'print JSON' },
  help: { kind: 'flag', help: 'print this' },
}

/** @throws {UsageError} for arguments that the command does not take. */
export function parse(args: readonly string[], { options }: Command): Given {
  const all = { ...options, ...EVERYWHERE }
  const values = parsed(args, all)
  if (values.help !== true) check(values, all)
  const optional = (name: string) => {
    const { [name]: value } = values
    return typeof value === 'string' ? value : undefined
  }
  return {
    optional,
    has: (name) => values[name] !== undefined,
    text(name) {
      const value = optional(name)
      if (value === undefined) throw new UsageError(`--${name} is needed`)
      return value
    },
  }
}

/** The usage of commands, one line for each. */
export function synopsis(commands: readonly [string, Command][]): string {
  const lines = commands.map(([name, { options }]) => {
    const words = Object.entries(options).map(([option, { kind, isNeeded }]) => {
      const word = kind === 'flag' ? `--${option}` : `--${option} <${kind}>`
      return isNeeded ? word : `[${word}]`
    })
    return `pnpm admin ${[name, ...words, '[--json]'].join(' ')}`
  })
  return `usage: ${lines.join('\n       ')}\n`
}

/** The output of `--help` for a command. */
export function helpOf(name: string, command: Command): string {
  const { help, notes, options } = command
  const named = Object.entries({ ...options, ...EVERYWHERE })
  const width = Math.max(...named.map(([option]) => option.length))
  const lines = named.map(([option, { help }]) => `  --${option.padEnd(width)}  ${help}`)
  const text = [help, ...(notes === undefined ? [] : [notes])].join('\n')
  return `${synopsis([[name, command]])}\n${text}\n\n${lines.join('\n')}\n`
}

type Values = Record<string, string | boolean | undefined>

function parsed(args: readonly string[], options: Readonly<Record<string, Option>>): Values {
  const types = Object.entries(options).map(([name, { kind }]) => {
    const type: 'boolean' | 'string' = kind === 'flag' ? 'boolean' : 'string'
    return [name, { type }] as const
  })
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(types) }).values as Values
  } catch (error) {
    throw new UsageError(error instanceof Error ? firstSentence(error.message) : String(error))
  }
}

function check(values: Values, options: Readonly<Record<string, Option>>): void {
  for (const [name, { kind, isNeeded }] of Object.entries(options)) {
    const { [name]: value } = values
    if (value === undefined && isNeeded) throw new UsageError(`--${name} is needed`)
    if (typeof value !== 'string') continue
    const problem = problemOf(kind, value)
    if (problem) throw new UsageError(`--${name} ${problem}`)
  }
}

// Node's message goes on with a long explanation of arguments that begin with a dash.
function firstSentence(text: string): string {
  return text.split(/\.\s/)[0] ?? text
}
