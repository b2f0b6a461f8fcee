import { newId, one, type Transaction } from '@mediajobs/db'
import { apiKeys } from '@mediajobs/db/schema'
import {
  generateApiKey,
  grants,
  hashSecret,
  MAX_LIVE_API_KEYS,
  type Scope,
  shownPrefix,
  toUtc,
} from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { conflict, forbidden, invalid } from '../errors.ts'
import { type ApiKey, apiKeyColumns } from './api-key.ts'

export interface ApiKeyInput {
  name: string
  /** At least one, each once. */
  scopes: Scope[]
  /** The key is good until then; until it is revoked when it is null. */
  expiresAt?: string | null
}

/** A key as it is answered once; only a hash of it is kept. */
export interface NewApiKey extends ApiKey {
  key: string
}

// Who waits for it sees the keys of the others, and so the bound is exact.
const LOCK = 'select from organizations where id = $1 for no key update'
// The new one is among them.
const LIVE_KEYS = `
  select count(*) from api_keys
  where organization_id = $1 and revoked_at is null and (expires_at is null or expires_at > now())`

type Maker = Pick<Actor, 'organizationId' | 'userId' | 'scopes'>

/**
 * Makes an API key of the actor. Its role is the actor's role, whatever that is at the time of a
 * call, and its scopes never change.
 *
 * @throws {OperationError} `forbidden` (`scope_missing`) for a scope that the maker lacks, `invalid`
 *   for an expiry that is not in the future by the database's clock, `conflict` (`too_many_api_keys`).
 */
export async function createApiKey(
  tx: Transaction,
  maker: Maker,
  { name, scopes, expiresAt }: ApiKeyInput,
): Promise<NewApiKey> {
  refuseMoreScopes(maker, scopes)
  await tx.query(LOCK, [maker.organizationId])
  const key = generateApiKey()
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
      .returning({
        ...apiKeyColumns,
        isExpired: sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)`,
      }),
    'the insert of an API key',
  )
  const { isExpired, ...apiKey } = made
  if (isExpired) throw invalid('expiresAt must be in the future')
  await expectFewKeys(tx, maker.organizationId)
  return { ...apiKey, key }
}

async function expectFewKeys(tx: Transaction, orgId: string): Promise<void> {
  const [live] = await tx.query<{ count: number }>(LIVE_KEYS, [orgId])
  if (!live || live.count <= MAX_LIVE_API_KEYS) return
  throw conflict(
    'too_many_api_keys',
    `An organization has at most ${MAX_LIVE_API_KEYS} API keys that work: revoke one with ` +
      'DELETE /api-keys/{id} first.',
  )
}

function refuseMoreScopes({ scopes: held }: Maker, wanted: readonly Scope[]): void {
  const missing = wanted.filter((scope) => !grants(held, scope))
  if (missing.length === 0) return
  throw forbidden(
    'scope_missing',
    `A key can't be given ${missing.join(', ')}: the credential that makes it holds ${held.join(', ')}.`,
  )
}
