import {
  MAX_DURATION_MINUTES,
  MAX_EMAIL_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_SEARCH_LENGTH,
} from '@mediajobs/domain'
import { attributes, type Html, html, nothing } from '../../html.ts'
import { changeForm, field, hidden } from '../change-form.ts'
import type { Offer } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { COMMON } from '../texts.ts'
import { writtenFields } from '../written-fields.ts'
import { type FieldName, NEW_CUSTOMER, type Offered, type Quote, type Values } from './read.ts'
import { TEXTS } from './texts.ts'

interface Page {
  visit: StaffVisit
  values: Values
  offered: Offered
}

/** The form of a booking. Every button of it sends all of it, so that nothing that was written is lost. */
export function bookingPage(page: Page): Html {
  const { values, offered, visit } = page
  const part = (title: string, content: Html) =>
    html`<fieldset class="part"><legend><h2>${title}</h2></legend>${content}</fieldset>`
  // The first button is the one that Enter in a field presses: it books, and does not search.
  return changeForm({
    action: `${visit.home}/projects/new`,
    class: 'booking',
    isOnce: true,
    content: html`<button class="hidden" tabindex="-1" aria-hidden="true" name="do" value="book">${TEXTS.book}</button>
${part(TEXTS.where, place(page))}
${part(TEXTS.customer, customerFields(values, offered))}
${part(TEXTS.what, html`${offers(page)}${quoteBox(visit.staff, offered.quote)}`)}
${part(TEXTS.more, rest(page))}
<div class="actions"><button class="go" name="do" value="book">${TEXTS.book}</button> <a class="button" href="${visit.home}/board">${TEXTS.cancel}</a></div>`,
  })
}

function place({ visit: { staff }, values, offered }: Page): Html {
  const text = (name: FieldName & keyof typeof TEXTS) =>
    field({ name, label: TEXTS[name], value: values[name], maxLength: MAX_NAME_LENGTH })
  const proposed = typeof offered.quote === 'object' ? `${offered.quote.durationMinutes ?? ''}` : ''
  const { countryCode, when, minutes } = values
  return html`${text('addressLine1')}${text('addressLine2')}
<div class="pair">${text('city')}${text('region')}${text('postalCode')}
${field({ name: 'countryCode', label: TEXTS.countryCode, value: countryCode, hint: TEXTS.countryHint, maxLength: 2 })}
${field({
  name: 'when',
  label: TEXTS.when,
  hint: COMMON.zoneOfField(staff.organization.timeZone ?? 'UTC'),
  type: 'datetime-local',
  value: when,
  isRequired: true,
})}
${field({
  name: 'minutes',
  label: TEXTS.minutes,
  hint: TEXTS.minutesHint,
  type: 'number',
  value: minutes || proposed,
  more: { min: 1, max: MAX_DURATION_MINUTES },
})}${hidden({ 'filled-minutes': proposed })}</div>`
}

function offers({ visit: { staff, home }, values, offered }: Page): Html {
  const { packages, addOns } = offered
  const offer = (type: 'radio' | 'checkbox', name: string, each: Offer) => {
    const { id, priceAmount, currency, durationMinutes } = each
    const isChosen = type === 'radio' ? values.packageId === id : values.addOnIds.includes(id)
    const length = durationMinutes === null ? '' : ` · ${staff.format.minutes(durationMinutes)}`
    const price = `${staff.format.money(priceAmount, currency)}${length}`
    return choice({ type, name, value: id, isChosen }, each.name, price)
  }
  const isNone = values.packageId === ''
  const none = choice({ name: 'packageId', value: '', isChosen: isNone }, TEXTS.noPackage)
  const hint =
    packages.length === 0
      ? html`<p class="soft">${TEXTS.noOffers} <a href="${home}/catalogue/packages">${TEXTS.toCatalogue}</a></p>`
      : nothing
  return html`<fieldset><legend>${TEXTS.package}</legend>${hint}<ul class="plain">${none}${packages.map((each) => offer('radio', 'packageId', each))}</ul></fieldset>
${addOns.length === 0 ? nothing : html`<fieldset><legend>${TEXTS.addOns}</legend><ul class="plain">${addOns.map((each) => offer('checkbox', 'addOnIds', each))}</ul></fieldset>`}
${field({ name: 'discountCode', label: TEXTS.discount, value: values.discountCode, maxLength: MAX_LABEL_LENGTH, more: { autocomplete: 'off' } })}`
}

interface Choice {
  type?: 'radio' | 'checkbox'
  name: string
  value: string
  isChosen: boolean
}

function choice({ type = 'radio', name, value, isChosen }: Choice, text: string, more = ''): Html {
  const input = attributes({ type, name, value, checked: isChosen })
  return html`<li><label class="choice"><input${input}> <span dir="auto">${text}</span>${more ? html` <span class="soft" dir="auto">${more}</span>` : nothing}</label></li>`
}

function rest({ values, offered }: Page): Html {
  const technicians = offered.technicians.map(({ id, name }) => [id, name] as const)
  return html`${field({
    name: 'technicianId',
    label: TEXTS.technician,
    choices: [['', TEXTS.noTechnician], ...technicians],
    value: values.technicianId,
  })}
${writtenFields(values)}`
}

/** For whom: one that is searched for, a new one, or no one yet. */
function customerFields(values: Values, offered: Offered): Html {
  const { customers, hasMoreCustomers } = offered
  const { q, customer, name, email, phone, company } = values
  const option = (value: string, text: string, more?: string) =>
    choice({ name: 'customer', value, isChosen: value === customer }, text, more)
  const search = field({
    name: 'q',
    label: TEXTS.search,
    hint: TEXTS.searchHint,
    type: 'search',
    value: q,
    maxLength: MAX_SEARCH_LENGTH,
    more: { 'aria-controls': 'found' },
  })
  return html`<div class="searching">${search}
<button name="do" value="search" class="by-hand">${TEXTS.searchButton}</button></div>
<fieldset><legend class="hidden">${TEXTS.found}</legend>
<p id="found-status" role="status" data-none="${TEXTS.noneFound}" data-more="${TEXTS.moreFound}">${q !== '' && customers.length === 0 ? TEXTS.noneFound : nothing}${hasMoreCustomers ? TEXTS.moreFound : nothing}</p>
<ul class="plain" id="found">${customers.map((each) => option(each.id, each.name, [each.company, each.email].filter(Boolean).join(', ')))}</ul>
<ul class="plain">${option('', TEXTS.none)}${option(NEW_CUSTOMER, TEXTS.new)}</ul></fieldset>
<div class="pair new-customer">${field({ name: 'name', label: TEXTS.name, value: name, maxLength: MAX_NAME_LENGTH })}
${field({ name: 'email', label: TEXTS.email, type: 'email', value: email, maxLength: MAX_EMAIL_LENGTH })}
${field({ name: 'phone', label: TEXTS.phone, type: 'tel', value: phone, maxLength: MAX_PHONE_LENGTH })}
${field({ name: 'company', label: TEXTS.company, value: company, maxLength: MAX_NAME_LENGTH })}</div>`
}

/** The price of what is chosen. The module of the page brings it up to date; without it a button does. */
function quoteBox(staff: Staff, quote: Offered['quote']): Html {
  const { locale } = staff.organization
  return html`<section class="card quote" aria-labelledby="quote-title"><h3 id="quote-title">${TEXTS.quote}</h3>
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
  const row = (label: string, amount: number, name?: string) => {
    const total = attributes({ class: name })
    return html`<dt${total} dir="auto">${label}</dt><dd${total}>${format.money(amount, currency)}</dd>`
  }
  return html`<dl class="prices">${lineItems.map(({ description, quantity, unitAmount }) =>
    row(description, quantity * unitAmount),
  )}${discountAmount > 0 ? row(TEXTS.discountLine, -discountAmount) : nothing}${
    taxAmount > 0 ? row(TEXTS.tax, taxAmount) : nothing
  }${row(TEXTS.total, totalAmount, 'total')}</dl>`
}
