import type { mediaUploads } from '@mediajobs/db/schema'
import { notFound, OperationError } from '../shared/errors.ts'

/** A file that was presigned. */
export type Upload = typeof mediaUploads.$inferSelect

/** docs/interface.md#i4-url-hour: an uploadUrl is valid for one hour. */
export const UPLOAD_URL_SECONDS = 3_600

/** docs/contract.md#c6-unconfirmed: uploads never confirmed are removed after 24 hours. */
export const UPLOAD_LIFE_SECONDS = 86_400

// A PUT that began in the last second of its URL may still run.
const UNDER_WAY_SECONDS = 300

/** Age at which an unconfirmed upload is swept: no PUT for it can arrive any more. */
export const SWEEP_AFTER_SECONDS = UPLOAD_LIFE_SECONDS + UNDER_WAY_SECONDS

/** Time after which no PUT can arrive for a URL that is signed now. */
export const STAGING_SECONDS = UPLOAD_URL_SECONDS + UNDER_WAY_SECONDS

/** The beginning of messages about the n-th file: `files[n].` in a batch, otherwise empty. */
export type FilePath = (index: number) => string

/** Like {@link notFound}. In a batch its message names the field. */
export function notFoundAt(path: string, field: string): OperationError {
  const { kind, code, messages } = notFound()
  const error = path ? new OperationError(kind, code, [`${path}${field}: ${messages}`]) : notFound()
  return error.at(`${path}${field}`)
}
