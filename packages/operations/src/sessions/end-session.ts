import type { Sql } from '@mediajobs/db'
import { sessions } from '@mediajobs/db/schema'
import { eq } from 'drizzle-orm'
import type { Session } from './find-session.ts'

/** Signs out. No process takes the token any more. */
export async function endSession(sql: Sql, session: Session): Promise<void> {
  await sql.orm.delete(sessions).where(eq(sessions.id, session.id))
}
