// The cost of a search. docs/contract.md#c10-search-cost
import {
  MAX_ORGANIZATION_SEARCHES,
  MAX_SEARCH_WORDS,
  MIN_SEARCH_WORD_LENGTH,
} from '@mediajobs/domain'
import {
  type Attack,
  type HostileRequest,
  made,
  preparedAttack,
  refused,
  requestsAttack,
} from './attack.ts'
import { addWordyProjects } from './old-records.ts'
import type { Stage } from './stage.ts'

// The other tenant searches for this word too, and these records mustn't slow that.
const SHARED_PREFIX = 'abbey'
const INVALID = refused('invalid_request')
// A search over the fair share gets a 429, one over the time limit a 503.
const FAIR: HostileRequest['expected'] = {
  statuses: [200, 429, 503],
  codes: ['organization_busy', 'search_timeout'],
}

const prefix = (length: number, n: number) => `${SHARED_PREFIX}${n}`.slice(0, length)
const words = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => prefix(length, n)).join(' ')

export const searchAttacks: Attack[] = [
  requestsAttack('words of a search', (stage) => [
    search(stage, 'at the bound', words(MAX_SEARCH_WORDS, 20), made),
    search(stage, 'one above', words(MAX_SEARCH_WORDS + 1, 20), INVALID),
    search(stage, 'twenty-two short ones', words(22, MIN_SEARCH_WORD_LENGTH), INVALID),
    search(stage, 'a thousand times', words(MAX_SEARCH_WORDS * 150, 9), INVALID),
    search(stage, 'too short a word', words(1, MIN_SEARCH_WORD_LENGTH - 1), INVALID),
    search(stage, 'a long word', 'a'.repeat(10_000), { statuses: [200, 400] }),
  ]),
  preparedAttack(
    'searches over a million words',
    async (stage) => {
      const org = await stage.service.createOrg()
      const count = stage.isFull ? 1_500 : 100
      await addWordyProjects(stage.store, org.organizationId, count, SHARED_PREFIX)
      return org
    },
    async (stage, expect, { key }) => {
      const short = words(MAX_SEARCH_WORDS, MIN_SEARCH_WORD_LENGTH)
      for (const q of [short, SHARED_PREFIX, `${SHARED_PREFIX}1`]) {
        await expect(search(stage, `${q.length} characters`, q, FAIR, key))
      }
      const many = Array.from({ length: 12 * MAX_ORGANIZATION_SEARCHES }, (_, n) =>
        expect(search(stage, `search ${n} at once`, short, FAIR, key)),
      )
      await Promise.all(many)
    },
  ),
]

function search(
  { attacker }: Stage,
  name: string,
  q: string,
  expected: HostileRequest['expected'],
  key = attacker.key,
): HostileRequest {
  const path = `/projects?q=${encodeURIComponent(q)}`
  return { name, method: 'GET', path, headers: { 'x-api-key': key }, expected }
}
