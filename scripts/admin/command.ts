import { parseArgs } from 'node:util'
import { instantProblem } from '@mediajobs/domain'
import { openStore, type Store } from '@mediajobs/outbox'
import { environment, variables } from '@mediajobs/runtime'

/** The kind of an option's value. A flag has no value. */
type OptionKind = 'flag' | 'id' | 'time' | 'email' | 'name' | 'file'

interface Option {
  kind: OptionKind
  isNeeded?: boolean
  help: string
}

export interface Given<Names extends string = string> {
  /** The value of a required option. */
  text(name: Names): string
  optional(name: Names): string | undefined
  has(name: Names | 'json'): boolean
}

export interface Command<Names extends string = string> {
  help: string
  /** Notes for the operator. */
  notes?: string
  options: Readonly<Record<Names, Option>>
  run(given: Given<Names>): Promise<Outcome>
}

export interface Outcome {
  /** Printed with `--json`. */
  json: unknown
  /** Printed otherwise. */
  text: string
  /** Something is left to do or is wrong: the exit code is 1. */
  isUnfinished?: boolean
}

/** Wrong arguments. The message is one line for the operator. */
export class UsageError extends Error {}

/** A command that can't run as requested. The message is one line for the operator. */
export class Refusal extends Error {}

/** Makes the compiler check that `run` reads only declared options. */
export function command<Names extends string>(described: Command<Names>): Command {
  return described
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Why `text` is invalid for an option, to follow its name, or `null` if it's valid. */
function problemOf(kind: OptionKind, text: string): string | null {
  if (text === '') return 'is empty'
  if (kind === 'id' && !UUID.test(text)) return 'must be an id'
  return kind === 'time' ? instantProblem(text) : null
}

// Accepted by every command.
const EVERYWHERE: Readonly<Record<string, Option>> = {
  json: { kind: 'flag', help: 'print JSON' },
  help: { kind: 'flag', help: 'print this' },
}

/** @throws {UsageError} for arguments the command doesn't accept. */
export function parse(args: readonly string[], { options }: Command): Given {
  const values = parsed(args, { ...options, ...EVERYWHERE })
  if (values.help !== true) check(values, options)
  const optional = (name: string) => {
    const { [name]: value } = values
    return typeof value === 'string' ? value : undefined
  }
  return {
    optional,
    has: (name) => values[name] !== undefined,
    text(name) {
      const value = optional(name)
      if (value === undefined) throw new UsageError(`--${name} is required`)
      return value
    },
  }
}

export function synopsis(commands: readonly [string, Command][]): string {
  const lines = commands.map(([name, { options }]) => {
    const words = Object.entries(options).map(([option, { kind, isNeeded }]) => {
      const word = kind === 'flag' ? `--${option}` : `--${option} <${kind}>`
      return isNeeded ? word : `[${word}]`
    })
    return `npx -y pnpm@12 admin ${[name, ...words, '[--json]'].join(' ')}`
  })
  return `usage: ${lines.join('\n       ')}\n`
}

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
    const { values, tokens } = parseArgs({
      args: [...args],
      options: Object.fromEntries(types),
      tokens: true,
    })
    refuseRepeated(tokens.flatMap((token) => (token.kind === 'option' ? token.name : [])))
    return values as Values
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(error instanceof Error ? firstSentence(error.message) : String(error))
  }
}

/** `parseArgs` would use the last value: `revoke-keys` would leave the first key valid. */
function refuseRepeated(names: readonly string[]): void {
  const repeated = names.find((name, i) => names.indexOf(name) < i)
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given twice`)
}

function check(values: Values, options: Readonly<Record<string, Option>>): void {
  for (const [name, { kind, isNeeded }] of Object.entries(options)) {
    const { [name]: value } = values
    if (value === undefined && isNeeded) throw new UsageError(`--${name} is required`)
    if (typeof value !== 'string') continue
    const problem = problemOf(kind, value)
    if (problem) throw new UsageError(`--${name} ${problem}`)
  }
}

// Node's message continues with a long explanation of arguments that begin with a dash.
function firstSentence(text: string): string {
  return text.split(/\.\s/)[0] ?? text
}

/** Runs `work` on the database of DATABASE_URL, with `show` to report progress. */
export async function withStore<Result>(
  work: (store: Store, show: (text: string) => void) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL, CELL } = environment({
    DATABASE_URL: variables.DATABASE_URL,
    CELL: variables.CELL,
  })
  const store = openStore({
    databaseUrl: DATABASE_URL,
    poolSize: 1,
    applicationName: 'admin',
    cell: CELL,
    onError() {},
  })
  try {
    return await withProgress((show) => work(store, show))
  } finally {
    await store.close()
  }
}

// Smooth to watch, cheap to write.
const EVERY_MS = 100
const FROM_THE_LEFT = '\r'
const CLEAR_TO_THE_RIGHT = '\x1b[K'
const USUAL_COLUMNS = 80

/** A progress line on a terminal, overwritten in place. A no-op elsewhere. */
export function progressOn(screen: {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}) {
  if (!screen.isTTY) return { show(_text: string) {}, end() {} }
  let shownAtMs = Number.NEGATIVE_INFINITY
  return {
    show(text: string): void {
      if (performance.now() - shownAtMs < EVERY_MS) return
      shownAtMs = performance.now()
      // A wrapped line couldn't be cleared.
      const line = text.slice(0, (screen.columns ?? USUAL_COLUMNS) - 1)
      screen.write(`${FROM_THE_LEFT}${line}${CLEAR_TO_THE_RIGHT}`)
    },
    end(): void {
      screen.write(`${FROM_THE_LEFT}${CLEAR_TO_THE_RIGHT}`)
    },
  }
}

/** Runs long work with its progress on stderr. */
export async function withProgress<Result>(
  work: (show: (text: string) => void) => Promise<Result>,
): Promise<Result> {
  const progress = progressOn(process.stderr)
  try {
    return await work(progress.show)
  } finally {
    progress.end()
  }
}

/** Rows of text as lines, each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
