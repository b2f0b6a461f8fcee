import { type Html, html, nothing } from '../../../html.ts'
import { pager } from '../filters.ts'
import { DELIVERY_STATUS_NAMES, DEVELOPERS } from '../texts.ts'
import { type Visit, withQuery } from '../visit.ts'
import { filtersOf } from './filters.ts'
import type { Shown } from './read.ts'
import type { Listed } from './records.ts'
import { TEXTS } from './texts.ts'

/** The deliveries, each a link that opens it beside the list. */
export function list(visit: Visit, { deliveries, subscriptions }: Shown): Html {
  const { data, nextCursor } = deliveries
  const isFiltered = filtersOf(visit).size > (visit.clock.isUtc ? 1 : 0)
  if (data.length === 0 && nextCursor === null && !isFiltered) {
    return firstSteps(visit, subscriptions.length === 0)
  }
  const rows =
    data.length === 0
      ? html`<p>${TEXTS.empty}${nextCursor ? ` ${TEXTS.further}` : ''}</p>`
      : html`<ol class="rows" aria-label="${TEXTS.list}">${data.map((each) => html`<li>${row(visit, each)}</li>`)}</ol>`
  const older = data.length === 0 ? TEXTS.lookFurther : DEVELOPERS.older
  const here = `${visit.at}/deliveries`
  return html`${rows}${pager(visit, { here, filters: filtersOf(visit), nextCursor, older })}`
}

function row(visit: Visit, delivery: Listed): Html {
  const { id, event, status, responseStatus, error, subscriptionUrl, createdAt } = delivery
  const mark = visit.query.get('delivery') === id ? html` aria-current="true"` : nothing
  const said = responseStatus === null ? (error ?? '') : `${responseStatus}`
  return html`<a href="${addressOf(visit, id)}"${mark}><span class="mark ${status.toLowerCase()}">${DELIVERY_STATUS_NAMES[status]}</span>
<span class="what">${event}</span> <span class="said">${said}</span>
<span class="where" dir="auto">${subscriptionUrl}</span> <span class="when">${visit.clock.short(createdAt)}</span></a>`
}

/** The address of the list as it is, with a delivery beside it. */
export function addressOf(
  visit: Visit,
  id: string,
  more: readonly (readonly [string, string])[] = [],
): string {
  return withQuery(`${visit.at}/deliveries`, [
    ...filtersOf(visit),
    ['cursor', visit.query.get('cursor')],
    ['delivery', id],
    ...more,
  ])
}

function firstSteps({ at }: Visit, hasNoSubscription: boolean): Html {
  return html`<p>${TEXTS.noneYet}</p>
<ol>${TEXTS.firstSteps.map((step) => html`<li>${step}</li>`)}</ol>
${hasNoSubscription ? html`<p><a class="button" href="${at}/webhooks/new">${TEXTS.add}</a></p>` : nothing}`
}
