import {
  MAX_BOOKING_TEXT_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
} from '@mediajobs/domain'
import { attributes, type Html, html, nothing } from '../html.ts'
import { linesTable, totals } from '../lines.ts'
import { checkbox, field } from '../staff/change-form.ts'
import { answerName, isHeld } from './draft.ts'
import { problem } from './offers.ts'
import { textField } from './property.ts'
import type { Member, Question, View } from './view.ts'

/** The order's lines, and who places it. */
export function detailsStep(view: View): Html {
  const { form, texts, language, format, quote, member } = view
  return html`${when(view)}
${quote ? linesTable({ language, format, ...quote, sums: totals(language, quote) }) : nothing}
${discount(view)}
${member ? known(view, member) : contact(view)}
${form.questions.length === 0 ? nothing : html`<fieldset><legend><h2>${texts.questions}</h2></legend>${form.questions.map((each) => question(view, each))}</fieldset>`}
${terms(view)}
<p class="soft">${after(view)}</p>`
}

/** Known details aren't asked for again. */
function known({ texts }: View, { customer, myUrl }: Member): Html {
  const { name, email, phone } = customer
  return html`<section class="known"><h2>${texts.yourDetails}</h2>
<p dir="auto"><b>${name}</b><br>${email}${phone ? html`<br>${phone}` : nothing}</p>
<p><a href="${myUrl}/details" target="_blank">${texts.changeDetails}</a></p></section>`
}

function contact(view: View): Html {
  const { texts } = view
  return html`<fieldset><legend><h2>${texts.yourDetails}</h2></legend>
${textField(view, 'name', texts.name, { isRequired: true, maxLength: MAX_NAME_LENGTH, more: { autocomplete: 'name' } })}
${textField(view, 'email', texts.email, { type: 'email', isRequired: true, maxLength: MAX_EMAIL_LENGTH, more: { autocomplete: 'email', inputmode: 'email' } })}
${textField(view, 'phone', texts.phone, { type: 'tel', maxLength: MAX_PHONE_LENGTH, more: { autocomplete: 'tel', inputmode: 'tel' } })}
</fieldset>`
}

function when({ form, draft, texts, format }: View): Html {
  if (form.scheduling === 'NONE') return nothing
  const { startsAt, holdExpiresAt } = draft
  const time = startsAt ? `${format.weekday(startsAt)}, ${format.time(startsAt)}` : texts.anyTime
  const held = startsAt && isHeld(draft) ? texts.held(format.time(holdExpiresAt)) : ''
  return html`<p class="when"><b>${time}</b> <button class="quiet" name="to" value="time" formnovalidate>${texts.change}</button>
${held ? html`<span class="soft">${held}</span>` : nothing}${startsAt ? html`<span class="soft">${texts.zone(format.zone())}</span>` : nothing}</p>`
}

function discount({ draft, problems, texts }: View): Html {
  const found = problems.get('discountCode')
  const isOpen = attributes({ open: draft.discountCode !== '' || found !== undefined })
  return html`<details class="code"${isOpen}><summary>${texts.discount}</summary>
<div class="pair">${field({
    name: 'discountCode',
    label: texts.discount,
    value: draft.discountCode,
    problem: found,
    maxLength: MAX_LABEL_LENGTH,
    more: { autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false' },
  })}<button name="to" value="same" formnovalidate>${texts.apply}</button></div></details>`
}

function question(view: View, { key, label, type, required, choices }: Question): Html {
  const { draft, problems, texts } = view
  const name = answerName(key)
  const value = draft.answers[key] ?? ''
  if (type === 'TEXT' || type === 'LONG_TEXT') {
    const rows = type === 'LONG_TEXT' ? { rows: 3 } : {}
    return textField(view, name, label, {
      ...rows,
      value,
      isRequired: required,
      maxLength: type === 'TEXT' ? MAX_NAME_LENGTH : MAX_BOOKING_TEXT_LENGTH,
    })
  }
  const yesNo = [
    ['YES', texts.yes],
    ['NO', texts.no],
  ] as const
  const options = type === 'YES_NO' ? yesNo : (choices ?? []).map((each) => [each, each] as const)
  return html`<fieldset class="question"><legend dir="auto">${required ? label : `${label} (${texts.optional})`}</legend>${problem(problems.get(name))}
<div class="chips">${options.map(
    ([option, text]) =>
      html`<label class="chip"><input${attributes({ type: 'radio', name, value: option, checked: option === value, required })}><span dir="auto">${text}</span></label>`,
  )}</div></fieldset>`
}

function terms({ form, draft, problems, texts }: View): Html {
  if (form.terms === null) return nothing
  const accepted = checkbox({
    name: 'acceptedTerms',
    label: texts.accept,
    isChecked: draft.acceptedTerms !== '',
    problem: problems.get('acceptedTerms'),
  })
  return html`<div class="terms"><h2>${texts.terms}</h2><div class="text scroll" dir="auto" tabindex="0" role="region" aria-label="${texts.terms}">${form.terms}</div>${accepted}</div>`
}

/** What happens after submitting. */
function after({ form, texts, quote }: View): string {
  const { name } = form.organization
  const pays = quote !== undefined && quote.dueAmount > 0
  if (form.confirmation === 'BY_STAFF') return pays ? texts.refunded(name) : texts.answered(name)
  return pays ? texts.secure(name) : texts.laterPay
}
