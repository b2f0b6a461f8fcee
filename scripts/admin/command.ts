import { instantProblem } from '@mediajobs/domain'

/** What an option takes: a flag nothing, the others a text of their kind. */
export type OptionKind = 'flag' | 'id' | 'time' | 'email' | 'name' | 'file'

export interface Option {
  kind: OptionKind
  isNeeded?: boolean
  /** What it is for, in a line. */
  help: string
}

/** What an operator wrote behind a command. */
export interface Given<Names extends string = string> {
  /** Of an option that is needed. */
  text(name: Names): string
  optional(name: Names): string | undefined
  has(name: Names | 'json'): boolean
}

/** One thing that an operator can have done. */
export interface Command<Names extends string = string> {
  /** What it does, in a line. */
  help: string
  /** What must be known beside its options. */
  notes?: string
  options: Readonly<Record<Names, Option>>
  /** @returns whether all was done that should be. */
  run(given: Given<Names>): Promise<boolean>
}

/** Arguments that cannot be meant: one line for the operator. */
export class UsageError extends Error {}

/** What cannot be done, or not as it was asked for: one line for the operator. */
export class Refusal extends Error {}

/** Ties the names that `run` asks for to the options that there are. */
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

/** What is wrong with `text` as a value of an option, as the end of a sentence, or `null`. */
export function problemOf(kind: OptionKind, text: string): string | null {
  if (text === '') return 'is needed'
  if (kind === 'id' && !UUID.test(text)) return 'must be an id'
  return kind === 'time' ? instantProblem(text) : null
}
