import {
  type Attributes,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

const tracer = trace.getTracer('mediajobs')
const DATABASE = { 'db.system.name': 'postgresql' }

/** Runs `work` in a span: a child of the active span, or the root of a new trace. */
export function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work()
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Runs `work` in a database span if a span is active. */
export function inDatabaseSpan<Result>(
  name: string,
  work: () => Promise<Result>,
  attributes?: Attributes,
): Promise<Result> {
  if (trace.getActiveSpan() === undefined) return work()
  const options = { kind: SpanKind.CLIENT, attributes: { ...DATABASE, ...attributes } }
  return inSpan(name, options, work)
}

/** Runs `send` in a span named after the first word of the statement `text`. */
export function inStatementSpan<Result>(
  text: string,
  send: () => Promise<Result>,
): Promise<Result> {
  if (trace.getActiveSpan() === undefined) return send()
  const [keyword = ''] = /\w+/.exec(text) ?? []
  const operation = keyword.toUpperCase()
  const attributes = { 'db.operation.name': operation, 'db.query.text': text }
  return inDatabaseSpan(operation, send, attributes)
}

// Without the message, which may contain a caller's input.
function fail(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name ?? 'error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
