import { media } from '@mediajobs/db/schema'
import { MAX_MEDIA_OF_PROJECT } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { conflict, notFound, type OperationError } from '../errors.ts'

export type Media = typeof media.$inferSelect

/** SQL condition: the row is the media item `id` of `orgId`. */
export function isMedia(orgId: string, id: string) {
  return and(eq(media.organizationId, orgId), eq(media.id, id))
}

/** Reads a media item and locks it until the commit. @throws `not_found`. */
export async function lockMedia(tx: Tx, orgId: string, id: string): Promise<Media> {
  const [locked] = await tx.orm.select().from(media).where(isMedia(orgId, id)).for('update')
  if (!locked) throw notFound()
  return locked
}

/** SQL condition: the row is a media item of the project. */
export function isOfProject(orgId: string, projectId: string) {
  return and(eq(media.organizationId, orgId), eq(media.projectId, projectId))
}

export function tooManyMedia(): OperationError {
  return conflict(
    'too_many_media',
    `A project holds at most ${MAX_MEDIA_OF_PROJECT} media. Delete some first.`,
  )
}
