import type { mediaUploads } from '@mediajobs/db/schema'
import { notFound, OperationError } from '../errors.ts'

/** What was presigned. */
export type Upload = typeof mediaUploads.$inferSelect

/** docs/interface.md#i4-url-hour: an uploadUrl is valid for one hour. */
export const UPLOAD_URL_SECONDS = 3_600

/** docs/contract.md#c6-unconfirmed: uploads never confirmed are removed after 24 hours. */
export const UPLOAD_LIFE_SECONDS = 86_400

// A PUT that began with the address's last second may still be under way.
const UNDER_WAY_SECONDS = 300

/** When an upload that was not confirmed is swept: nothing can arrive for it any more. */
export const SWEEP_AFTER_SECONDS = UPLOAD_LIFE_SECONDS + UNDER_WAY_SECONDS

/** When nothing can arrive any more at a staging key whose address is signed now. */
export const STAGING_SECONDS = UPLOAD_URL_SECONDS + UNDER_WAY_SECONDS

/** What messages about the n-th file begin with: nothing, or `files[n].` in a batch. */
export type FilePath = (index: number) => string

/** As any `not_found`; in a batch it names the field. */
export function notFoundAt(path: string, field: string): OperationError {
  const { kind, code, messages } = notFound()
  return path ? new OperationError(kind, code, [`${path}${field}: ${messages}`]) : notFound()
}
