import { type Store, WEBHOOK_JOB_ID } from '@mediajobs/outbox'
import type { Sent } from './booking-clients.ts'

// Each column counts inconsistent records. $1 is the organization, with two active subscriptions to PROJECT_CREATED, one of
// them also to PROJECT_STATUS_CHANGED.
const DISAGREEMENTS = `
  with project as (
    select * from projects where organization_id = $1
  ), event as (
    select id, name, data->>'projectId' as project_id, data->>'fromStatus' as from_status,
      data->>'toStatus' as to_status
    from events where organization_id = $1
  ), delivery as (
    select * from webhook_deliveries as delivery where organization_id = $1
  ), change as (
    select project_id::text, from_status, to_status
    from project_status_changes where organization_id = $1
  ), changed_event as (
    select project_id, from_status, to_status from event where name = 'PROJECT_STATUS_CHANGED'
  ), counted as (
    select pending, booked, shooting, uploaded from project_status_counts where organization_id = $1
  )
  select
    (select count(*) from project where 1 <> (
      select count(*) from event
      where name = 'PROJECT_CREATED' and event.project_id = project.id::text)) as "projectsWithoutEvent",
    (select count(*) from event where not exists (
      select from project where project.id::text = event.project_id)) as "eventsWithoutProject",
    (select count(*) from (table change except all table changed_event) as odd) as "movesWithoutEvent",
    (select count(*) from (table changed_event except all table change) as odd) as "eventsWithoutMove",
    (select count(*) from project where status <> coalesce((
      select to_status from project_status_changes as last
      where last.organization_id = $1 and last.project_id = project.id
      order by last.id desc limit 1), 'PENDING')) as "statusesOff",
    (select count(*) from event where
      (case name when 'PROJECT_CREATED' then 2 else 1 end) <> (
        select count(distinct subscription_id) from delivery where event_id = event.id)) as "eventsShort",
    (select count(*) from delivery) - (
      select coalesce(sum(case name when 'PROJECT_CREATED' then 2 else 1 end), 0)
      from event)::int as "deliveriesTooMany",
    (select count(*) from delivery where not exists (
      select from pgboss.job where job.id = ${WEBHOOK_JOB_ID})) as "deliveriesWithoutJob",
    (select count(*) from pgboss.job) - (select count(*) from webhook_deliveries) as "jobsTooMany",
    (select count(*) from project) - (
      select coalesce(sum(pending + booked + shooting + uploaded), 0) from counted)::int as "countOff",
    (select count(*) from webhook_deliveries where organization_id <> $1) as "foreignDeliveries"`

/** Inconsistent records by kind, without zeros. */
export async function disagreements(store: Store, orgId: string): Promise<Record<string, number>> {
  const [row] = await store.sql.query<Record<string, number>>(DISAGREEMENTS, [orgId])
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, count]) => count !== 0))
}

const OCCURRENCES = `
  select wanted.key, case
    when wanted.project_id is null then (select count(*) from projects
      where organization_id = $1 and notes = wanted.key)
    else (select count(*) from project_status_changes
      where organization_id = $1 and project_id = wanted.project_id and to_status = wanted.status)
    end as times
  from unnest($2::text[], $3::uuid[], $4::text[]) as wanted (key, project_id, status)`

/** How often each step has happened, in the order of `sent`. */
export async function occurrences(
  store: Store,
  orgId: string,
  sent: readonly Sent[],
): Promise<number[]> {
  const rows = await store.sql.query<{ key: string; times: number }>(OCCURRENCES, [
    orgId,
    sent.map(({ step }) => step.key),
    sent.map(({ step }) => step.move?.projectId ?? null),
    sent.map(({ step }) => step.move?.status ?? null),
  ])
  const times = new Map(rows.map((row) => [row.key, row.times]))
  return sent.map(({ step }) => times.get(step.key) ?? 0)
}
