import type { Sql } from '@mediajobs/db'
import { type IdempotencyKey, KEPT_FOR, type StoredResponse } from './stored-response.ts'

interface Row {
  status: number
  headers: Record<string, string>
  payload: string | null
  is_same_body: boolean
}

const FIND = `
  select status, body -> 'headers' as headers, (body -> 'payload')::text as payload,
    body_hash = $5 as is_same_body
  from idempotency_keys
  where organization_id = $1 and credential = $2 and route = $3 and key = $4
    and created_at > now() - ${KEPT_FOR}`

/**
 * The stored response of an idempotency key: `null` when there is none, and `other-body` when the key was
 * used with another body.
 */
export async function findStoredResponse(
  sql: Sql,
  { organizationId, credential, route, key, bodyHash }: IdempotencyKey,
): Promise<StoredResponse | 'other-body' | null> {
  const [row] = await sql.query<Row & Record<string, unknown>>(FIND, [
    organizationId,
    credential,
    route,
    key,
    bodyHash,
  ])
  if (!row) return null
  if (!row.is_same_body) return 'other-body'
  const { status, headers, payload } = row
  return { status, headers, payload: payload === 'null' ? null : payload }
}
