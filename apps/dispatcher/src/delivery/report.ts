import { disableSubscription } from '@mediajobs/operations/webhooks'
import type { Store } from '@mediajobs/outbox'
import type { FaultLog, Logger } from '@mediajobs/runtime'
import {
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Metrics } from '../monitoring/metrics.ts'
import type { FetchedJob } from '../queue/job-queue.ts'
import type { Attempt } from './attempt.ts'
import type { DueDelivery } from './due-deliveries.ts'
import type { Settled } from './settle-statement.ts'

const tracer = trace.getTracer('mediajobs')

export interface Reporting {
  logger: Logger
  metrics: Metrics
}

/**
 * Reports an attempt to the log, metrics and its event's trace. Logs only origin and path of the URL: its query may be a
 * secret.
 */
export function reportAttempt(
  { logger, metrics }: Reporting,
  job: FetchedJob,
  attempt: Attempt,
  settled: Settled,
): void {
  const { due, outcome, responseStatus, durationMs, error, detail } = attempt
  // Another dispatcher has taken over the delivery; its outcome counts.
  const status = settled.status ?? 'SUPERSEDED'
  count(metrics, attempt, status)
  logger.info(
    {
      organizationId: due.organizationId,
      subscriptionId: due.subscriptionId,
      deliveryId: due.deliveryId,
      eventId: due.eventId,
      event: due.event,
      jobId: job.id,
      attempt: due.attempt,
      url: withoutQuery(due.url),
      outcome,
      responseStatus,
      durationMs,
      error,
      detail,
      status,
      traceId: recordSpan(attempt, status, job.traceparent),
    },
    'webhook.attempted',
  )
}

function count(metrics: Metrics, attempt: Attempt, status: string): void {
  const { due, outcome, responseStatus, durationMs, startedMs } = attempt
  metrics.attempts.inc({ outcome: outcomeLabel(outcome, responseStatus) })
  metrics.attemptSeconds.observe(durationMs / 1_000)
  if (status !== 'RETRYING' && status !== 'SUPERSEDED') metrics.deliveries.inc({ status })
  if (due.attempt > 1) return
  const waitedMs = due.ageMs + startedMs - due.clock.databaseMs
  metrics.firstTrySeconds.observe(Math.max(0, waitedMs) / 1_000)
}

/**
 * Records the attempt as a span of the event's trace. Sends no trace header: a webhook's headers are fixed.
 *
 * @returns the trace id; `undefined` if tracing is off
 */
function recordSpan(
  attempt: Attempt,
  status: string,
  traceparent: string | undefined,
): string | undefined {
  const { due, outcome, responseStatus, succeeded, finishedAtMs, timing } = attempt
  const endMs = performance.timeOrigin + finishedAtMs
  const event = propagation.extract(ROOT_CONTEXT, { traceparent })
  const attributes = {
    'http.request.method': 'POST',
    'server.address': URL.parse(due.url)?.hostname ?? '',
    ...(responseStatus !== null && { 'http.response.status_code': responseStatus }),
    'webhook.event': due.event,
    'webhook.attempt': due.attempt,
    'webhook.status': status,
    'mediajobs.organization_id': due.organizationId,
    'mediajobs.subscription_id': due.subscriptionId,
    'mediajobs.delivery_id': due.deliveryId,
  }
  const startTime = endMs - timing.durationMs
  const options = { kind: SpanKind.CLIENT, startTime, attributes }
  const span = tracer.startSpan(`post ${due.event}`, options, event)
  if (!succeeded) {
    span.setAttribute('error.type', `${responseStatus ?? outcome}`)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end(endMs)
  const spanContext = span.spanContext()
  return isSpanContextValid(spanContext) ? spanContext.traceId : undefined
}

function outcomeLabel(outcome: string, responseStatus: number | null): string {
  return responseStatus === null ? outcome : `${Math.floor(responseStatus / 100)}xx`
}

function withoutQuery(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed ? parsed.origin + parsed.pathname : null
}

const DISABLING = 'switching failing subscriptions off'

export interface Disabling extends Reporting {
  store: Store
  faults: FaultLog
  /** Default: never. */
  disableAfterMs?: number | undefined
}

/** Disables a subscription that has failed for too long (docs/contract.md#c7-disable-after). Never rejects. */
export async function disableIfDue(
  { organizationId, subscriptionId }: DueDelivery,
  { store, logger, faults, metrics, disableAfterMs }: Disabling,
): Promise<void> {
  if (disableAfterMs === undefined) return
  const ids = { organizationId, subscriptionId }
  try {
    const reason = await store.transaction((tx) => disableSubscription(tx, ids, disableAfterMs))
    faults.worked(DISABLING)
    if (reason === null) return
    metrics.disabled.inc()
    logger.warn({ ...ids, reason }, 'webhook.subscription_disabled')
  } catch (error) {
    // The subscription's next failed attempt tries again.
    faults.failed(DISABLING, error)
  }
}
