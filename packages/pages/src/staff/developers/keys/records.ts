import type { Schemas } from '@mediajobs/client'
import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import { PageError } from '../../../errors.ts'
import { readList } from '../../read-record.ts'
import type { Visit } from '../visit.ts'

export type ApiKey = Schemas['ApiKey']
export type MadeKey = Schemas['NewApiKey']
export type Usage = Schemas['ApiKeyUsage']

/** Pages of keys that are looked through: 1,000 keys. */
const PAGES = 10

/**
 * The key of a page. The API lists keys, and has no operation for one.
 *
 * @throws {PageError} 404
 */
export async function readKey({ staff, id }: Visit): Promise<ApiKey> {
  const query = new URLSearchParams({ limit: String(MAX_PAGE_RECORDS) })
  for (let i = 0; i < PAGES; i++) {
    const { data, nextCursor } = await readList<ApiKey>(staff, `/api-keys?${query}`)
    const found = data.find((key) => key.id === id)
    if (found) return found
    if (nextCursor === null) break
    query.set('cursor', nextCursor)
  }
  throw new PageError(404, 'not_found', 'There is no such key.')
}

export type KeyState = 'works' | 'ending' | 'expired' | 'revoked'

/** @param nowMs Unix milliseconds */
export function stateOf({ revokedAt, expiresAt, replacedById }: ApiKey, nowMs: number): KeyState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) return 'expired'
  return replacedById === null ? 'works' : 'ending'
}

/** Whether the key works now. */
export function isLive(key: ApiKey): boolean {
  const state = stateOf(key, Date.now())
  return state === 'works' || state === 'ending'
}
