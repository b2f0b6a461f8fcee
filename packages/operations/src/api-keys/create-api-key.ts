import { newId, one, type Transaction } from '@mediajobs/db'
import { apiKeys } from '@mediajobs/db/schema'
import {
  generateApiKey,
  hashSecret,
  includesScope,
  MAX_LIVE_API_KEYS,
  type Scope,
  shownPrefix,
  toUtc,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import type { Actor } from '../shared/actor.ts'
import { conflict, forbidden, invalid } from '../shared/errors.ts'
import { type ApiKey, apiKeyColumns, isExpired } from './api-key.ts'

export interface ApiKeyInput {
  name: string
  /** At least one. No scope twice. */
  scopes: Scope[]
  /** The key works until this time. Null: it works until it is revoked. */
  expiresAt?: string | null
}

/** A new key with its secret, which is shown once. The database has only a hash of it. */
export interface NewApiKey extends ApiKey {
  key: string
}

// One key of an organization is made at a time: each count sees all keys before it, so the bound is exact.
const LOCK = 'select from organizations where id = $1 for no key update'
// The count includes the new key.
const LIVE_KEYS = `
  select count(*) from api_keys
  where organization_id = $1 and revoked_at is null
    and (expires_at is null or expires_at > clock_timestamp())`

/** Who makes a key. */
export type Maker = Pick<Actor, 'organizationId' | 'userId' | 'scopes'>

/**
 * Makes an API key of the actor. Each call with the key has the role that the actor has at that time. The
 * key's scopes never change.
 *
 * @throws {OperationError} `forbidden` (`scope_missing`) for a scope that the maker does not have, `invalid`
 *   for an expiry that is not in the future by the database's clock, `conflict` (`too_many_api_keys`).
 */
export async function createApiKey(tx: Tx, maker: Maker, input: ApiKeyInput): Promise<NewApiKey> {
  const made = await insertApiKey(tx, maker, input)
  await expectFewKeys(tx, maker.organizationId)
  return made
}

/**
 * The insert of {@link createApiKey}, without its check of the number of keys.
 *
 * @throws {OperationError} `forbidden` (`scope_missing`), `invalid`.
 */
export async function insertApiKey(
  tx: Tx,
  maker: Maker,
  { name, scopes, expiresAt }: ApiKeyInput,
): Promise<NewApiKey> {
  refuseMoreScopes(maker, scopes)
  await tx.query(LOCK, [maker.organizationId])
  const key = generateApiKey(tx.cell)
  const made = one(
    await tx.orm
      .insert(apiKeys)
      .values({
        organizationId: maker.organizationId,
        id: newId(),
        name,
        scopes,
        prefix: shownPrefix(key),
        keyHash: hashSecret(key),
        createdByUserId: maker.userId,
        expiresAt: expiresAt ? toUtc(expiresAt) : null,
      })
      .returning({ ...apiKeyColumns, isExpired }),
    'the insert of an API key',
  )
  const { isExpired: isPast, ...apiKey } = made
  if (isPast) throw invalid('expiresAt', 'too_small', 'must be in the future')
  return { ...apiKey, key }
}

/** @throws {OperationError} `conflict` (`too_many_api_keys`). */
export async function expectFewKeys(tx: Transaction, orgId: string): Promise<void> {
  const [live] = await tx.query<{ count: number }>(LIVE_KEYS, [orgId])
  if (!live || live.count <= MAX_LIVE_API_KEYS) return
  throw conflict(
    'too_many_api_keys',
    `An organization has at most ${MAX_LIVE_API_KEYS} API keys that work: revoke one with ` +
      'DELETE /api-keys/{id} first.',
  )
}

function refuseMoreScopes({ scopes: held }: Maker, wanted: readonly Scope[]): void {
  const missing = wanted.filter((scope) => !includesScope(held, scope))
  if (missing.length === 0) return
  throw forbidden(
    'scope_missing',
    `A key can't be given ${missing.join(', ')}: the credential that makes it holds ${held.join(', ')}.`,
  )
}
