import { quantile } from '../support/statistics.ts'

/** What one request got. `status` is 0 when there was no response. */
interface Seen {
  kind: string
  /** The failure during which it was sent, or `quiet`. */
  phase: string
  ms: number
  status: number
  atMs: number
}

export interface KindFigures {
  requests: number
  /** Responses 429. */
  limited: number
  /** Responses 502, 503 and 504, and requests without a response. */
  refused: number
  p50Ms: number
  p99Ms: number
}

export const QUIET = 'quiet'

/** Every request of the load and its response. */
export class SeenRequests {
  readonly #seen: Seen[] = []
  /** Calls that got their response only at a later try. */
  answeredLater = 0
  /** Calls that never got a response that decides. */
  unanswered = 0
  /** Responses that no caller should get, with their number. */
  readonly odd = new Map<string, number>()
  /** The codes of the refusals, by failure. */
  readonly refusals = new Map<string, number>()

  noteRefusal(phase: string, status: number, code: string): void {
    const key = `${phase}: ${status === 0 ? 'no response' : `${status} ${code}`}`
    this.refusals.set(key, (this.refusals.get(key) ?? 0) + 1)
  }

  note(seen: Seen): void {
    this.#seen.push(seen)
  }

  noteOdd(what: string): void {
    this.odd.set(what, (this.odd.get(what) ?? 0) + 1)
  }

  get count(): number {
    return this.#seen.length
  }

  kinds(): string[] {
    return [...new Set(this.#seen.map(({ kind }) => kind))].sort()
  }

  /** Times are of successes only. The flood of one tenant is only in the figures of its own kind. */
  figures(wanted: { kind?: string; phase?: string; fromMs?: number; toMs?: number }): KindFigures {
    const { kind, phase, fromMs = 0, toMs = Number.POSITIVE_INFINITY } = wanted
    const these = this.#seen.filter(
      (seen) =>
        (kind === undefined ? !seen.kind.startsWith('flood') : seen.kind === kind) &&
        (phase === undefined || seen.phase === phase) &&
        seen.atMs >= fromMs &&
        seen.atMs < toMs,
    )
    const times = these.flatMap(({ ms, status }) => (status >= 200 && status < 300 ? [ms] : []))
    times.sort((a, b) => a - b)
    return {
      requests: these.length,
      limited: these.filter(({ status }) => status === 429).length,
      refused: these.filter(isRefused).length,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
    }
  }

  /** The last time at which a request was refused in a phase, in Unix milliseconds; 0 if none was. */
  lastRefusedMs(phase: string): number {
    const refused = this.#seen.filter((seen) => seen.phase === phase && isRefused(seen))
    return refused.reduce((last, { atMs, ms }) => Math.max(last, atMs + ms), 0)
  }
}

function isRefused({ status }: Seen): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504
}

/** The times of successes as text: there may be none. */
export function timesText({ p50Ms, p99Ms }: { p50Ms: number; p99Ms: number }): string {
  if (Number.isNaN(p50Ms)) return 'no success'
  return `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`
}
