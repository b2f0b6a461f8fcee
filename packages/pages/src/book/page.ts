import { LANGUAGE_NAMES, LANGUAGES } from '@mediajobs/domain'
import { studio } from '../delivery/studio.ts'
import { streetOf } from '../format.ts'
import { attributes, type Html, html, nothing } from '../html.ts'
import { company, type Layout } from '../layout.ts'
import { banner } from './banner.ts'
import { detailsStep } from './details.ts'
import { dock } from './dock.ts'
import { ADDRESS_NAMES, addressOf, answerName, carried, sizeOf } from './draft.ts'
import { offersStep } from './offers.ts'
import { propertyStep } from './property.ts'
import type { BookTexts } from './texts.ts'
import { timeStep } from './times.ts'
import { GUEST, lengthText, type Step, stepsOf, type View } from './view.ts'

/** The document of a step. */
export function bookPage(view: View, root: string): Layout {
  const { form, step, texts } = view
  const { organization } = form
  const steps = stepsOf(form)
  const at = steps.indexOf(step)
  const title = texts[step]
  return {
    root,
    language: view.language,
    title: `${title} · ${organization.name}`,
    styles: ['book/style.css'],
    module: 'book/browser/main.ts',
    ...(view.css && { css: view.css }),
    body: html`<header>${company(organization)}<p class="soft">${texts.step(at + 1, steps.length)}</p></header>
<main>
<div class="steps" aria-hidden="true">${steps.map((_, i) => html`<i${attributes({ class: i <= at && 'on' })}></i>`)}</div>
<form${attributes({ id: 'book', method: 'post', action: view.action, target: '_top', 'data-step': step, 'data-offline': texts.offline })}>
<button class="hidden" tabindex="-1" aria-hidden="true">${texts.next}</button>
<input type="hidden" name="step" value="${step}"><input type="hidden" name="as" value="${view.member?.customer.id ?? (view.isGuestByChoice ? GUEST : '')}">${carried(view.draft, fieldsOf(view))}
${banner(view)}
${backButton(view, steps[at - 1])}
<h1 tabindex="-1">${title}</h1>
${at > 0 ? html`<p class="sub" dir="auto">${summary(view)}</p>` : nothing}
<p id="notice" role="alert">${view.notice ?? ''}</p>
${CONTENTS[step](view)}
${dock(view)}
</form>
</main>
${studio(organization, texts)}
<footer>${languages(view)}</footer>`,
  }
}

/** All steps below each other, for the preview of a form. Nothing in it can be pressed. */
export function previewPage(view: View, root: string): Layout {
  const { form, texts } = view
  const steps = stepsOf(form)
  return {
    root,
    language: view.language,
    title: form.name,
    styles: ['book/style.css'],
    ...(view.css && { css: view.css }),
    body: html`<div class="scripted" inert><header>${company(form.organization)}</header>
<main>${steps.map(
      (step, at) => html`<section><p class="soft">${texts.step(at + 1, steps.length)}</p>
<h1>${texts[step]}</h1>
${CONTENTS[step]({ ...view, step })}</section>`,
    )}
${dock({ ...view, step: 'details' })}</main>
${studio(form.organization, texts)}</div>`,
  }
}

const CONTENTS: Readonly<Record<Step, (view: View) => Html>> = {
  property: propertyStep,
  offers: offersStep,
  time: timeStep,
  details: detailsStep,
}

const FIELDS: Readonly<Record<Step, readonly string[]>> = {
  property: [...ADDRESS_NAMES, 'propertySize'],
  offers: ['packageId', 'addOnIds'],
  time: ['day', 'startsAt'],
  details: ['discountCode', 'acceptedTerms'],
}
/** Of a guest. */
const CONTACT = ['name', 'email', 'phone']

/** The fields a step shows. The others are carried along. */
function fieldsOf({ step, form, member }: View): ReadonlySet<string> {
  const answers = step === 'details' ? form.questions.map(({ key }) => answerName(key)) : []
  const contact = step === 'details' && !member ? CONTACT : []
  return new Set([...FIELDS[step], ...contact, ...answers, 'shownAmount'])
}

function backButton({ texts }: View, before: Step | undefined): Html {
  if (before === undefined) return nothing
  return html`<button class="quiet back" name="to" value="${before}" formnovalidate><span aria-hidden="true">‹</span> ${texts.back}</button>`
}

/** `1726 Colorado St · 1,850 sq ft · about 2 h` */
function summary(view: View): string {
  const { draft, form, format, texts, quote } = view
  const street = streetOf(addressOf(draft))
  const size = sizeOf(draft)
  const minutes = quote?.durationMinutes
  const length = minutes && view.step !== 'offers' ? texts.about(lengthText(view, minutes)) : ''
  const sizeText = size ? format.size(size, form.sizeUnit) : ''
  return [street, sizeText, length].filter(Boolean).join(' · ')
}

/** The other languages. Choosing one submits the form, so no input is lost. */
function languages({ language, action }: View): Html {
  const others = LANGUAGES.filter((each) => each !== language)
  const path = action.split('?')[0]
  return html`<p class="languages">${others.map(
    (each) =>
      html`<button form="book" formaction="${path}?language=${each}" formtarget="_self" name="to" value="same" formnovalidate class="quiet" lang="${each}">${LANGUAGE_NAMES[each]}</button>`,
  )}</p>`
}

interface Leaving {
  url: string
  language: string
  texts: BookTexts
  root: string
}

/**
 * Responds to the module's in-place submission with a link, which it opens outside any frame: the page's CSP keeps its
 * request from following a redirect to the payment page.
 */
export function leavingPage({ url, texts, ...page }: Leaving): Layout {
  return {
    ...page,
    title: texts.leaving,
    styles: ['style.css'],
    body: html`<main class="problem"><p>${texts.leaving}</p><p><a id="go" href="${url}" target="_top">${texts.go}</a></p></main>`,
  }
}
