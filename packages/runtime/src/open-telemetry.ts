import { context, diag, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  ExportResultCode,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core'
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
import { withDeadline } from './waiting.ts'

// A hanging collector mustn't delay the shutdown, which has 14 s.
const CLOSE_LIMIT_MS = 1_500
const WARNING_INTERVAL_MS = 60_000

/**
 * Registers the SDK with the OpenTelemetry API. Our code creates the spans of requests, transactions, events and attempts:
 * auto-instrumentation would need a loader hook for ES modules, and create a span for every Fastify hook.
 */
export function exportTraces(service: string, logger: Logger) {
  diag.setLogger(warningsOf(logger))
  setGlobalErrorHandler(() => {})
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [envDetector] })),
    // Queues at most 2,048 spans (OTEL_BSP_MAX_QUEUE_SIZE), and drops the rest.
    spanProcessors: [new BatchSpanProcessor(watched(new OTLPTraceExporter(), logger))],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return {
    /** Flushes, for at most 1.5 s. */
    async close(): Promise<void> {
      await withDeadline(
        provider.shutdown().catch(() => {}),
        CLOSE_LIMIT_MS,
      )
    },
  }
}

/** Logs when `exporter` starts failing, and when it recovers. */
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

// The SDK warns about each span that it drops: too often.
function warningsOf(logger: Logger) {
  let warnedAtMs = Number.NEGATIVE_INFINITY
  const ignore = () => {}
  const warn = (message: string) => {
    if (performance.now() - warnedAtMs < WARNING_INTERVAL_MS) return
    warnedAtMs = performance.now()
    logger.warn({ message }, 'traces.warning')
  }
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
}
