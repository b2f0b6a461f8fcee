// Brings the database of DATABASE_URL to the schema of this version.
import { MigrationBlocked } from '@mediajobs/db'
import { migrate } from '@mediajobs/outbox'
import { EnvironmentError, environment, variables } from '@mediajobs/runtime'

try {
  const { DATABASE_URL } = environment({ DATABASE_URL: variables.DATABASE_URL })
  await migrate(DATABASE_URL)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

function explain(error: unknown): string {
  if (error instanceof EnvironmentError || error instanceof MigrationBlocked) return error.message
  // After several addresses failed, the error of `pg` has a code and no message.
  const { code, message } = error as { code?: string; message?: string }
  return `The database cannot be migrated: ${message || code}`
}
