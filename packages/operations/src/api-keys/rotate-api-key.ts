import { apiKeys } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { sql as raw } from 'drizzle-orm'
import { conflict } from '../shared/errors.ts'
import { type ApiKey, isApiKey, lockApiKey } from './api-key.ts'
import { expectFewKeys, insertApiKey, type Maker, type NewApiKey } from './create-api-key.ts'

// The column has milliseconds. It would round up, and a key without an overlap would work a moment longer.
const NOW = raw`date_trunc('milliseconds', clock_timestamp())`

/**
 * Makes a key with the name, the scopes and the expiry of the key `id`. The old key works for
 * `overlapSeconds` more, or until its own expiry if that is earlier. The new key belongs to the maker: it
 * has the maker's role. docs/contract.md#c14-key-rotation
 *
 * @throws {OperationError} `not_found`, `forbidden` (`scope_missing`) for a key with
 *   a scope that the maker lacks, `conflict` (`api_key_replaced`, `api_key_ended`, `too_many_api_keys`).
 */
export async function rotateApiKey(
  tx: Tx,
  maker: Maker,
  id: string,
  overlapSeconds: number,
): Promise<NewApiKey> {
  const { organizationId } = maker
  const { isExpired, ...old } = await lockApiKey(tx, organizationId, id)
  refuseEnded(old, isExpired)
  const made = await insertApiKey(tx, maker, old)
  const end = raw`${NOW} + ${overlapSeconds} * interval '1 second'`
  await tx.orm
    .update(apiKeys)
    .set({ expiresAt: raw`least(${apiKeys.expiresAt}, ${end})`, replacedById: made.id })
    .where(isApiKey(organizationId, id))
  await expectFewKeys(tx, organizationId)
  return made
}

function refuseEnded({ id, revokedAt, replacedById }: ApiKey, isExpired: boolean): void {
  if (replacedById !== null) {
    throw conflict(
      'api_key_replaced',
      `The API key ${id} was already replaced by the key ${replacedById}: rotate that one.`,
    )
  }
  if (revokedAt === null && !isExpired) return
  const end = revokedAt === null ? 'has expired' : 'was revoked'
  throw conflict(
    'api_key_ended',
    `The API key ${id} ${end}, and can't be rotated: make a new one with POST /api-keys.`,
  )
}
