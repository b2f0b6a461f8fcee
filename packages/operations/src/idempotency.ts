import { createHash } from 'node:crypto'
import type { Sql, Transaction } from '@mediajobs/db'

/** An `Idempotency-Key`, scoped to credential and route. */
export interface IdempotencyKey {
  readonly organizationId: string
  /** The API key or session. */
  readonly credential: string
  /** Method and path, `POST /customers`. */
  readonly route: string
  readonly key: string
  /** SHA-256. */
  readonly bodyHash: Buffer
}

export interface StoredResponse {
  readonly status: number
  /** The headers to replay, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON; `null` without a body. */
  readonly payload: string | null
}

/** Older keys are new requests (docs/contract.md#c1-idempotency-replay). */
const KEPT_FOR = `interval '24 hours'`

/**
 * Locks a key across all processes until the transaction ends, even if the process dies.
 *
 * @returns false if another request with the key is in progress
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

// Raw SQL: hot path.
const FIND = `
  select status, body -> 'headers' as headers, nullif((body -> 'payload')::text, 'null') as payload,
    body_hash = $5 as "isSameBody"
  from idempotency_keys
  where organization_id = $1 and credential = $2 and route = $3 and key = $4
    and created_at > now() - ${KEPT_FOR}`

/**
 * The stored response of an idempotency key, if any; `other-body` if the key was used with another body.
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

/** Stores the response for replay. The first response wins. */
export async function storeResponse(
  sql: Pick<Sql, 'query'>,
  { organizationId, credential, route, key, bodyHash }: IdempotencyKey,
  { status, headers, payload }: StoredResponse,
): Promise<void> {
  // As text, so not a byte of the payload changes.
  const body = `{"headers":${JSON.stringify(headers)},"payload":${payload ?? 'null'}}`
  await sql.query(KEEP, [organizationId, credential, route, key, bodyHash, status, body])
}

// A WAL message without a reader: its commit waits as a change's would.
const WAIT = `select pg_logical_emit_message(true, 'mediajobs', '')`

/**
 * Waits until the synchronous standby has everything visible here: after a crash or a canceled wait, PostgreSQL exposes
 * unreplicated changes (docs/contract.md#c15-unreplicated). `sql` must not be a transaction. Costs one flush without a
 * standby.
 */
export async function untilReplicated(sql: Sql): Promise<void> {
  await sql.query(WAIT)
}
