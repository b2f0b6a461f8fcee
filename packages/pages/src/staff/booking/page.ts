import {
  MAX_DURATION_MINUTES,
  MAX_EMAIL_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_PROPERTY_SIZE,
  MAX_SEARCH_LENGTH,
} from '@mediajobs/domain'
import { SIZE_UNIT_SIGNS } from '../../format.ts'
import { attributes, type Html, html, nothing } from '../../html.ts'
import { changeForm, field, hidden } from '../change-form.ts'
import { SEARCH_LIMITS } from '../header.ts'
import type { Offer } from '../records.ts'
import { searchWords } from '../search-words.ts'
import type { StaffVisit } from '../serve.ts'
import { COMMON } from '../texts.ts'
import { writtenFields } from '../written-fields.ts'
import type { PLACE } from './place.ts'
import { priceOf, termsOf } from './price.ts'
import { NEW_CUSTOMER, type Offered, sizeOf, type Values } from './read.ts'
import { technicianChoice } from './technicians.ts'
import { TEXTS } from './texts.ts'

interface Page {
  visit: StaffVisit
  values: Values
  offered: Offered
  timeProblem?: string | undefined
}

/** The booking form next to its price. Each button submits the whole form, so no input is lost. */
export function bookingPage(page: Page): Html {
  const { values, offered, visit } = page
  const part = (title: string, content: Html) =>
    html`<fieldset class="part"><legend><h2>${title}</h2></legend>${content}</fieldset>`
  // Enter triggers the first button: it books, or searches if the search text has changed.
  return changeForm({
    action: `${visit.home}/projects/new`,
    class: 'booking',
    isOnce: true,
    content: html`<button class="hidden" tabindex="-1" aria-hidden="true" name="do" value="enter">${TEXTS.book}</button>
${hidden({ searched: values.q })}
<div class="parts">
${part(TEXTS.where, place(page))}
${part(TEXTS.customer, customerFields(values, offered))}
${part(TEXTS.package, offers(page))}
${part(TEXTS.technician, html`<div id="technicians">${technicianChoice(offered, values.technicianId)}</div>`)}
${writtenFields(values)}
</div>
${summary(page)}`,
  })
}

/** The price and the buttons: next to the form, or in a bar below it on phones. The module keeps the price current. */
function summary({ visit: { staff, home }, offered }: Page): Html {
  return html`<aside class="summary" aria-labelledby="price-title"><h2 id="price-title">${TEXTS.price}</h2>
<details class="lines"><summary>${TEXTS.priceMore}</summary></details>
${priceOf(staff, offered.quote)}
<button name="do" value="check" class="by-hand">${TEXTS.check}</button>
<button class="go" name="do" value="book">${TEXTS.book}</button>
<p class="others"><button name="do" value="hold">${TEXTS.hold}</button> <a href="${home}/board">${TEXTS.cancel}</a></p></aside>`
}

function place({ visit: { staff }, values, offered, timeProblem }: Page): Html {
  const text = (name: (typeof PLACE)[number]) =>
    field({ name, label: TEXTS[name], value: values[name], maxLength: MAX_NAME_LENGTH })
  const proposed = typeof offered.quote === 'object' ? `${offered.quote.durationMinutes ?? ''}` : ''
  const { addressLine2, region, countryCode, coordinates, when, minutes } = values
  const isOpen = Boolean(addressLine2 || region || countryCode || coordinates)
  return html`${text('addressLine1')}
<div class="pair">${text('city')}${text('postalCode')}</div>
<details${isOpen ? html` open` : nothing}><summary>${TEXTS.moreAddress}</summary>
<div class="pair">${text('addressLine2')}${text('region')}${field({ name: 'countryCode', label: TEXTS.countryCode, value: countryCode, hint: TEXTS.countryHint, maxLength: 2 })}</div>
${field({ name: 'coordinates', label: TEXTS.coordinates, hint: TEXTS.coordinatesHint, value: coordinates, maxLength: MAX_NAME_LENGTH })}</details>
<div class="pair">${field({
    name: 'when',
    label: TEXTS.when,
    hint: COMMON.zone(staff.format.zone()),
    type: 'datetime-local',
    value: when,
    problem: timeProblem,
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
  const chosen = new Set(values.addOnIds)
  const written = sizeOf(values)
  const size = Number.isNaN(written) ? null : written
  const isSized = [...packages, ...addOns].some(({ sizeTiers }) => sizeTiers !== null)
  const offer = (type: 'radio' | 'checkbox', name: string, each: Offer) => {
    const { id } = each
    const isChosen = type === 'radio' ? values.packageId === id : chosen.has(id)
    return choice({ type, name, value: id, isChosen }, each.name, termsOf(staff, each, size))
  }
  const none = choice(
    { name: 'packageId', value: '', isChosen: values.packageId === '' },
    TEXTS.noPackage,
  )
  const hint =
    packages.length === 0
      ? html`<p class="soft">${TEXTS.noOffers} <a href="${home}/catalogue/packages">${TEXTS.toCatalogue}</a></p>`
      : nothing
  const { discountCode } = values
  return html`${field({
    name: 'propertySize',
    label: TEXTS.propertySize(SIZE_UNIT_SIGNS[staff.organization.sizeUnit]),
    hint: isSized ? TEXTS.sizeHint : undefined,
    type: 'number',
    value: values.propertySize,
    more: { min: 1, max: MAX_PROPERTY_SIZE },
  })}
${hint}<ul class="plain choices">${packages.map((each) => offer('radio', 'packageId', each))}${none}</ul>
${addOns.length === 0 ? nothing : html`<fieldset><legend>${TEXTS.addOns}</legend><ul class="plain choices">${addOns.map((each) => offer('checkbox', 'addOnIds', each))}</ul></fieldset>`}
<details${discountCode ? html` open` : nothing}><summary>${TEXTS.discount}</summary>
${field({ name: 'discountCode', label: TEXTS.discount, value: discountCode, maxLength: MAX_LABEL_LENGTH, more: { autocomplete: 'off' } })}</details>`
}

interface Choice {
  type?: 'radio' | 'checkbox'
  name: string
  value: string
  isChosen: boolean
}

function choice(
  { type = 'radio', name, value, isChosen }: Choice,
  text: string,
  more: Html = nothing,
): Html {
  const autocomplete = name === 'customer' ? 'off' : undefined
  const input = attributes({ type, autocomplete, name, value, checked: isChosen })
  return html`<li><label class="choice"><input${input}> <span dir="auto">${text}</span> ${more}</label></li>`
}

/** An existing customer, a new one, or none yet. */
function customerFields(values: Values, offered: Offered): Html {
  const { customers, hasMoreCustomers } = offered
  const { q, customer, name, email, phone, company } = values
  const option = (value: string, text: string, more = '') =>
    choice(
      { name: 'customer', value, isChosen: value === customer },
      text,
      more ? html`<span class="soft" dir="auto">${more}</span>` : nothing,
    )
  const search = field({
    name: 'q',
    label: TEXTS.search,
    hint: TEXTS.searchHint,
    type: 'search',
    value: q,
    maxLength: MAX_SEARCH_LENGTH,
    more: { 'aria-controls': 'found', 'data-limits': SEARCH_LIMITS },
  })
  return html`<div class="searching">${search}
<button name="do" value="search" class="by-hand">${TEXTS.searchButton}</button></div>
<fieldset><legend class="hidden">${TEXTS.found}</legend>
<p id="found-status" role="status" data-none="${TEXTS.noneFound}" data-more="${TEXTS.moreFound}">${searchWords(q, SEARCH_LIMITS).length > 0 && customers.length === 0 ? TEXTS.noneFound : nothing}${hasMoreCustomers ? TEXTS.moreFound : nothing}</p>
<ul class="plain choices" id="found">${customers.map((each) => option(each.id, each.name, [each.company, each.email].filter(Boolean).join(', ')))}</ul>
<ul class="plain choices">${option(NEW_CUSTOMER, TEXTS.new)}${option('', TEXTS.none)}</ul></fieldset>
<div class="pair new-customer">${field({ name: 'name', label: TEXTS.name, value: name, maxLength: MAX_NAME_LENGTH })}
${field({ name: 'email', label: TEXTS.email, type: 'email', value: email, maxLength: MAX_EMAIL_LENGTH })}
${field({ name: 'phone', label: TEXTS.phone, type: 'tel', value: phone, maxLength: MAX_PHONE_LENGTH })}
${field({ name: 'company', label: TEXTS.company, value: company, maxLength: MAX_NAME_LENGTH })}</div>`
}
