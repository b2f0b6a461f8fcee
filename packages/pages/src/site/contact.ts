import {
  MAX_EMAIL_LENGTH,
  MAX_LEAD_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  mailUrl,
  phoneUrl,
} from '@mediajobs/domain'
import type { ApiResponse, ErrorBody } from '../call-api.ts'
import { phone as phoneLink } from '../delivery/studio.ts'
import type { Form } from '../forms.ts'
import { attributes, type Html, html, nothing } from '../html.ts'
import { icon } from '../icons.ts'
import { type Field, field } from '../staff/change-form.ts'
import type { SiteTexts } from './texts.ts'
import { inertIn, type Site, type View } from './view.ts'

type Contact = Site['contacts'][number]

/** The visitor's input, and what the API refused. */
export interface Lead {
  values: Readonly<Record<string, string>>
  /** By field name. */
  problems: ReadonlyMap<string, string>
  notice: string | undefined
}

/** The honeypot's name. */
export const TRAP = 'website'

const EMPTY: Lead = { values: {}, problems: new Map(), notice: undefined }

/** The contacts, and the form to write to them. */
export function contactSection(view: View, site: Site, lead: Lead = EMPTY): Html {
  if (site.contacts.length === 0 && !site.leadForm) return nothing
  return html`<section id="contact" aria-labelledby="contact-title" tabindex="-1">
<h2 id="contact-title">${view.texts.contact}</h2>
<div class="two"><div class="people">${site.contacts.map((each) => person(each, view))}</div>
${site.leadForm ? (view.isSent ? thanks(view) : form(view, lead)) : nothing}</div>
</section>`
}

function person({ name, title, phone, email, licence, photoUrl }: Contact, { texts }: View): Html {
  const below = [title, licence && texts.licence(licence)].filter(Boolean).join(' · ')
  return html`<div class="person">${photoUrl ? html`<img src="${photoUrl}" alt="" width="64" height="64" loading="lazy" decoding="async">` : nothing}
<div><p><b dir="auto">${name}</b>${below ? html`<span class="soft" dir="auto">${below}</span>` : nothing}</p>
<p class="contact">${phone ? phoneLink(phone) : nothing}${email ? html`<a class="button" href="${mailUrl(email)}">${icon('mail')}${email}</a>` : nothing}</p></div></div>`
}

/** Works without JavaScript: errors are shown at their fields. */
function form({ here, texts }: View, { values, problems, notice }: Lead): Html {
  const textField = (name: string, label: string, more: Partial<Field>) =>
    field({ name, label, value: values[name], problem: problems.get(name), ...more })
  const optional = (label: string) => `${label} (${texts.optional})`
  return html`<form id="lead" method="post" action="${here}/leads#lead">
<h3>${texts.write}</h3>
<p id="notice" role="alert">${notice ?? ''}</p>
${textField('name', texts.name, { isRequired: true, maxLength: MAX_NAME_LENGTH, more: { autocomplete: 'name' } })}
<div class="pair">${textField('email', texts.email, { type: 'email', maxLength: MAX_EMAIL_LENGTH, more: { autocomplete: 'email' } })}
${textField('phone', texts.phone, { type: 'tel', maxLength: MAX_PHONE_LENGTH, more: { autocomplete: 'tel' } })}</div>
<p class="soft hint">${texts.reach}</p>
${textField('message', optional(texts.message), { rows: 4, maxLength: MAX_LEAD_MESSAGE_LENGTH })}
<p class="trap" aria-hidden="true"><label>${texts.leaveEmpty}<input${attributes({ name: TRAP, autocomplete: 'off', tabindex: -1 })}></label></p>
<button class="go">${texts.send}</button>
</form>`
}

function thanks({ texts }: View): Html {
  return html`<div class="thanks" role="status"><h3>${texts.sent}</h3>
<p>${texts.sentText}</p></div>`
}

/** Contact links: in thumb reach on phones, next to the section links on desktops. */
export function actionBar(view: View, site: Site, parts: Html): Html {
  const { texts, isSent, here } = view
  const number = site.contacts.map(({ phone }) => phone && phoneUrl(phone)).find(Boolean)
  const hasContact = site.contacts.length > 0 || site.leadForm
  if (!hasContact) return nothing
  return html`<nav class="bar" aria-label="${texts.parts}"${inertIn(view)}>
${parts}
<div class="acts">
${number ? html`<a class="button" href="${number}">${icon('phone')}<span>${texts.call}</span></a>` : nothing}
<a class="go" href="${isSent ? here : ''}#contact">${site.leadForm ? texts.write : texts.contact}</a>
</div></nav>`
}

const FIELDS = ['name', 'email', 'phone', 'message'] as const

type Name = (typeof FIELDS)[number]

/** The form's fields as API input. */
export function leadOf(form: Form): Record<Name, string> {
  const texts = FIELDS.map((name) => [name, form.text(name)?.trim() ?? ''] as const)
  return Object.fromEntries(texts) as Record<Name, string>
}

/** The call's body. @param trap the honeypot */
export function bodyOf({ name, ...rest }: Record<Name, string>, trap = '') {
  const others = Object.entries(rest).map(([field, text]) => [field, text || null])
  return { name, ...Object.fromEntries(others), ...(trap && { website: trap }) }
}

/** The form again, with the API's errors at its fields. */
export function leadProblems(
  { status, body }: ApiResponse<ErrorBody>,
  values: Readonly<Record<Name, string>>,
  { problems: texts }: SiteTexts,
): Lead {
  const problems = new Map<string, string>()
  for (const { path, code } of body.fields ?? []) {
    const name = FIELDS.find((each) => each === path)
    if (name && !problems.has(name)) problems.set(name, sentenceOf(name, code, texts))
  }
  // The API checks this only once the fields are valid.
  if (status === 400 && values.email === '' && values.phone === '') {
    problems.set('email', texts.reach)
  }
  const notice = status === 429 ? texts.tooMany : problems.size > 0 ? texts.marked : texts.failed
  return { values, problems, notice }
}

function sentenceOf(name: Name, code: string, texts: SiteTexts['problems']): string {
  if (code === 'required' || code === 'too_short') return texts.required
  if (code === 'too_long') return texts.tooLong
  return name === 'email' ? texts.email : texts.invalid
}
