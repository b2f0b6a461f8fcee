import { createHash } from 'node:crypto'
import type { Sql, Transaction } from '@mediajobs/db'

/** An `Idempotency-Key` with its scope. The same text with another credential or route is another key. */
export interface IdempotencyKey {
  readonly organizationId: string
  /** The API key or the session that calls. */
  readonly credential: string
  /** Method and path, `POST /customers`. */
  readonly route: string
  readonly key: string
  /** SHA-256 of what was sent. */
  readonly bodyHash: Buffer
}

/** A response that was sent, as it is stored. */
export interface StoredResponse {
  readonly status: number
  /** The headers that repeats receive. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; `null` when there was no body. */
  readonly payload: string | null
}

/** A repeat of an older request is a new request (docs/contract.md#c1-idempotency-replay). */
const KEPT_FOR = `interval '24 hours'`

/**
 * Locks a key across all processes until the transaction ends, also when the process dies.
 *
 * @returns false when another request with the key runs now.
 */
export async function lockKey(tx: Transaction, key: IdempotencyKey): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock($1) as locked',
    [lockNumber(key)],
  )
  return row?.locked ?? false
}

function lockNumber({ organizationId, credential, route, key }: IdempotencyKey): bigint {
  const text = JSON.stringify([organizationId, credential, route, key])
  return createHash('sha256').update(text).digest().readBigInt64BE()
}

// SQL text: every POST with a key runs these statements.
const FIND = `
  select status, body -> 'headers' as headers, nullif((body -> 'payload')::text, 'null') as payload,
    body_hash = $5 as "isSameBody"
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
  const values = [organizationId, credential, route, key, bodyHash]
  const [row] = await sql.query<StoredResponse & { isSameBody: boolean }>(FIND, values)
  if (!row) return null
  const { isSameBody, ...response } = row
  return isSameBody ? response : 'other-body'
}

const KEEP = `
  insert into idempotency_keys as kept
    (organization_id, credential, route, key, body_hash, status, body)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (organization_id, credential, route, key) do update
  set body_hash = excluded.body_hash, status = excluded.status, body = excluded.body,
    created_at = excluded.created_at
  where kept.created_at <= now() - ${KEPT_FOR}`

/** Stores the response for later repeats. The first response stays. */
export async function storeResponse(
  sql: Pick<Sql, 'query'>,
  { organizationId, credential, route, key, bodyHash }: IdempotencyKey,
  { status, headers, payload }: StoredResponse,
): Promise<void> {
  // Built as text, so that no byte of the payload changes.
  const body = `{"headers":${JSON.stringify(headers)},"payload":${payload ?? 'null'}}`
  await sql.query(KEEP, [organizationId, credential, route, key, bodyHash, status, body])
}

// Writes a WAL message without a reader. Its commit waits like that of a change.
const WAIT = `select pg_logical_emit_message(true, 'mediajobs', '')`

/**
 * Waits until the synchronous standby has all that this server has shown so far. PostgreSQL shows a change that the
 * standby lacks after a crash, and after the wait of its commit was cancelled (docs/contract.md#c15-unreplicated).
 * `sql` must not be a transaction. Without a standby it costs one flush of the disk.
 */
export async function untilReplicated(sql: Sql): Promise<void> {
  await sql.query(WAIT)
}
