import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'

/** A received span. */
interface ReceivedSpan {
  /** `service.name` of its sender. */
  service: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  attributes: Record<string, string | number | undefined>
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** Waits for a span of `traceId` that `matches`. */
  received(
    traceId: string,
    matches: (span: ReceivedSpan) => boolean,
    timeoutMs?: number,
  ): Promise<ReceivedSpan>
  /** Stops the collector. */
  close(): Promise<void>
}

interface Value {
  stringValue?: string
  intValue?: number
}

interface Attribute {
  key: string
  value: Value
}

// The JSON form of OTLP/HTTP.
interface ExportedTraces {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        attributes: Attribute[]
      }[]
    }[]
  }[]
}

/** A real OTLP/HTTP collector for JSON, on the loopback interface. */
export async function startCollector(t: Test): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const server = createServer(async (request, response) => {
    const isExport = request.method === 'POST' && request.url === '/v1/traces'
    if (isExport) spans.push(...spansOf((await json(request)) as ExportedTraces))
    response.writeHead(isExport ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  async function close(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  t.teardown(close)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the collector has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    close,
    async received(traceId, matches, timeoutMs = 10_000) {
      for (const untilMs = Date.now() + timeoutMs; ; ) {
        const found = spans.find((span) => span.traceId === traceId && matches(span))
        if (found) return found
        if (Date.now() > untilMs) throw new Error(`not received: ${JSON.stringify(spans, null, 1)}`)
        await pause(20)
      }
    },
  }
}

function spansOf({ resourceSpans }: ExportedTraces): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
        service,
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        name,
        attributes: attributesOf(attributes),
      })),
    )
  })
}

function attributesOf(attributes: Attribute[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  )
}
