import { media } from '@mediajobs/db/schema'
import { MAX_MEDIA_OF_PROJECT } from '@mediajobs/domain'
import { and, eq } from 'drizzle-orm'
import { conflict, type OperationError } from '../errors.ts'

export type Media = typeof media.$inferSelect

/** Where in the table the media item `id` of `orgId` is. */
export function isMedia(orgId: string, id: string) {
  return and(eq(media.organizationId, orgId), eq(media.id, id))
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
