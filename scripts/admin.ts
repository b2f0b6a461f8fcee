// What an operator does that no credential may do.
import {
  createOrganization,
  type NewOrganization,
  OperationError,
  resetPassword,
} from '@mediajobs/operations'
import { EnvironmentError } from '@mediajobs/runtime'
import { parse, UsageError } from './admin/arguments.ts'
import { withDatabase } from './admin/database.ts'
import { rekey } from './admin/rekey.ts'

const USAGE = `usage: pnpm admin create-organization --name <name> --owner-email <email>
                                      [--owner-name <name>] [--json]
       pnpm admin reset-password --email <email> [--json]
       pnpm admin rekey [--json]
`

async function main([command, ...args]: string[]): Promise<void> {
  switch (command) {
    case 'create-organization':
      return createOrganizationWith(args)
    case 'reset-password':
      return resetPasswordWith(args)
    case 'rekey':
      if (!(await rekey(args, print))) process.exitCode = 1
      return
    case undefined:
      throw new UsageError('a command is needed')
    default:
      throw new UsageError(`there is no command ${command}`)
  }
}

async function createOrganizationWith(args: string[]): Promise<void> {
  const { values, json } = parse(args, ['name', 'owner-email'], ['owner-name'])
  const { name = '', 'owner-email': ownerEmail = '', 'owner-name': ownerName } = values
  const input = { name, ownerEmail, ...(ownerName !== undefined && { ownerName }) }
  const made = await withDatabase((database) =>
    database.transaction((tx) => createOrganization(tx, input)),
  )
  print(json ? JSON.stringify(made, null, 2) : readable(made))
}

async function resetPasswordWith(args: string[]): Promise<void> {
  const { values, json } = parse(args, ['email'])
  const { email = '' } = values
  const password = await withDatabase((database) =>
    database.transaction((tx) => resetPassword(tx, email)),
  )
  const text = `password  ${password}\nAll their sessions have ended. It is not shown again.`
  print(json ? JSON.stringify({ email, password }, null, 2) : text)
}

function readable({ organization, owner, password, apiKey }: NewOrganization): string {
  return [
    `organization  ${organization.name}  ${organization.id}`,
    `owner         ${owner.email}  ${owner.id}`,
    `password      ${password ?? '(they have an account already, with its own password)'}`,
    `API key       ${apiKey}`,
    'Neither the password nor the key is shown again.',
  ].join('\n')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

const UNDEFINED_TABLE = '42P01'

function explain(error: unknown): string {
  if (error instanceof EnvironmentError || error instanceof OperationError) return error.message
  const { code, message } = databaseError(error)
  if (code === UNDEFINED_TABLE) return 'The database has no schema yet: run `pnpm migrate` first.'
  return `The database cannot be used: ${message || code}`
}

/** The driver's error inside what Drizzle wraps around it, which has the statement's parameters. */
function databaseError(error: unknown): { code?: string; message?: string } {
  const { cause } = error as { cause?: unknown }
  return (cause instanceof Error ? cause : error) as { code?: string; message?: string }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const isMisuse =
    error instanceof UsageError || (error instanceof OperationError && error.kind === 'invalid')
  process.stderr.write(isMisuse ? `${error.message}\n${USAGE}` : `${explain(error)}\n`)
  process.exitCode = isMisuse ? 2 : 1
}
