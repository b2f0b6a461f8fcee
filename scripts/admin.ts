// Operator commands, for things that no credential may do.
import { movedWriteOf } from '@mediajobs/db'
import { OperationError } from '@mediajobs/operations/errors'
import { EnvironmentError } from '@mediajobs/runtime'
import { checkBucket } from './admin/bucket.ts'
import {
  type Command,
  helpOf,
  parse,
  print,
  Refusal,
  synopsis,
  UsageError,
} from './admin/command.ts'
import { doctor } from './admin/doctor.ts'
import { exportData } from './admin/export.ts'
import { checkLedgers, derive, rekey, requeue } from './admin/maintenance.ts'
import { moveOrganization } from './admin/move-organization.ts'
import {
  activateUser,
  createOrganization,
  deactivateUser,
  erase,
  list,
  resetPassword,
  revokeKeys,
} from './admin/organizations.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  'create-organization': createOrganization,
  list,
  'deactivate-user': deactivateUser,
  'activate-user': activateUser,
  'reset-password': resetPassword,
  'revoke-keys': revokeKeys,
  rekey,
  requeue,
  derive,
  doctor,
  'check-bucket': checkBucket,
  'check-ledger': checkLedgers,
  'move-organization': moveOrganization,
  export: exportData,
  erase,
}

const UNDEFINED_TABLE = '42P01'

async function main([name = '', ...args]: string[]): Promise<number> {
  if (name === '--help' || name === 'help') {
    process.stdout.write(overview())
    return 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    const problem = name === '' ? 'missing command' : `unknown command ${name}`
    process.stderr.write(`${problem}\n${synopsis(Object.entries(COMMANDS))}`)
    return 2
  }
  try {
    const given = parse(args, command)
    if (given.has('help')) {
      process.stdout.write(helpOf(name, command))
      return 0
    }
    const { json, text, isUnfinished } = await command.run(given)
    const output = given.has('json') ? JSON.stringify(json, null, 2) : text
    if (output !== '') print(output)
    return isUnfinished ? 1 : 0
  } catch (error) {
    if (!isMisuse(error)) throw error
    process.stderr.write(`${withOptions(error.message, command)}\n${synopsis([[name, command]])}`)
    return 2
  }
}

/** Replaces an operation's field by the option that sets it: `ownerEmail` by `--owner-email`. */
function withOptions(message: string, { options }: Command): string {
  return message.replace(/(?<=^|; )[a-zA-Z]+/g, (field) => {
    const option = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return Object.hasOwn(options, option) ? `--${option}` : field
  })
}

function overview(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length))
  const lines = Object.entries(COMMANDS).map(
    ([name, { help }]) => `  ${name.padEnd(width)}  ${help}`,
  )
  return `usage: npx -y pnpm@12 admin <command> [options]\n\n${lines.join('\n')}\n\nA command with --help shows its options.\n`
}

function isMisuse(error: unknown): error is Error {
  if (error instanceof UsageError) return true
  return error instanceof OperationError && error.kind === 'invalid'
}

function explain(error: unknown): string {
  const isOurs =
    error instanceof EnvironmentError || error instanceof OperationError || error instanceof Refusal
  if (isOurs) return error.message
  const moved = movedWriteOf(error)
  if (moved?.isAway)
    return `The organization was moved to the cell ${moved.cell}: run the command there.`
  if (moved)
    return 'The organization is being moved, and its writes are frozen: run it again in ten seconds.'
  const { code, message } = error as { code?: string; message?: string }
  if (code === UNDEFINED_TABLE)
    return 'The database has no schema yet: run `npx -y pnpm@12 migrate` first.'
  return `Can't use the database: ${(message || code || '').replace(/\s*\n\s*/g, ' ')}`
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
