import type { Sql } from '@mediajobs/db'
import { media } from '@mediajobs/db/schema'
import { notFound } from '../errors.ts'
import { isMedia, type Media } from './media.ts'

/** @throws {OperationError} `not_found`. */
export async function getMedia(sql: Sql, orgId: string, id: string): Promise<Media> {
  const [found] = await sql.orm.select().from(media).where(isMedia(orgId, id))
  if (!found) throw notFound()
  return found
}
