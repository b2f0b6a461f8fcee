/** A span of time in milliseconds since 1970, from `from` up to and without `to`. */
export interface Span {
  from: number
  to: number
}

/** The spans in order, with those joined that touch or overlap. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (from < to) joined.push({ from, to })
  }
  return joined
}

/** What is left of `spans` without `taken`. Both must be in order and apart, as `joinSpans` makes them. */
export function withoutSpans(spans: readonly Span[], taken: readonly Span[]): Span[] {
  const left: Span[] = []
  let next = 0
  for (const span of spans) {
    let from = span.from
    while ((taken[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1
    for (let each = taken[next]; each && each.from < span.to; each = taken[next]) {
      if (each.from > from) left.push({ from, to: each.from })
      from = Math.max(from, each.to)
      // `each` may reach into the next span.
      if (each.to > span.to) break
      next += 1
    }
    if (from < span.to) left.push({ from, to: span.to })
  }
  return left
}
