import { hashSecret, isWellFormedApiKey } from '@mediajobs/domain'
import type { Store } from '@mediajobs/outbox'
import { createFaultLog, type Logger } from '@mediajobs/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Counter } from 'prom-client'
import { RequestWriter, UnwrittenRequests } from './request-writer.ts'

interface Options {
  store: Store
  logger: Logger
  /** The share of successes to log, 0 to 1; `off`: no log and no counts of calls. */
  sample: number | 'off'
  countsEveryMs?: number | undefined
}

// A crash loses at most this much.
const COUNTS_EVERY_MS = 30_000
const FIRST_ERROR = 400
const CLIENT_GONE = 499

/**
 * Records calls for `GET /requests` and `GET /api-keys/{id}/usage`: all errors and a sample of the successes, in batches
 * after the response (ADR 24). Calls without a valid credential belong to no organization, except those with a revoked
 * or expired key.
 */
export const requestRecords = fp<Options>(async (app, options) => {
  const { store, logger, sample, countsEveryMs = COUNTS_EVERY_MS } = options
  const dropped = new Counter({
    name: 'request_log_dropped_total',
    help: 'Requests missing from the request log, by reason',
    labelNames: ['reason'],
    registers: [app.metrics],
  })
  if (sample === 'off') return
  const unwritten = new UnwrittenRequests((reason, count) => dropped.inc({ reason }, count))
  const writer = new RequestWriter({
    database: store.database,
    unwritten,
    countsEveryMs,
    faults: createFaultLog(logger, 'api'),
    onLost: (count) => dropped.inc({ reason: 'write_failed' }, count),
  })
  app.addHook('onClose', () => writer.stop())

  app.whenRequestEnds((request, reply, { status, route: ownRoute }) => {
    if (request.page) return
    const route = request.routeOptions.config.calledRoute ?? ownRoute
    const { admission } = request
    if (!admission) {
      const keyHash = refusedKey(request)
      if (!keyHash) return
      unwritten.addRefusal({ ...callOf(request, reply, status, route), keyHash })
      writer.resume()
      return
    }
    const { organizationId, apiKeyId, userId } = admission
    writer.resume()
    const ended = request.called?.status ?? status
    if (apiKeyId !== null) unwritten.count(organizationId, apiKeyId, ended)
    if (ended < FIRST_ERROR && Math.random() >= sample) return
    const call = { ...callOf(request, reply, status, route), ...calledBy(request) }
    unwritten.add({ ...call, organizationId, apiKeyId, userId })
  })
})

function callOf(request: FastifyRequest, reply: FastifyReply, status: number, route: string) {
  return {
    requestId: request.id,
    method: request.method,
    route: documented(route),
    status,
    code: status === CLIENT_GONE ? null : request.problemCode,
    durationMs: Math.round(reply.elapsedTime),
    endedAtMs: performance.now(),
  }
}

/** The operation that an agent called, logged instead of `POST /mcp`. */
function calledBy({ called }: FastifyRequest) {
  return called && { ...called, route: documented(called.route) }
}

/** The hash of a refused key. */
function refusedKey({ problemCode, headers }: FastifyRequest): Buffer | undefined {
  const key = headers['x-api-key']
  if (problemCode !== 'api_key_invalid' || typeof key !== 'string') return undefined
  return isWellFormedApiKey(key) ? hashSecret(key) : undefined
}

/** As in the OpenAPI document: `/projects/{id}`. */
function documented(route: string): string {
  return route.replace(/:(\w+)/g, '{$1}')
}
