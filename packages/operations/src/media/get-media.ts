import type { Sql } from '@mediajobs/db'
import type { CdnUrl } from '../previews.ts'
import { notFound } from '../shared/errors.ts'
import { isMedia, type Media, selectMedia, toMedia } from './media.ts'

/** @throws {OperationError} `not_found`. */
export async function getMedia(
  sql: Sql,
  orgId: string,
  id: string,
  cdnUrl: CdnUrl,
): Promise<Media> {
  const [found] = await selectMedia(sql).where(isMedia(orgId, id))
  if (!found) throw notFound()
  return toMedia(found, cdnUrl)
}
