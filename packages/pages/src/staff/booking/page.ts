import { MAX_DURATION_MINUTES, MAX_LABEL_LENGTH, MAX_NAME_LENGTH } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, field } from '../change-form.ts'
import type { Offer } from '../records.ts'
import type { Staff } from '../staff.ts'
import { writtenFields } from '../written-fields.ts'
import { customerFields } from './customer-fields.ts'
import { quoteBox } from './quote.ts'
import type { Offered } from './read.ts'
import { TEXTS } from './texts.ts'
import type { FieldName, Values } from './values.ts'

export interface Page {
  staff: Staff
  values: Values
  offered: Offered
  /** The address of the organization, from the page. */
  home: string
}

/** The form of a booking. Every button of it sends all of it, so that nothing that was written is lost. */
export function bookingPage(page: Page): Html {
  const { values, offered, staff, home } = page
  const part = (title: string, content: Html) =>
    html`<fieldset class="part"><legend><h2>${title}</h2></legend>${content}</fieldset>`
  // The first button is the one that Enter in a field presses: it books, and does not search.
  return changeForm({
    action: `${home}/projects/new`,
    class: 'booking',
    isOnce: true,
    content: html`<button class="hidden" tabindex="-1" aria-hidden="true" name="do" value="book">${TEXTS.book}</button>
${part(TEXTS.where, place(page))}
${part(TEXTS.customer, customerFields(values, offered))}
${part(TEXTS.what, html`${offers(page)}${quoteBox(staff, offered.quote)}`)}
${part(TEXTS.more, rest(page))}
<div class="actions"><button class="go" name="do" value="book">${TEXTS.book}</button> <a class="button" href="${home}/board">${TEXTS.cancel}</a></div>`,
  })
}

function place({ staff, values, offered }: Page): Html {
  const text = (name: FieldName & keyof typeof TEXTS) =>
    field({ name, label: String(TEXTS[name]), value: values[name], maxLength: MAX_NAME_LENGTH })
  const zone = staff.organization.timeZone ?? 'UTC'
  const proposed = typeof offered.quote === 'object' ? offered.quote.durationMinutes : null
  return html`${text('addressLine1')}${text('addressLine2')}
<div class="pair">${text('city')}${text('region')}${text('postalCode')}
${field({ name: 'countryCode', label: TEXTS.countryCode, value: values.countryCode, hint: TEXTS.countryHint, maxLength: 2 })}
<p class="field"><label for="when">${TEXTS.when}</label><span class="soft" id="when-hint">${TEXTS.zone(zone)}</span>
<input id="when" name="when" type="datetime-local" required aria-describedby="when-hint" value="${values.when}"></p>
<p class="field"><label for="minutes">${TEXTS.minutes}</label><span class="soft" id="minutes-hint">${TEXTS.minutesHint}</span>
<input id="minutes" name="minutes" type="number" min="1" max="${MAX_DURATION_MINUTES}" aria-describedby="minutes-hint" value="${values.minutes || (proposed ?? '')}"><input type="hidden" name="filled-minutes" value="${proposed ?? ''}"></p></div>`
}

function offers({ staff, values, offered, home }: Page): Html {
  const { packages, addOns } = offered
  const choice = (type: 'radio' | 'checkbox', name: string, each: Offer) => {
    const { id, priceAmount, currency, durationMinutes } = each
    const isChosen = type === 'radio' ? values.packageId === id : values.addOnIds.includes(id)
    const length = durationMinutes === null ? '' : ` · ${staff.format.minutes(durationMinutes)}`
    return html`<li><label class="choice"><input type="${type}" name="${name}" value="${id}"${isChosen ? html` checked` : nothing}> <span dir="auto">${each.name}</span> <span class="soft">${staff.format.money(priceAmount, currency)}${length}</span></label></li>`
  }
  const none = html`<li><label class="choice"><input type="radio" name="packageId" value=""${values.packageId === '' ? html` checked` : nothing}> ${TEXTS.noPackage}</label></li>`
  const hint =
    packages.length === 0
      ? html`<p class="soft">${TEXTS.noOffers} <a href="${home}/catalogue/packages">${TEXTS.toCatalogue}</a></p>`
      : nothing
  return html`<fieldset><legend>${TEXTS.package}</legend>${hint}<ul class="plain">${none}${packages.map((each) => choice('radio', 'packageId', each))}</ul></fieldset>
${addOns.length === 0 ? nothing : html`<fieldset><legend>${TEXTS.addOns}</legend><ul class="plain">${addOns.map((each) => choice('checkbox', 'addOnIds', each))}</ul></fieldset>`}
${field({ name: 'discountCode', label: TEXTS.discount, value: values.discountCode, autocomplete: 'off', maxLength: MAX_LABEL_LENGTH })}`
}

function rest({ values, offered }: Page): Html {
  return html`<p class="field"><label for="technicianId">${TEXTS.technician}</label>
<select id="technicianId" name="technicianId"><option value="">${TEXTS.noTechnician}</option>${offered.technicians.map(
    ({ id, name }) =>
      html`<option value="${id}"${id === values.technicianId ? html` selected` : nothing}>${name}</option>`,
  )}</select></p>
${writtenFields(values)}`
}
