import type { Sql } from './sql.ts'

const ASK = `select extract(epoch from clock_timestamp())::float8 as "seconds"`

/**
 * By how many seconds the clock of this machine is ahead of the database's, at least; negative when it is behind. 0 when
 * the database's time lies between the question and its answer: a slow answer is never taken for a wrong clock.
 */
export async function clockSkewSeconds(sql: Pick<Sql, 'query'>): Promise<number> {
  const askedAt = Date.now() / 1_000
  const [row] = await sql.query<{ seconds: number }>(ASK)
  const answeredAt = Date.now() / 1_000
  if (!row) throw new Error('the database returned no time')
  if (row.seconds < askedAt) return askedAt - row.seconds
  return Math.min(0, answeredAt - row.seconds)
}
