import { ALL_DAYS, type Day, dayOf, groupByDay, type Sql, statementByDay } from '@mediajobs/db'
import { isFrozen } from '@mediajobs/db/schema'
import { fetchNewJobs } from '@mediajobs/outbox'
import { type FetchedJob, type QueuedJob, toFetchedJob } from '../queue/job-queue.ts'

/** A webhook delivery whose next attempt is due, with everything its POST needs. */
export interface DueDelivery {
  readonly organizationId: string
  readonly deliveryId: string
  readonly subscriptionId: string
  readonly eventId: string
  readonly event: string
  readonly attempt: number
  /** Requested manually: not retried. */
  readonly byHand: boolean
  readonly url: string
  readonly secretEncrypted: string
  /** Null unless the secret is being rotated. */
  readonly previousSecretEncrypted: string | null
  /** The subscription's headers, encrypted. Null: none. */
  readonly headersEncrypted: string | null
  /** Adds Standard Webhooks headers. */
  readonly standardWebhooks: boolean
  /** Maximum starts per second. Null: unlimited. */
  readonly maxPerSecond: number | null
  /** From the event until the delivery was read here. */
  readonly ageMs: number
  readonly clock: DatabaseClock
}

/** A due webhook delivery, with its event's data if small. */
export interface DueJob {
  readonly due: DueDelivery
  /** Size of the data as UTF-8 JSON. Null if the event has expired from the log. */
  readonly dataBytes: number | null
  /** JSON. Null if too large to be read with the delivery. */
  readonly data: string | null
  /** Frozen by a move: don't post now. */
  readonly isFrozen: boolean
}

/** The same moment on the database's clock and on this process's monotonic clock. */
interface DatabaseClock {
  readonly databaseMs: number
  readonly readAtMs: number
}

/** A row of {@link selectDue}. */
interface DueRow extends Omit<DueDelivery, 'clock'>, Omit<DueJob, 'due'> {
  isLive: boolean
  nowMs: number
}

/**
 * SQL: the CTEs `target` and `due`, which select the {@link DueRow}s of jobs.
 *
 * @param day of the deliveries and events to read
 * @param jobs the rows `job (organization_id, delivery_id, subscription_id, attempt)`
 * @param inlineBytes data up to this size is read too
 */
function selectDue(day: Day, jobs: string, inlineBytes: string): string {
  return `target as materialized (
    -- Subscriptions first: in one join, the planner would read all deliveries of an organization,
    -- expecting a new day's partition to be nearly empty.
    select job.organization_id, job.delivery_id, job.attempt, subscription.url,
      subscription.secret_encrypted,
      case when subscription.previous_secret_until > clock_timestamp()
        then subscription.previous_secret_encrypted end as previous_secret_encrypted,
      subscription.headers_encrypted, subscription.standard_webhooks, subscription.max_per_second,
      subscription.active and subscription.deleted_at is null as is_live,
      ${isFrozen('job.organization_id')} as is_frozen
    from ${jobs}
    join webhook_subscriptions as subscription
      on subscription.organization_id = job.organization_id
      and subscription.id = job.subscription_id
  ), due as (
    select target.is_live as "isLive", target.is_frozen as "isFrozen",
      delivery.organization_id as "organizationId",
      delivery.id as "deliveryId",
      delivery.subscription_id as "subscriptionId",
      delivery.event_id as "eventId",
      delivery.event,
      target.attempt,
      delivery.by_hand as "byHand",
      target.url,
      target.secret_encrypted as "secretEncrypted",
      target.previous_secret_encrypted as "previousSecretEncrypted",
      target.headers_encrypted as "headersEncrypted",
      target.standard_webhooks as "standardWebhooks",
      target.max_per_second as "maxPerSecond",
      octet_length(event.text) as "dataBytes",
      case when octet_length(event.text) <= ${inlineBytes} then event.text end as data,
      extract(epoch from clock_timestamp() - delivery.created_at)::float8 * 1000 as "ageMs",
      extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"
    from target
    join webhook_deliveries${day} as delivery
      on delivery.organization_id = target.organization_id
      and delivery.id = target.delivery_id
      and delivery.attempts = target.attempt - 1
      and delivery.status not in ('SUCCEEDED', 'FAILED', 'CANCELLED')
    left join lateral (
      -- offset 0: otherwise the text would be computed twice.
      select event.data::text as text from events${day} as event
      where event.organization_id = delivery.organization_id and event.id = delivery.event_id
      offset 0
    ) as event on true
  )`
}

const selectDueJobs = statementByDay(
  (day) => `
  with ${selectDue(
    day,
    `unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[])
      as job (organization_id, delivery_id, subscription_id, attempt)`,
    '$5',
  )}
  select * from due`,
)

/**
 * The webhook deliveries of `jobs`, by {@link attemptKey}. Missing ones have nothing to post: the attempt was made, the
 * delivery has ended, or the subscription is disabled or deleted.
 *
 * @param inlineBytes data up to this size is read too
 */
export async function readDueDeliveries(
  sql: Sql,
  jobs: readonly FetchedJob[],
  inlineBytes: number,
): Promise<Map<string, DueJob>> {
  const days = [...groupByDay(jobs, ({ deliveryId }) => deliveryId)]
  const found = await Promise.all(days.map(([day, ofDay]) => readDay(sql, day, ofDay, inlineBytes)))
  return new Map(found.flat())
}

async function readDay(
  sql: Sql,
  day: Day,
  jobs: readonly FetchedJob[],
  inlineBytes: number,
): Promise<[key: string, due: DueJob][]> {
  const rows = await selectDueJobs<DueRow>(sql, day, [
    jobs.map((job) => job.organizationId),
    jobs.map((job) => job.deliveryId),
    jobs.map((job) => job.subscriptionId),
    jobs.map((job) => job.attempt),
    inlineBytes,
  ])
  const readAtMs = performance.now()
  const found = rows.flatMap((row): [string, DueJob][] => {
    const due = dueJobOf(row, day, readAtMs)
    return due ? [[attemptKey(row), due]] : []
  })
  const elsewhere = new Set(rows.filter((row) => isElsewhere(row, day)).map(attemptKey))
  if (elsewhere.size === 0) return found
  const rest = jobs.filter((job) => elsewhere.has(attemptKey(job)))
  return [...found, ...(await readDay(sql, ALL_DAYS, rest, inlineBytes))]
}

/** The event has a different day than its delivery: it was recovered, or midnight fell in between. */
function isElsewhere({ dataBytes, eventId }: DueRow, day: Day): boolean {
  return dataBytes === null && day !== ALL_DAYS && eventId !== null && dayOf(eventId) !== day
}

/** A newly fetched job, possibly with its delivery. */
export interface NewJob extends FetchedJob {
  /** Undefined: read when the job starts. */
  readonly found?: DueJob | undefined
}

interface NewJobRow {
  jobId: string
  retryCount: number
  groupId: string | null
  jobData: QueuedJob['data']
}

/**
 * Fetches up to `limit` first attempts of the last two seconds, without `exceptSubscriptions`, and reads their
 * deliveries in the same statement, saving a live event a round trip (docs/performance.md, "A live event"). A job without
 * a delivery of `day` has nothing to post, or must be read by {@link readDueDeliveries}.
 *
 * @param limit part of the statement's text: use few different values
 * @param inlineBytes data up to this size is read too
 */
export async function fetchDue(
  sql: Sql,
  day: Day,
  limit: number,
  exceptSubscriptions: string[],
  inlineBytes: number,
): Promise<NewJob[]> {
  const values = [exceptSubscriptions, inlineBytes]
  const rows = await fetchUpTo(limit)<NewJobRow & DueRow>(sql, day, values)
  const readAtMs = performance.now()
  return rows.map(({ jobId, retryCount, groupId, jobData, ...row }) => ({
    ...toFetchedJob({ id: jobId, retryCount, groupId, data: jobData }),
    found: dueJobOf(row, day, readAtMs),
  }))
}

const fetches = new Map<number, ReturnType<typeof statementByDay>>()

function fetchUpTo(limit: number): ReturnType<typeof statementByDay> {
  const known = fetches.get(limit)
  if (known) return known
  const statement = statementByDay((day) => {
    const due = selectDue(
      day,
      `(
        select (data ->> 'organizationId')::uuid as organization_id,
          (data ->> 'deliveryId')::uuid as delivery_id,
          group_id::uuid as subscription_id, (data ->> 'attempt')::int as attempt
        from fetched
      ) as job`,
      '$2',
    )
    return `
    with ${fetchNewJobs(limit)}, ${due}
    select fetched.id as "jobId", fetched.retry_count as "retryCount", fetched.group_id as "groupId",
      fetched.data as "jobData", due.*
    from fetched left join due on due."deliveryId" = (fetched.data ->> 'deliveryId')::uuid`
  })
  fetches.set(limit, statement)
  return statement
}

/** Undefined unless the delivery is live or frozen and its event was read; a job without a delivery has only nulls. */
function dueJobOf(row: DueRow, day: Day, readAtMs: number): DueJob | undefined {
  const { isLive, isFrozen, nowMs, data, dataBytes, ...due } = row
  if ((!isLive && !isFrozen) || isElsewhere(row, day)) return undefined
  return { due: { ...due, clock: { databaseMs: nowMs, readAtMs } }, data, dataBytes, isFrozen }
}

export function attemptKey(of: { deliveryId: string; attempt: number }): string {
  return `${of.deliveryId}:${of.attempt}`
}
