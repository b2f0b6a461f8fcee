// Migrates DATABASE_URL to this version's schema. With MEDIA_DATABASE_URL, also grants the media role its privileges.
import { grantMediaRole, MigrationBlocked } from '@mediajobs/db'
import { migrate } from '@mediajobs/outbox'
import { EnvironmentError, environment, variables } from '@mediajobs/runtime'

try {
  const { DATABASE_URL, MEDIA_DATABASE_URL } = environment({
    DATABASE_URL: variables.DATABASE_URL,
    MEDIA_DATABASE_URL: variables.MEDIA_DATABASE_URL,
  })
  await migrate(DATABASE_URL)
  if (MEDIA_DATABASE_URL) await grantMediaRole(DATABASE_URL, MEDIA_DATABASE_URL)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

function explain(error: unknown): string {
  const isPlain = [EnvironmentError, MigrationBlocked, RangeError].some(
    (type) => error instanceof type,
  )
  if (isPlain) return (error as Error).message
  // If several addresses fail, `pg`'s error has a code but no message.
  const { code, message } = error as { code?: string; message?: string }
  return `Can't migrate the database: ${message || code}`
}
