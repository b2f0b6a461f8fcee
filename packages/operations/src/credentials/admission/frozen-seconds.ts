/**
 * SQL: for how many seconds a move refuses the writes of an organization, rounded up. Null: it takes writes. `move` is
 * the row of `organization_moves`, or none.
 */
export const FROZEN_SECONDS = `
  case when move.frozen_until > now()
    then ceil(extract(epoch from move.frozen_until - now()))::int end as frozen_seconds`
