import { copyAccounts } from './accounts.ts'
import type { Move } from './move.ts'
import { LOCK_WRITES } from './state.ts'

// No password of a member changes between its copy and the flip.
const LOCK_PEOPLE = `
  select from users as u where exists (
    select from memberships as m where m.organization_id = $1 and m.user_id in (u.id, u.person_id))
  order by u.id for share`
// The rest is for the commit.
const FLIP = `
  update organization_moves
  set step = 'MOVED', is_away = true, frozen_until = null, quiet_until = null,
    changed_at = clock_timestamp()
  where organization_id = $1 and step = 'FROZEN'
    and frozen_until > clock_timestamp() + interval '500 milliseconds'
  returning 1`
const MARK = `
  update move_marks set mark = gen_random_uuid(), flipped = true where organization_id = $1`

/**
 * The point of no return, one commit in the source: from then on it sends every caller to the target. The mark is
 * replicated behind all rows, and opens the organization there. The lock keeps writes out that would begin when the
 * freeze ends by itself.
 *
 * @returns false when the freeze was over, or nearly so: nothing has changed then
 */
export async function flip(move: Move): Promise<boolean> {
  const { source, organizationId } = move
  return source.transaction(async () => {
    await source.rows(LOCK_WRITES, [organizationId])
    await source.rows(LOCK_PEOPLE, [organizationId])
    await copyAccounts(move)
    const flipped = await source.rows(FLIP, [organizationId])
    if (flipped.length > 0) await source.rows(MARK, [organizationId])
    return flipped.length > 0
  })
}
