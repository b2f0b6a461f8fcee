import { QUEUE_SCHEMA } from '@mediajobs/outbox'
import type { TestApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, webhookStudio } from '@mediajobs/testing/api/webhook-studio'

export const LONG_AGO = '1970-01-01T00:00:00Z'
export const FAILED = "status = 'FAILED', attempts = 6, next_attempt_at = null, finished_at = now()"
export const CANCELLED =
  "status = 'CANCELLED', attempts = 1, next_attempt_at = null, finished_at = now()"

export interface Listed {
  id: string
  eventId: string
  status: string
}

/** A subscription to CUSTOMER_CREATED with a webhook delivery in each of `states`, oldest first. */
export async function replayStudio(api: TestApp, states: readonly string[] = []) {
  const { sql } = api.store
  const studio = await webhookStudio(api)

  function change(id: string | undefined, set: string) {
    return sql.queryOnce(`update webhook_deliveries set ${set} where id = $1`, [id ?? null])
  }

  /** A delivery's jobs: attempt number, and seconds until due. */
  function jobsOf(id: string | undefined) {
    return sql.query<{ attempt: number; seconds: number }>(
      `select (data->>'attempt')::int as attempt,
        extract(epoch from start_after - now())::float8 as seconds
      from ${QUEUE_SCHEMA}.job where data->>'deliveryId' = $1 order by 1`,
      [id ?? null],
    )
  }

  async function dropJobs(id: string | undefined): Promise<void> {
    await sql.query(`delete from ${QUEUE_SCHEMA}.job where data->>'deliveryId' = $1`, [id ?? null])
  }

  const { body } = await studio.subscribe('https://example.com/', { events: ['CUSTOMER_CREATED'] })
  const path = `${SUBSCRIPTIONS}/${body.id}`
  const publishEvent = (email: string) => studio.call('POST', '/customers', { name: 'C', email })
  const list = async (): Promise<Listed[]> =>
    (await studio.call('GET', `${path}/deliveries?limit=100`)).body.data
  for (const i of states.keys()) await publishEvent(`state-${i}@example.com`)
  const ids = (await list()).map(({ id }) => id).reverse()
  for (const [i, state] of states.entries()) await change(ids[i], state)
  const retry = (id = ids[0]) => studio.call('POST', `/webhooks/deliveries/${id}/retry`)
  const recover = (since: unknown = LONG_AGO, until?: unknown) =>
    studio.call('POST', `${path}/recover`, { since, ...(until !== undefined && { until }) })
  return {
    ...studio,
    jobsOf,
    dropJobs,
    subscription: body,
    path,
    ids,
    publishEvent,
    list,
    retry,
    recover,
  }
}
