import { attributes, type Html, html, nothing } from '../html.ts'
import { slotPicker } from '../slots.ts'
import { problem } from './offers.ts'
import type { View } from './view.ts'

/** The free days, with the times of the chosen one. */
export function timeStep(view: View): Html {
  return html`<div id="times">${problem(view.problems.get('startsAt'))}${days(view)}</div>`
}

function days(view: View): Html {
  const { form, slots, draft, texts, language, format } = view
  const { organization, scheduling } = form
  const later = scheduling === 'OPTIONAL' ? withoutTime(view) : nothing
  if (slots === undefined) return later
  if (slots.length === 0) return html`<p>${texts.noTimes(organization.name)}</p>${later}`
  const turn = (from: string | undefined, label: string, sign: string) =>
    html`<button name="from" value="${from}" formnovalidate aria-label="${label}"${attributes({ disabled: from === undefined })}>${sign}</button>`
  const input = (time: string) => ({
    checked: Date.parse(time) === Date.parse(draft.startsAt),
    'data-hold': texts.hold(format.time(time)),
  })
  const wanted = view.from ?? draft.day
  return html`${slotPicker({ language, format, slots, timeZone: form.timeZone, wanted, turn, input })}
${later}
<p class="soft">${texts.zone(format.zone())}</p>`
}

function withoutTime({ draft, form, texts }: View): Html {
  const input = attributes({
    type: 'radio',
    name: 'startsAt',
    value: '',
    checked: draft.startsAt === '',
  })
  return html`<p class="later"><label class="chip"><input${input}><span>${texts.anyTime}</span></label> <span class="soft">${texts.anyTimeHint(form.organization.name)}</span></p>`
}
