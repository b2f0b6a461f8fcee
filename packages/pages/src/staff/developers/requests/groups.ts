import { type Html, html, nothing } from '../../../html.ts'
import { type Visit, withQuery } from '../visit.ts'
import type { Call } from './records.ts'
import { TEXTS } from './texts.ts'

/** Errors with one route, status and code. */
interface Group {
  newest: Call
  count: number
}

/** @param errors newest first */
function groupsOf(errors: readonly Call[]): Group[] {
  const groups = new Map<string, Group>()
  for (const call of errors) {
    const key = [call.method, call.route, call.status, call.code].join(' ')
    const group = groups.get(key) ?? { newest: call, count: 0 }
    group.count += 1
    groups.set(key, group)
  }
  return [...groups.values()].sort((a, b) => b.count - a.count)
}

/** The errors, grouped. Each group leads to its calls in the log. */
export function errorGroups(visit: Visit, errors: readonly Call[], isAll: boolean): Html {
  const groups = groupsOf(errors)
  if (groups.length === 0) return html`<p>${TEXTS.noErrors}</p>`
  return html`<p class="soft">${TEXTS.errorsOf(errors.length, isAll)}</p>
<ol class="rows">${groups.map(({ newest, count }) => {
    const { method, route, status, code, at } = newest
    const address = withQuery(`${visit.at}/requests`, [
      ['status', `${status}`],
      ['code', code],
      ['route', route],
      ['zone', visit.clock.isUtc ? 'utc' : null],
    ])
    return html`<li><a href="${address}"><span class="mark failed">${status}</span> <span class="what">${method} ${route}</span>
${code ? html`<code>${code}</code>` : nothing} <span class="said">${TEXTS.times(count)}</span> <span class="when">${TEXTS.last} ${visit.clock.short(at)}</span></a></li>`
  })}</ol>`
}
