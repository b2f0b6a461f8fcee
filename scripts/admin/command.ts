import { instantProblem } from '@mediajobs/domain'

/** The kind of an option's value. A flag has no value. */
export type OptionKind = 'flag' | 'id' | 'time' | 'email' | 'name' | 'file'

export interface Option {
  kind: OptionKind
  isNeeded?: boolean
  /** Its description, in one line. */
  help: string
}

/** The arguments of a command. */
export interface Given<Names extends string = string> {
  /** The value of an option that is needed. */
  text(name: Names): string
  optional(name: Names): string | undefined
  has(name: Names | 'json'): boolean
}

/** A command of an operator. */
export interface Command<Names extends string = string> {
  /** Its description, in one line. */
  help: string
  /** What an operator must know beside the options. */
  notes?: string
  options: Readonly<Record<Names, Option>>
  /** @returns false when something is left to do or is wrong: the exit code is then 1. */
  run(given: Given<Names>): Promise<boolean>
}

/** Wrong arguments. The message is one line for the operator. */
export class UsageError extends Error {}

/** A command that cannot be run as asked. The message is one line for the operator. */
export class Refusal extends Error {}

/** Makes the compiler check that `run` reads only options that the command has. */
export function command<Names extends string>(described: Command<Names>): Command {
  return described
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Why `text` is no value for an option, as the end of a sentence, or `null` for a good one. */
export function problemOf(kind: OptionKind, text: string): string | null {
  if (text === '') return 'is needed'
  if (kind === 'id' && !UUID.test(text)) return 'must be an id'
  return kind === 'time' ? instantProblem(text) : null
}
