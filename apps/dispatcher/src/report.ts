import type { Logger, Tracing } from '@mediajobs/runtime'
import type { Attempt } from './attempt.ts'
import type { Metrics } from './metrics.ts'
import type { Outcome, Settled } from './settle.ts'

export interface Reporting {
  logger: Logger
  metrics: Metrics
  tracing?: Tracing | undefined
}

/**
 * Says what became of an attempt, in the log, in the metrics and in the trace of its event. None of
 * them holds a secret: of the URL, whose query may be one, only origin and path are logged.
 */
export function reportAttempt(
  { logger, metrics, tracing }: Reporting,
  { job, attempt }: Outcome,
  settled: Settled,
): void {
  if (!attempt) return
  const { claim, outcome, responseStatus, durationMs, error } = attempt
  // Another dispatcher had taken the delivery over: what it wrote counts.
  const status = settled.status ?? 'SUPERSEDED'
  count(metrics, attempt, status)
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
      status,
      traceId: tracing && recordSpan(tracing, attempt, status, job.traceparent),
    },
    'webhook.attempted',
  )
}

function count(metrics: Metrics, attempt: Attempt, status: string): void {
  const { claim, outcome, responseStatus, durationMs, startedMs } = attempt
  metrics.attempts.inc({ outcome: outcomeLabel(outcome, responseStatus) })
  metrics.attemptSeconds.observe(durationMs / 1_000)
  if (status !== 'RETRYING' && status !== 'SUPERSEDED') metrics.deliveries.inc({ status })
  if (claim.attempt > 1) return
  const waitedMs = claim.ageMs + startedMs - claim.clock.databaseMs
  metrics.firstTrySeconds.observe(Math.max(0, waitedMs) / 1_000)
}

// Receivers get none of it: the headers of a webhook are fixed.
function recordSpan(
  tracing: Tracing,
  attempt: Attempt,
  status: string,
  traceparent: string | undefined,
): string {
  const { claim, outcome, responseStatus, succeeded, finishedAtMs, timing } = attempt
  const endMs = performance.timeOrigin + finishedAtMs
  return tracing.record({
    name: `post ${claim.event}`,
    kind: 'client',
    traceparent,
    startMs: endMs - timing.durationMs,
    endMs,
    error: succeeded ? undefined : `${responseStatus ?? outcome}`,
    attributes: {
      'http.request.method': 'POST',
      'server.address': URL.parse(claim.url)?.hostname ?? '',
      ...(responseStatus !== null && { 'http.response.status_code': responseStatus }),
      'webhook.event': claim.event,
      'webhook.attempt': claim.attempt,
      'webhook.status': status,
      'mediajobs.organization_id': claim.organizationId,
      'mediajobs.subscription_id': claim.subscriptionId,
      'mediajobs.delivery_id': claim.deliveryId,
    },
  })
}

function outcomeLabel(outcome: string, responseStatus: number | null): string {
  return responseStatus === null ? outcome : `${Math.floor(responseStatus / 100)}xx`
}

function withoutQuery(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed ? parsed.origin + parsed.pathname : null
}
