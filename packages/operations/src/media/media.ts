import { media } from '@mediajobs/db/schema'
import { MAX_MEDIA_OF_PROJECT } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { conflict, notFound, type OperationError } from '../errors.ts'

export type Media = typeof media.$inferSelect

/** Where in the table the media item `id` of `orgId` is. */
export function isMedia(orgId: string, id: string) {
  return and(eq(media.organizationId, orgId), eq(media.id, id))
}

/** Reads a media item, which stays as it is until the commit. @throws `not_found`. */
export async function lockMedia(tx: Tx, orgId: string, id: string): Promise<Media> {
  const [locked] = await tx.orm.select().from(media).where(isMedia(orgId, id)).for('update')
  if (!locked) throw notFound()
  return locked
}

/** Where in the table all media of a project are. */
export function isOfProject(orgId: string, projectId: string) {
  return and(eq(media.organizationId, orgId), eq(media.projectId, projectId))
}

export function tooManyMedia(): OperationError {
  return conflict(
    'too_many_media',
    `A project holds at most ${MAX_MEDIA_OF_PROJECT} media. Delete some first.`,
  )
}
