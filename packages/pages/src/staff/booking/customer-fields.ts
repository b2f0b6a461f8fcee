import {
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_SEARCH_LENGTH,
} from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { field } from '../change-form.ts'
import type { Offered } from './read.ts'
import { TEXTS } from './texts.ts'
import { NEW_CUSTOMER, type Values } from './values.ts'

/** For whom: one that is searched for, a new one, or no one yet. */
export function customerFields(values: Values, offered: Offered): Html {
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
