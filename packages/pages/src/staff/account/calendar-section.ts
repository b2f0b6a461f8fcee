import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import type { OwnCalendar } from './calendars.ts'
import { inUtc } from './in-utc.ts'
import { TEXTS } from './texts.ts'

/** @param made the address that was just made: it is shown this once */
export function calendarSection(
  calendars: readonly OwnCalendar[],
  root: string,
  made: string | undefined,
): Html {
  if (calendars.length === 0) return nothing
  return html`<section id="calendars" aria-labelledby="calendars-title">
<h2 id="calendars-title">${TEXTS.calendars.title}</h2>
<p>${TEXTS.calendars.lead}</p>
${made === undefined ? nothing : newAddress(made)}
<ul class="plain">${calendars.map((each) => calendar(each, root))}</ul></section>`
}

function newAddress(url: string): Html {
  const texts = TEXTS.calendars
  return html`<div class="notice done"><p class="field"><label for="calendar-url">${texts.address}</label>
<span class="soft" id="calendar-hint">${texts.once}</span>
<input id="calendar-url" readonly value="${url}" aria-describedby="calendar-hint"></p>
<div class="actions"><a class="button" href="${url.replace(/^https?:/, 'webcal:')}">${texts.subscribe}</a>
<button type="button" data-copy="calendar-url" data-copied="${texts.copied}" data-selected="${texts.selected}" hidden>${texts.copy}</button> <span role="status"></span></div></div>`
}

function calendar({ organization, createdAt, etag }: OwnCalendar, root: string): Html {
  const texts = TEXTS.calendars
  const action = `${root}app/account/calendars/${organization.id}`
  const make = (text: string) => changeForm({ action, content: html`<button>${text}</button>` })
  if (createdAt === undefined || etag === undefined) {
    return html`<li><b dir="auto">${organization.name}</b><div class="actions">${make(texts.make)}</div></li>`
  }
  const end = changeForm({
    action: `${action}/end`,
    etag,
    content: html`<button>${texts.endYes}</button>`,
  })
  return html`<li><b dir="auto">${organization.name}</b> <span class="soft">${texts.since(inUtc(createdAt))}</span>
<div class="actions"><details><summary>${texts.renew}&hellip;</summary><p>${texts.renewSure}</p>${make(texts.renewYes)}</details>
<details><summary>${texts.end}&hellip;</summary><p>${texts.endSure}</p>${end}</details></div></li>`
}
