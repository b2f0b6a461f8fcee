// What an operator does that no credential may do.
import { parseArgs } from 'node:util'
import { openDatabase, type Transaction } from '@mediajobs/db'
import {
  createOrganization,
  type NewOrganization,
  OperationError,
  resetPassword,
} from '@mediajobs/operations'
import { EnvironmentError, environment, variables } from '@mediajobs/runtime'

const USAGE = `usage: pnpm admin create-organization --name <name> --owner-email <email>
                                      [--owner-name <name>] [--json]
       pnpm admin reset-password --email <email> [--json]
`

/** Arguments that cannot be meant: one line for the operator. */
class UsageError extends Error {}

async function main([command, ...args]: string[]): Promise<void> {
  switch (command) {
    case 'create-organization':
      return createOrganizationWith(args)
    case 'reset-password':
      return resetPasswordWith(args)
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
  const made = await inTransaction((tx) => createOrganization(tx, input))
  print(json ? JSON.stringify(made, null, 2) : readable(made))
}

async function resetPasswordWith(args: string[]): Promise<void> {
  const { values, json } = parse(args, ['email'])
  const { email = '' } = values
  const password = await inTransaction((tx) => resetPassword(tx, email))
  const text = `password  ${password}\nAll their sessions have ended. It is not shown again.`
  print(json ? JSON.stringify({ email, password }, null, 2) : text)
}

function parse(args: string[], needed: readonly string[], optional: readonly string[] = []) {
  const texts = [...needed, ...optional].map((name) => [name, { type: 'string' }] as const)
  const values = parsed(args, Object.fromEntries(texts))
  for (const name of needed) if (!values[name]) throw new UsageError(`--${name} is needed`)
  const given = Object.entries(values).filter(([name]) => name !== 'json')
  return {
    values: Object.fromEntries(given) as Record<string, string>,
    json: values.json === true,
  }
}

function parsed(args: string[], texts: Record<string, { type: 'string' }>) {
  try {
    const { values } = parseArgs({ args, options: { ...texts, json: { type: 'boolean' } } })
    return values as Record<string, string | boolean | undefined>
  } catch (error) {
    throw new UsageError(error instanceof Error ? firstSentence(error.message) : String(error))
  }
}

// Node explains at length how an argument that begins with a dash could be meant.
function firstSentence(text: string): string {
  return text.split(/\.\s/)[0] ?? text
}

async function inTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const { DATABASE_URL } = environment({ DATABASE_URL: variables.DATABASE_URL })
  const database = openDatabase({
    url: DATABASE_URL,
    poolSize: 1,
    applicationName: 'admin',
    onError() {},
  })
  try {
    return await database.transaction(work)
  } finally {
    await database.close()
  }
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
