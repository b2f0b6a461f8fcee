import { isMailAddress } from '@mediajobs/domain'
import { dayOf } from '../staff/day.ts'
import { answerName, type Draft, isHeld, sizeOf } from './draft.ts'
import { hasTiers } from './property.ts'
import { type Answer, type BookVisit, holdTime, placeOrder, readQuote } from './read.ts'
import { isHoldOver, type Refusal, refusalOf } from './refusals.ts'
import type { BookTexts } from './texts.ts'
import { type Placed, type Problems, type Step, stepsOf } from './view.ts'

/** The outcome of a submitted step. */
export type Outcome =
  | { draft: Draft; step: Step }
  | { draft: Draft; refusal: Refusal }
  | { placed: Placed }

interface Sent {
  visit: BookVisit
  draft: Draft
  texts: BookTexts
  language: string
}

/** Processes a submitted step. The API checks what it can, so errors surface early. */
export function submitStep(step: Step, sent: Sent): Promise<Outcome> {
  return SUBMIT[step](sent)
}

const SUBMIT: Readonly<Record<Step, (sent: Sent) => Promise<Outcome>>> = {
  property: submitProperty,
  offers: submitOffers,
  time: submitTime,
  details: submitDetails,
}

/** Checks address and size with a quote. Any package will do, because these checks don't depend on it. */
async function submitProperty(sent: Sent): Promise<Outcome> {
  const { visit, draft, texts } = sent
  const { form } = visit
  const problems = new Map<string, string>()
  const size = sizeOf(draft)
  if (draft.addressLine1 === '') problems.set('addressLine1', texts.problems.required)
  if (Number.isNaN(size) || (size === null && hasTiers(form))) {
    problems.set('propertySize', texts.problems.size)
  }
  if (problems.size > 0) return refused(sent, problems)
  const { packages, addOns } = form
  const packageId = packages[0]?.id ?? ''
  const addOnIds = packageId ? [] : addOns.slice(0, 1).map(({ id }) => id)
  const quote = await readQuote(visit, { ...draft, packageId, addOnIds, discountCode: '' })
  if (quote.status === 200) return next(sent, 'property')
  const refusal = refusalOf(quote, form, texts)
  // Another package may have a price.
  const isOfOffer = quote.body.code === 'no_price_for_size' || refusal.step !== 'property'
  return isOfOffer && quote.status < 429
    ? next(sent, 'property')
    : { draft, refusal: { ...refusal, step: undefined } }
}

async function submitOffers(sent: Sent): Promise<Outcome> {
  const { visit, draft, texts } = sent
  const needsPackage = visit.form.packages.length > 0
  if (needsPackage ? draft.packageId === '' : draft.addOnIds.length === 0) {
    const name = needsPackage ? 'packageId' : 'addOnIds'
    return refused(sent, new Map([[name, texts.problems.choosePackage]]))
  }
  const quote = await readQuote(visit, draft)
  return quote.status === 200 ? next(sent, 'offers') : failed(sent, quote)
}

async function submitTime(sent: Sent): Promise<Outcome> {
  const { visit, draft, texts } = sent
  const { scheduling, timeZone } = visit.form
  const isOfDay = draft.startsAt === '' || dayOf(draft.startsAt, timeZone) === draft.day
  if (!isOfDay || (draft.startsAt === '' && scheduling === 'REQUIRED')) {
    return refused(sent, new Map([['startsAt', texts.problems.chooseTime]]))
  }
  // Renew the hold even for the same time: other offers may take longer.
  const held = await hold(sent)
  return 'draft' in held ? next({ ...sent, draft: held.draft }, 'time') : failed(sent, held)
}

/** Holds the draft's time in exchange for the previous one. */
async function hold({
  visit,
  draft,
}: Pick<Sent, 'visit' | 'draft'>): Promise<{ draft: Draft } | Answer<unknown>> {
  const held = await holdTime(visit, draft)
  if (draft.holdToken && isHoldOver(held)) {
    const again = await hold({ visit, draft: { ...draft, ...UNHELD } })
    // The time may be taken by the client's own unpaid order.
    const isOwn = held.body.code === 'order_placed' && draft.heldFor === draft.startsAt
    const isTaken = !('draft' in again) && again.body.code === 'slot_taken'
    return isOwn && isTaken ? held : again
  }
  if (held.status !== 201) return held
  const { holdToken, expiresAt } = held.body
  return { draft: { ...draft, holdToken, holdExpiresAt: expiresAt, heldFor: draft.startsAt } }
}

const UNHELD = { holdToken: '', heldFor: '', holdExpiresAt: '' }

async function submitDetails(sent: Sent): Promise<Outcome> {
  const { visit, language } = sent
  const problems = missing(sent)
  if (problems.size > 0) return refused(sent, problems)
  const held = isHeld(sent.draft) ? sent : await hold(sent)
  if (!('draft' in held)) return failed(sent, held)
  const placed = await placeOrder(visit, held.draft, language)
  if (placed.status < 300) return { placed: placed.body }
  return failed({ ...sent, draft: held.draft }, placed)
}

/** Problems the page can detect without the API. */
function missing(sent: Sent): Problems {
  const { visit, draft, texts } = sent
  const { form } = visit
  const { problems: words } = texts
  const problems = visit.member ? new Map<string, string>() : missingContact(sent)
  for (const { key, required, type } of form.questions) {
    if (!required || draft.answers[key]) continue
    const isChoice = type === 'CHOICE' || type === 'YES_NO'
    problems.set(answerName(key), isChoice ? words.answer : words.required)
  }
  if (form.terms !== null && draft.acceptedTerms === '') {
    problems.set('acceptedTerms', words.accept)
  }
  return problems
}

function missingContact({ draft, texts: { problems: words } }: Sent): Map<string, string> {
  const problems = new Map<string, string>()
  for (const name of ['name', 'email'] as const) {
    if (draft[name] === '') problems.set(name, words.required)
  }
  if (draft.email !== '' && !isMailAddress(draft.email)) problems.set('email', words.email)
  return problems
}

function next({ visit, draft }: Sent, step: Step): Outcome {
  const steps = stepsOf(visit.form)
  return { draft, step: steps[steps.indexOf(step) + 1] ?? step }
}

function refused({ draft, texts }: Sent, problems: Problems): Outcome {
  return { draft, refusal: { step: undefined, problems, notice: texts.marked, status: 400 } }
}

/** Drops a taken time and an expired hold. */
function failed({ visit, draft, texts }: Sent, response: Answer<unknown>): Outcome {
  const refusal = refusalOf(response, visit.form, texts)
  if (refusal.step !== 'time' || response.status === 400) return { draft, refusal }
  const held = isHoldOver(response) ? UNHELD : {}
  return { draft: { ...draft, ...held, startsAt: '' }, refusal }
}
