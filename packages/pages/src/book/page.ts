import { LANGUAGE_NAMES, LANGUAGES } from '@mediajobs/domain'
import { studio } from '../delivery/studio.ts'
import { streetOf } from '../format.ts'
import { attributes, type Html, html, nothing } from '../html.ts'
import { company, type Layout } from '../layout.ts'
import { detailsStep } from './details.ts'
import { ADDRESS_NAMES, addressOf, answerName, carried, sizeOf } from './draft.ts'
import { offersStep } from './offers.ts'
import { propertyStep } from './property.ts'
import type { BookTexts } from './texts.ts'
import { timeStep } from './times.ts'
import { GUEST, lengthText, type Member, priceOf, type Step, stepsOf, type View } from './view.ts'

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

/** All steps below each other, for the preview of a form. Non-interactive. */
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
/** Fields that only guests fill in. */
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
 * The response to an in-place submission: a link that the module opens outside any frame. The page's CSP keeps the
 * module's request from following a redirect to the payment page.
 */
export function leavingPage({ url, texts, ...page }: Leaving): Layout {
  return {
    ...page,
    title: texts.leaving,
    styles: ['style.css'],
    body: html`<main class="problem"><p>${texts.leaving}</p><p><a id="go" href="${url}" target="_top">${texts.go}</a></p></main>`,
  }
}

/** Who orders, and the terms. Shown on every step. */
function banner(view: View): Html {
  const { member, isGuestByChoice, texts } = view
  if (isGuestByChoice) {
    return html`<p class="who"><button class="quiet" name="become" value="" formnovalidate>${texts.bookAsMember}</button></p>`
  }
  if (!member) return nothing
  const { customer, group } = member
  const name = group ? `${customer.name} · ${group.name}` : customer.name
  const terms = [agreedTerms(view, member), discount(view, member)].filter(Boolean).join(' ')
  return html`<div class="who"><p><span>${texts.bookingAs} <b dir="auto">${name}</b></span>
<button class="quiet" name="become" value="${GUEST}" formnovalidate>${texts.notYou}</button></p>
${terms ? html`<p class="soft" dir="auto">${terms}</p>` : nothing}</div>`
}

/** `Invoiced to Acme Realty, due 30 days after booking.` Empty if the form's own payment applies. */
function agreedTerms({ texts, form }: View, { group }: Member): string {
  if (!group) return ''
  const { paymentTerms, netDays, billedTo } = group
  const { invoiced } = texts
  switch (paymentTerms) {
    case 'NET_DAYS':
      return form.confirmation === 'BY_STAFF'
        ? invoiced.afterConfirmation(billedTo, netDays ?? 0)
        : invoiced.afterBooking(billedTo, netDays ?? 0)
    case 'ON_DELIVERY':
      return invoiced.onDelivery(billedTo)
    case 'PREPAY':
      return billedTo === null ? '' : invoiced.plain(billedTo)
  }
}

function discount({ texts, format }: View, { group }: Member): string {
  const { discountBasisPoints } = group ?? {}
  return discountBasisPoints ? texts.groupDiscount(format.percent(discountBasisPoints)) : ''
}

/** The price and the main button, always in view. */
function dock(view: View): Html {
  const { quote, texts, format } = view
  const shown = quote
    ? html`<b class="price">${format.money(quote.totalAmount, quote.currency)}</b>`
    : html`<b class="price">${lowest(view)}</b>`
  const seen = attributes({ type: 'hidden', name: 'shownAmount', value: quote?.totalAmount ?? '' })
  return html`<div class="dock"><p><span class="soft">${what(view)}</span>${shown}</p>
<input${seen}><button class="go"${attributes({ 'data-next': texts.next })}>${go(view)}</button></div>`
}

/** Label of the price. */
function what({ form, draft, quote, texts, format }: View): Html | string {
  if (!quote) return nothing
  const { dueAmount, totalAmount, currency } = quote
  if (dueAmount > 0 && dueAmount < totalAmount) return texts.now(format.money(dueAmount, currency))
  const ids = [draft.packageId, ...draft.addOnIds]
  const [first, ...more] = [...form.packages, ...form.addOns].filter(({ id }) => ids.includes(id))
  return html`<span dir="auto">${first?.name ?? ''}</span>${more.length > 0 ? ` + ${more.length}` : ''}`
}

/** Before a package is chosen: the lowest price. */
function lowest({ form, draft, texts, format }: View): string {
  const size = sizeOf(draft)
  const prices = form.packages.flatMap((offer) => {
    const tiers = (offer.sizeTiers ?? []).map(({ priceAmount }) => priceAmount)
    const amount = priceOf(offer, size) ?? (size === null ? Math.min(...tiers) : undefined)
    return amount === undefined ? [] : { amount, currency: offer.currency }
  })
  const [first] = prices.toSorted((a, b) => a.amount - b.amount)
  return first ? texts.from(format.money(first.amount, first.currency)) : ''
}

/** Label of the main button. */
function go({ step, form, draft, quote, texts, format }: View): string {
  if (step === 'time' && draft.startsAt) return texts.hold(format.time(draft.startsAt))
  if (step !== 'details') return texts.next
  if (!quote || quote.dueAmount === 0) {
    return form.confirmation === 'BY_STAFF' ? texts.request : texts.book
  }
  const amount = format.money(quote.dueAmount, quote.currency)
  return quote.dueAmount < quote.totalAmount ? texts.payDeposit(amount) : texts.pay(amount)
}
