import { publicOriginals } from '@mediajobs/db/schema'
import type { AlterationKind } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { conflict } from '../shared/errors.ts'

function isPageOf(orgId: string, mediaId: string) {
  return and(eq(publicOriginals.organizationId, orgId), eq(publicOriginals.mediaId, mediaId))
}

/** @throws {OperationError} `conflict` (`original_published`) for a picture that has a public page. */
export async function refusePublished(tx: Tx, orgId: string, mediaId: string): Promise<void> {
  const pages = await tx.orm.$count(publicOriginals, isPageOf(orgId, mediaId))
  if (pages === 0) return
  throw conflict(
    'original_published',
    'The picture was delivered with its original, and a public page shows both. Its kind and note can still be changed.',
  )
}

/** Writes the alteration of a picture to its public page, if it has one. */
export async function correctPage(
  tx: Tx,
  orgId: string,
  mediaId: string,
  alteration: { kind: AlterationKind; note: string | null },
): Promise<void> {
  await tx.orm.update(publicOriginals).set(alteration).where(isPageOf(orgId, mediaId))
}
