import { newId, type Sql } from '@mediajobs/db'

/** Size of `value` as UTF-8 JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** Booking answers of exactly `bytes` as JSON, each within its limit. */
export function answersOf(bytes: number) {
  const answers: { question: string; answer: string }[] = []
  const empty = { question: 'Q', answer: '' }
  const emptyBytes = jsonBytes(empty) + 1
  let left = bytes - 1
  while (left > 0) {
    // The last two share the rest, so neither is shorter than an empty answer.
    const share = left > 2 * 1_900 ? 1_900 : left > 1_900 ? Math.floor(left / 2) : left
    answers.push({ ...empty, answer: 'x'.repeat(share - emptyBytes) })
    left -= share
  }
  return answers
}

/** Stores a project with booking answers of `bytes`, like those from before the limit. Returns its id. */
export async function storeLargeProject(sql: Sql, orgId: string, bytes: number): Promise<string> {
  const id = newId()
  await sql.query(
    `insert into projects (organization_id, id, scheduled_time, booking_answers)
     values ($1, $2, '2026-05-01T09:30:00Z', $3)`,
    [orgId, id, JSON.stringify([{ question: 'Stored before', answer: 'x'.repeat(bytes) }])],
  )
  return id
}
