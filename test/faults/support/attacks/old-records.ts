// Records of old versions, larger than requests can create now, must be harmless too.
import type { Store } from '@mediajobs/outbox'
import { writeEvent } from '@mediajobs/outbox'

/** 95 booking answers of 10,000 characters: 950 kB. */
export const OLD_RECORD_BYTES = 950_000

const ANSWERS = 95

/** Adds projects whose booking answers have `bytes` bytes. */
export async function addLargeProjects(
  store: Store,
  organizationId: string,
  count: number,
  bytes = OLD_RECORD_BYTES,
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await store.sql.queryOnce(
      `insert into projects (organization_id, id, scheduled_time, booking_answers)
       values ($1, uuid_v7(), now(), $2)`,
      [organizationId, JSON.stringify(answersOf(bytes))],
    )
  }
}

/** Publishes events of such projects to every subscription of the organization. */
export async function publishLargeEvents(
  store: Store,
  organizationId: string,
  count: number,
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await store.transaction(async (tx) =>
      writeEvent(tx, organizationId, 'PROJECT_CREATED', {
        project: { bookingAnswers: answersOf(OLD_RECORD_BYTES) },
      }),
    )
  }
}

/** Adds projects with long notes; all their words differ and begin with `prefix`. */
export async function addWordyProjects(
  store: Store,
  organizationId: string,
  count: number,
  prefix: string,
): Promise<void> {
  const BATCH = 25
  for (let at = 0; at < count; at += BATCH) {
    await store.sql.queryOnce(
      `insert into projects (organization_id, id, scheduled_time, notes)
       select $1, uuid_v7(), now(), left(string_agg($3::text || (n * 1000 + i), ' '), 10000)
       from generate_series($2::int, $2::int + ${BATCH - 1}) n, generate_series(1, 900) i group by n`,
      [organizationId, at, prefix],
    )
  }
}

function answersOf(bytes: number): { question: string; answer: string }[] {
  return Array(ANSWERS).fill({ question: 'q', answer: 'x'.repeat(Math.floor(bytes / ANSWERS)) })
}
