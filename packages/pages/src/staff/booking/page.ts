import {
  MAX_DURATION_MINUTES,
  MAX_EMAIL_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_SEARCH_LENGTH,
} from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, choice, field } from '../change-form.ts'
import type { Offer } from '../records.ts'
import type { Staff } from '../staff.ts'
import { writtenFields } from '../written-fields.ts'
import { type FieldName, NEW_CUSTOMER, type Offered, type Quote, type Values } from './read.ts'
import { TEXTS } from './texts.ts'

interface Page {
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
  const chosenAddOns = new Set(values.addOnIds)
  const choice = (type: 'radio' | 'checkbox', name: string, each: Offer) => {
    const { id, priceAmount, currency, durationMinutes } = each
    const isChosen = type === 'radio' ? values.packageId === id : chosenAddOns.has(id)
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
  const technicians = offered.technicians.map(({ id, name }): [string, string] => [id, name])
  const options: [string, string][] = [['', TEXTS.noTechnician], ...technicians]
  return html`${choice('technicianId', TEXTS.technician, options, values.technicianId)}
${writtenFields(values)}`
}

/** For whom: one that is searched for, a new one, or no one yet. */
function customerFields(values: Values, offered: Offered): Html {
  const { customers, hasMoreCustomers } = offered
  const isSearched = values.q !== ''
  const choice = (value: string, name: string, more = '') =>
    html`<li><label class="choice"><input type="radio" name="customer" value="${value}"${value === values.customer ? html` checked` : nothing}> <span dir="auto">${name}</span>${more ? html` <span class="soft" dir="auto">${more}</span>` : nothing}</label></li>`
  return html`<div class="searching"><p class="field"><label for="q">${TEXTS.search}</label>
<span class="soft" id="q-hint">${TEXTS.searchHint}</span>
<input id="q" name="q" type="search" value="${values.q}" maxlength="${MAX_SEARCH_LENGTH}" aria-describedby="q-hint" aria-controls="found"></p>
<button name="do" value="search" class="by-hand">${TEXTS.searchButton}</button></div>
<fieldset><legend class="hidden">${TEXTS.found}</legend>
<p id="found-status" role="status" data-none="${TEXTS.noneFound}" data-more="${TEXTS.moreFound}">${isSearched && customers.length === 0 ? TEXTS.noneFound : nothing}${hasMoreCustomers ? TEXTS.moreFound : nothing}</p>
<ul class="plain" id="found">${customers.map(({ id, name, company, email }) => choice(id, name, [company, email].filter(Boolean).join(', ')))}</ul>
<ul class="plain">${choice('', TEXTS.none)}${choice(NEW_CUSTOMER, TEXTS.new)}</ul></fieldset>
<div class="pair new-customer">${field({ name: 'name', label: TEXTS.name, value: values.name, maxLength: MAX_NAME_LENGTH })}
${field({ name: 'email', label: TEXTS.email, type: 'email', value: values.email, maxLength: MAX_EMAIL_LENGTH })}
${field({ name: 'phone', label: TEXTS.phone, type: 'tel', value: values.phone, maxLength: MAX_PHONE_LENGTH })}
${field({ name: 'company', label: TEXTS.company, value: values.company, maxLength: MAX_NAME_LENGTH })}</div>`
}

/** The price of what is chosen. The module of the page brings it up to date; without it a button does. */
function quoteBox(staff: Staff, quote: Offered['quote']): Html {
  const { locale } = staff.organization
  return html`<section class="quote" aria-labelledby="quote-title"><h3 id="quote-title">${TEXTS.quote}</h3>
<div id="quote" aria-live="polite" data-locale="${locale ?? 'en'}" data-none="${TEXTS.noQuote}" data-discount="${TEXTS.discountLine}" data-tax="${TEXTS.tax}" data-total="${TEXTS.total}">${contentOf(staff, quote)}</div>
<button name="do" value="quote" class="by-hand">${TEXTS.quoteButton}</button></section>`
}

function contentOf(staff: Staff, quote: Offered['quote']): Html {
  if (quote === undefined) return html`<p>${TEXTS.noQuote}</p>`
  if (typeof quote === 'string') return html`<p class="alarm">${quote}</p>`
  return prices(staff, quote)
}

function prices({ format }: Staff, quote: Quote): Html {
  const { currency, lineItems, discountAmount, taxAmount, totalAmount } = quote
  const row = (label: string, amount: number, name = '') =>
    html`<dt${name ? html` class="${name}"` : nothing} dir="auto">${label}</dt><dd${name ? html` class="${name}"` : nothing}>${format.money(amount, currency)}</dd>`
  return html`<dl class="prices">${lineItems.map(({ description, quantity, unitAmount }) =>
    row(description, quantity * unitAmount),
  )}${discountAmount > 0 ? row(TEXTS.discountLine, -discountAmount) : nothing}${
    taxAmount > 0 ? row(TEXTS.tax, taxAmount) : nothing
  }${row(TEXTS.total, totalAmount, 'total')}</dl>`
}
