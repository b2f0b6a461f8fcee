import type { Logger } from '@mediajobs/runtime'
import type { Metrics } from './metrics.ts'
import type { Outcome, Settled } from './settle.ts'

/**
 * Says what became of an attempt, in the log and in the metrics. Neither holds a secret: of the URL,
 * whose query may be one, only origin and path are logged.
 */
export function reportAttempt(
  logger: Logger,
  metrics: Metrics,
  { job, attempt }: Outcome,
  { status }: Settled,
): void {
  if (!attempt) return
  const { claim, outcome, responseStatus, durationMs, startedMs, error } = attempt
  metrics.attempts.inc({ outcome: outcomeLabel(outcome, responseStatus) })
  if (claim.attempt === 1) {
    const waitedMs = claim.ageMs + startedMs - claim.clock.databaseMs
    metrics.firstTrySeconds.observe(Math.max(0, waitedMs) / 1_000)
  }
  logger.info(
    {
      organizationId: claim.organizationId,
      subscriptionId: claim.subscriptionId,
      deliveryId: claim.deliveryId,
      eventId: claim.eventId,
      event: claim.event,
      jobId: job.id,
      attempt: claim.attempt,
      url: withoutQuery(claim.url),
      outcome,
      responseStatus,
      durationMs,
      error,
      // Another dispatcher had taken the delivery over: what it wrote counts.
      status: status ?? 'SUPERSEDED',
    },
    'webhook.attempted',
  )
}

function outcomeLabel(outcome: string, responseStatus: number | null): string {
  return responseStatus === null ? outcome : `${Math.floor(responseStatus / 100)}xx`
}

function withoutQuery(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed ? parsed.origin + parsed.pathname : null
}
