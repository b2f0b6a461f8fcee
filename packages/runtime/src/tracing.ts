type SpanAttributes = Record<string, string | number | boolean>

/** What a span is about. */
interface Step {
  /** One of few: `publish PROJECT_CREATED`, never an id. */
  name: string
  kind: 'server' | 'client' | 'producer'
  attributes?: SpanAttributes
}

interface BegunStep extends Step {
  /** As W3C Trace Context has it: the span goes under it. Without one it begins a trace. */
  traceparent?: string | undefined
}

interface EndedStep extends BegunStep, Ending {
  /** Unix milliseconds. */
  startMs: number
  endMs: number
}

interface Ending {
  attributes?: SpanAttributes
  /** What went wrong, in a word: an error's code or name. */
  error?: string | undefined
}

/** A span that has begun. */
export interface Span {
  readonly traceId: string
  end(how: Ending): void
}

/** The traces of one process. Without a collector there is none of it, and nothing is loaded. */
export interface Tracing {
  begin(step: BegunStep): Span
  /** Writes down a span that is over; its trace's id. */
  record(step: EndedStep): string
  /** What `work` does comes under `span`. */
  within<Result>(span: Span, work: () => Result): Result
  /** A span around `work`, under the one that it is done within. A client's is made only there. */
  follow<Result>(step: Step, work: () => Promise<Result>): Promise<Result>
  /** The span that this is done within, as W3C Trace Context names it. */
  traceparent(): string | undefined
  /** Sends what is left, as far as it can be sent soon. */
  close(): Promise<void>
}
