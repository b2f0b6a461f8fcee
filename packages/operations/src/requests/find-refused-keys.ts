import type { Sql } from '@mediajobs/db'

/** A key that was refused: it is revoked or expired, or its person was deactivated. */
export interface RefusedKey {
  /** Its place in the list of hashes, from 0. */
  place: number
  organizationId: string
  apiKeyId: string
  userId: string
}

const FIND = `
  select (refused.place - 1)::int as place, k.organization_id as "organizationId", k.id as "apiKeyId",
    k.created_by_user_id as "userId"
  from unnest($1::bytea[]) with ordinality as refused (key_hash, place)
  join api_keys as k on k.key_hash = refused.key_hash`

/** Finds the keys with these hashes. An unknown key is left out: it belongs to no organization. */
export async function findRefusedKeys(
  sql: Sql,
  keyHashes: readonly Buffer[],
): Promise<RefusedKey[]> {
  if (keyHashes.length === 0) return []
  return sql.query<RefusedKey>(FIND, [keyHashes])
}
