import type { Sql } from '@mediajobs/db'
import { sessions } from '@mediajobs/db/schema'
import { eq } from 'drizzle-orm'
import type { Session } from './find-session.ts'

/** Signs out. The token is good no more, on any process. */
export async function endSession(sql: Sql, session: Session): Promise<void> {
  await sql.orm.delete(sessions).where(eq(sessions.id, session.id))
}
