import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  diag,
  isSpanContextValid,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import type { Logger } from './logger.ts'
import type { Span, Tracing } from './tracing.ts'
import { withDeadline } from './with-deadline.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
} as const

// A collector that is away must not hold up the end of a process, which has 14 s for its work.
const CLOSE_LIMIT_MS = 1_500
const REMIND_MS = 60_000

/**
 * Traces by hand, where requests, transactions, events and attempts begin and end. Instrumentations
 * that patch libraries would need a loader hook for ES modules, and a span for every hook of Fastify.
 */
export function exportTraces(service: string, logger: Logger): Tracing {
  diag.setLogger(warningsOf(logger))
  setGlobalErrorHandler(() => {})
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [envDetector] })),
    // Holds 2,048 spans at the most (OTEL_BSP_MAX_QUEUE_SIZE), and drops what comes beyond them.
    spanProcessors: [new BatchSpanProcessor(watched(new OTLPTraceExporter(), logger))],
  })
  const tracer = provider.getTracer('mediajobs')
  const active = new AsyncLocalStorage<OtelSpan>()
  const spans = new WeakMap<Span, OtelSpan>()

  const tracing: Tracing = {
    begin({ name, kind, attributes = {}, traceparent }) {
      const otel = tracer.startSpan(name, { kind: KINDS[kind], attributes }, under(traceparent))
      const span = spanOf(otel)
      spans.set(span, otel)
      return span
    },
    record({ name, kind, attributes = {}, traceparent, startMs, endMs, error }) {
      const options = { kind: KINDS[kind], attributes, startTime: startMs }
      const otel = tracer.startSpan(name, options, under(traceparent))
      if (error !== undefined) fail(otel, error)
      otel.end(endMs)
      return otel.spanContext().traceId
    },
    within(span, work) {
      const otel = spans.get(span)
      return otel ? active.run(otel, work) : work()
    },
    async follow({ name, kind, attributes = {} }, work) {
      const parent = active.getStore()
      if (!parent && kind === 'client') return work()
      const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
      const otel = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context)
      try {
        return await active.run(otel, work)
      } catch (error) {
        fail(otel, nameOf(error))
        throw error
      } finally {
        otel.end()
      }
    },
    traceparent() {
      const span = active.getStore()?.spanContext()
      if (!span || !isSpanContextValid(span)) return undefined
      return `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`
    },
    async close() {
      await withDeadline(
        provider.shutdown().catch(() => {}),
        CLOSE_LIMIT_MS,
      )
    },
  }
  return tracing
}

function spanOf(otel: OtelSpan): Span {
  return {
    traceId: otel.spanContext().traceId,
    end({ attributes = {}, error }) {
      otel.setAttributes(attributes)
      if (error !== undefined) fail(otel, error)
      otel.end()
    },
  }
}

function under(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
  if (!parent || !isSpanContextValid(parent)) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}

function fail(otel: OtelSpan, error: string): void {
  otel.setAttribute('error.type', error)
  otel.setStatus({ code: SpanStatusCode.ERROR })
}

// Not its message: one of the driver's or of a check may hold what a caller sent.
function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'error')
}

/** `exporter`, which says once that it cannot send, and once that it can again. */
function watched(exporter: SpanExporter, logger: Logger): SpanExporter {
  let lostBatches = 0
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) {
          if (lostBatches === 0) logger.warn({ err: result.error }, 'traces.not_sent')
          lostBatches += 1
        } else if (lostBatches > 0) {
          logger.info({ lostBatches }, 'traces.sent_again')
          lostBatches = 0
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

// What it says of a variable that it cannot read, and, as often as there is room, of spans that it
// dropped.
function warningsOf(logger: Logger) {
  let saidAtMs = Number.NEGATIVE_INFINITY
  const ignore = () => {}
  const warn = (message: string) => {
    if (performance.now() - saidAtMs < REMIND_MS) return
    saidAtMs = performance.now()
    logger.warn({ message }, 'traces.warning')
  }
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
}
