import { parseArgs } from 'node:util'
import { ENGINES, type EngineKind } from './kinds.ts'

export interface CommandLine {
  engines: readonly EngineKind[]
  /** An engine that this machine does not have is a failure. */
  isRequired: boolean
}

/** A mistake in the options. Its message is for the terminal. */
export class UsageError extends Error {}

const NAMES = ENGINES.map(({ name }) => name)

/** Reads `pnpm test:engines [--require] [name …]`. Throws UsageError. */
export function readCommandLine(args: string[]): CommandLine {
  const { values, positionals } = parse(args)
  const unknown = positionals.filter((name) => !NAMES.includes(name))
  if (unknown.length > 0) {
    throw new UsageError(`There is no engine ${unknown.join(', ')}. ${usage()}`)
  }
  const isChosen = ({ name }: EngineKind) => positionals.length === 0 || positionals.includes(name)
  return { engines: ENGINES.filter(isChosen), isRequired: values.require ?? false }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { require: { type: 'boolean' } },
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. ${usage()}`)
  }
}

function usage(): string {
  return `usage: pnpm test:engines [--require] [engine …]\nThe engines are ${NAMES.join(', ')}`
}
