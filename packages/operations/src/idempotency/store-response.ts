import type { Sql } from '@mediajobs/db'
import { type IdempotencyKey, KEPT_FOR, type StoredResponse } from './stored-response.ts'

const KEEP = `
  insert into idempotency_keys as kept
    (organization_id, credential, route, key, body_hash, status, body)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (organization_id, credential, route, key) do update
  set body_hash = excluded.body_hash, status = excluded.status, body = excluded.body,
    created_at = excluded.created_at
  where kept.created_at <= now() - ${KEPT_FOR}`

/** Stores the response for later repeats. A response that is stored already stays. */
export async function storeResponse(
  sql: Pick<Sql, 'query'>,
  { organizationId, credential, route, key, bodyHash }: IdempotencyKey,
  { status, headers, payload }: StoredResponse,
): Promise<void> {
  // Built as text, so that no byte of the payload changes.
  const body = `{"headers":${JSON.stringify(headers)},"payload":${payload ?? 'null'}}`
  await sql.query(KEEP, [organizationId, credential, route, key, bodyHash, status, body])
}
