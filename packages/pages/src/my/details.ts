import { LANGUAGE_NAMES, LANGUAGES, MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '@mediajobs/domain'
import { formOf } from '../forms.ts'
import { type Html, html, nothing } from '../html.ts'
import { signedInLinks } from './home.ts'
import type { MyTexts } from './texts.ts'
import { callPortal, homeOf, type MyVisit, refuse, type Session, sendMyPage } from './visit.ts'

type Field = keyof MyTexts['details']['problems']
type Values = Record<Field, string>

const TEXT_FIELDS = ['name', 'phone', 'company'] as const
const ATTRIBUTES = {
  name: { autocomplete: 'name', max: MAX_NAME_LENGTH },
  phone: { autocomplete: 'tel', max: MAX_PHONE_LENGTH },
  company: { autocomplete: 'organization', max: MAX_NAME_LENGTH },
} as const

function valuesOf({ customer }: Session): Values {
  const { name, phone, company, language } = customer
  return { name, phone: phone ?? '', company: company ?? '', language: language ?? '' }
}

/** The customer's details. docs/contract.md#c22-me */
export function showDetails(visit: MyVisit) {
  return sendForm(visit, valuesOf(visit.session))
}

export async function saveDetails(visit: MyVisit) {
  const form = formOf(visit.request)
  const sent = (name: Field) => form.text(name)?.trim() ?? ''
  const values: Values = {
    name: sent('name'),
    phone: sent('phone'),
    company: sent('company'),
    language: sent('language'),
  }
  const response = await callPortal(visit, visit.token, {
    method: 'PATCH',
    url: '/portal/me',
    payload: {
      name: values.name,
      phone: values.phone || null,
      company: values.company || null,
      language: values.language || null,
    },
  })
  const { status, body } = response
  if (status === 200) return visit.reply.redirect(`${homeOf(visit)}?done=saved`, 303)
  if (status !== 400) return refuse(visit, response, visit.session.organization)
  visit.request.problemCode = body.code
  visit.reply.code(400)
  return sendForm(visit, values, body.fields?.[0]?.path ?? '')
}

/** @param refused the path of a refused field */
function sendForm(visit: MyVisit, values: Values, refused?: string) {
  const { customer, organization: studio } = visit.session
  return sendMyPage(visit, ({ details }) => details.title, {
    studio,
    customerLanguage: customer.language,
    head: ({ texts, home }) => html`<p class="sub"><a href="${home}">${texts.lists.back}</a></p>`,
    body: ({ texts: { details } }) => html`<form class="narrow" method="post">
${refused === undefined ? nothing : html`<p class="problem-line" id="problem" role="alert">${problemOf(refused, details)}</p>`}
${TEXT_FIELDS.map((name) => field(name, values[name], refused, details))}
<label>${details.language}<select name="language"><option value="">${details.anyLanguage}</option>${LANGUAGES.map(
      (each) =>
        html`<option value="${each}" lang="${each}"${values.language === each ? html` selected` : nothing}>${LANGUAGE_NAMES[each]}</option>`,
    )}</select></label>
<p>${details.email}<br><strong>${customer.email}</strong><br><span class="soft">${details.emailHint(studio.name)}</span></p>
<button class="go">${details.save}</button>
</form>`,
    hasContact: true,
    foot: signedInLinks,
  })
}

function problemOf(path: string, { problems, problem }: MyTexts['details']): string {
  return Object.hasOwn(problems, path) ? problems[path as Field] : problem
}

function field(
  name: (typeof TEXT_FIELDS)[number],
  value: string,
  refused: string | undefined,
  details: MyTexts['details'],
): Html {
  const { autocomplete, max } = ATTRIBUTES[name]
  const isRefused = refused === name
  return html`<label>${details[name]}<input name="${name}" value="${value}" autocomplete="${autocomplete}" maxlength="${max}" dir="auto"${name === 'name' ? html` required` : nothing}${isRefused ? html` aria-invalid="true" aria-describedby="problem" autofocus` : nothing}></label>`
}
