import { newId, type Transaction } from '@mediajobs/db'
import { apiKeys } from '@mediajobs/db/schema'
import {
  generateApiKey,
  grants,
  hashSecret,
  type Scope,
  shownPrefix,
  toUtc,
} from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { forbidden, invalid } from '../errors.ts'
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

type Maker = Pick<Actor, 'organizationId' | 'userId' | 'scopes'>

/**
 * Makes an API key of the actor. Its role is the actor's role, whatever that is at the time of a
 * call, and its scopes never change.
 *
 * @throws {OperationError} `forbidden` (`scope_missing`) for a scope that the maker lacks, `invalid`
 *   for an expiry that is not in the future by the database's clock.
 */
export async function createApiKey(
  tx: Transaction,
  maker: Maker,
  { name, scopes, expiresAt }: ApiKeyInput,
): Promise<NewApiKey> {
  refuseMoreScopes(maker, scopes)
  const key = generateApiKey()
  const [made] = await tx.orm
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
    })
  if (!made) throw new Error('the insert of an API key answered no row')
  const { isExpired, ...apiKey } = made
  if (isExpired) throw invalid('expiresAt must be in the future')
  return { ...apiKey, key }
}

function refuseMoreScopes({ scopes: held }: Maker, wanted: readonly Scope[]): void {
  const missing = wanted.filter((scope) => !grants(held, scope))
  if (missing.length === 0) return
  throw forbidden(
    'scope_missing',
    `A key can't be given ${missing.join(', ')}: the credential that makes it holds ${held.join(', ')}.`,
  )
}
