// Brings the database of DATABASE_URL to the schema of this version. With MEDIA_DATABASE_URL it also grants
// the role of the media processes what they need.
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
  // After several addresses failed, the error of `pg` has a code and no message.
  const { code, message } = error as { code?: string; message?: string }
  return `Can't migrate the database: ${message || code}`
}
