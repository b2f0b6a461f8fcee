import { type Html, html, nothing } from '../../../html.ts'
import { zoneSwitch } from '../send-page.ts'
import { shortcuts } from '../shortcuts.ts'
import type { Visit } from '../visit.ts'
import { detail } from './detail.ts'
import { filterBar } from './filters.ts'
import { list } from './list.ts'
import { missedBanners } from './missed.ts'
import type { Shown } from './read.ts'

/** The list, and beside it the delivery that is open. On a phone it is instead of the list. */
export function deliveriesPage(visit: Visit, shown: Shown): Html {
  const { missed, subscriptions, open } = shown
  return html`<div class="over-list">${missedBanners(visit, missed)}
${filterBar(visit, subscriptions)}
${zoneSwitch(visit, `${visit.at}/deliveries`)}</div>
<div class="panes"><div class="list">${list(visit, shown)}</div>
${open ? html`<article class="detail">${detail(visit, shown, open)}</article>` : nothing}</div>
${shortcuts()}`
}
