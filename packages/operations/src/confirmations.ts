import type { Sql } from '@mediajobs/db'
import { hashSecret, MAX_CONFIRMATION_MS, randomBase62 } from '@mediajobs/domain'
import type { IdempotencyKey } from './idempotency.ts'

/** A call awaiting confirmation: who may confirm it, and a hash of its arguments. */
type PendingCall = Omit<IdempotencyKey, 'key'>

// 256 random bits.
const TOKEN_LENGTH = 43

const INSERT = `
  insert into idempotency_keys (organization_id, credential, route, key, body_hash)
  values ($1, $2, $3, $4, $5)`

// Atomic: of two calls with one token, on any process, only one succeeds.
const USE = `
  delete from idempotency_keys
  where organization_id = $1 and credential = $2 and route = $3 and key = $4 and body_hash = $5
    and created_at > now() - interval '${MAX_CONFIRMATION_MS} milliseconds'
  returning true as used`

/**
 * A single-use token that confirms `call`. Stored hashed, as the idempotency key of a future request, and deleted like
 * one.
 */
export async function createConfirmation(sql: Sql, call: PendingCall): Promise<string> {
  const token = randomBase62(TOKEN_LENGTH)
  await sql.query(INSERT, valuesOf(call, token))
  return token
}

/** Whether `token` confirms exactly `call`. Uses it up. */
export async function useConfirmation(
  sql: Sql,
  call: PendingCall,
  token: string,
): Promise<boolean> {
  const rows = await sql.query(USE, valuesOf(call, token))
  return rows.length > 0
}

function valuesOf({ organizationId, credential, route, bodyHash }: PendingCall, token: string) {
  return [organizationId, credential, route, hashSecret(token).toString('base64url'), bodyHash]
}
