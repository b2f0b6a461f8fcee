import { localeIn, MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage } from '../choose-language.ts'
import { formatFor } from '../format.ts'
import { acceptForms, type Form, formOf } from '../forms.ts'
import { PAGE } from '../host.ts'
import { accentOf } from '../layout.ts'
import { clientCookie } from '../my/cookie.ts'
import { sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { ownSite } from '../staff/auth.ts'
import { withQuery } from '../staff/own-address.ts'
import { type Draft, draftOf, hasHold } from './draft.ts'
import { bookPage, leavingPage } from './page.ts'
import { type BookVisit, pathOf, readPrices, readSlots } from './read.ts'
import { type Refusal, refusalOf } from './refusals.ts'
import { submitStep } from './submit-step.ts'
import { TEXTS } from './texts.ts'
import {
  type BookForm,
  isStep,
  type Offer,
  type Placed,
  type Step,
  stepsOf,
  type View,
} from './view.ts'
import { type BookAuth, findWho, type Who } from './who.ts'

const ROOT = '../'

/** The public order page. docs/contract.md#c20-page */
export const bookPageRoutes: FastifyPluginAsync = async (app) => {
  const site = ownSite(app.host.deliveryBaseUrl)
  const auth: BookAuth = { site, cookie: clientCookie(!site.isLocal) }
  acceptForms(app)
  app.get('/book/:publicId', PAGE, async (request, reply) => {
    const sent = choiceIn(request)
    const visit = await enter(auth, request, reply, sent)
    return visit ? showNext(visit, sent) : reply
  })
  app.post(
    '/book/:publicId',
    { ...PAGE, bodyLimit: MAX_PUBLIC_BODY_BYTES },
    async (request, reply) => {
      const sent = formOf(request)
      const visit = await enter(auth, request, reply, sent)
      return visit ? showNext(visit, sent) : reply
    },
  )
}

/** Offers preselected by the URL, to reorder. docs/contract.md#c22-pages */
function choiceIn({ query }: FastifyRequest): Form {
  const body = new URLSearchParams()
  for (const name of ['packageId', 'addOnIds']) {
    const values = [(query as Record<string, unknown>)[name] ?? []].flat()
    for (const value of values) body.append(name, String(value))
  }
  return formOf({ body })
}

interface Entered extends BookVisit, Pick<Who, 'isOther'> {}

/** The form at this URL, and who orders. Undefined if a problem page was sent instead. */
async function enter(
  auth: BookAuth,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Form,
): Promise<Entered | undefined> {
  const who = await findWho(auth, request, reply, sent)
  if (!('refused' in who)) return { request, reply, ...who }
  await sendProblem(request, reply, who.refused, { root: ROOT, texts: TEXTS })
  return undefined
}

/** Shows the step after a submitted one. */
async function showNext(visit: Entered, sent: Form): Promise<FastifyReply> {
  const { request, reply, form, member, isOther } = visit
  const draft = draftOf(sent, form)
  const [step, to, from] = ['step', 'to', 'from'].map((name) => sent.text(name))
  const steps = stepsOf(form)
  const here = isStep(step) && steps.includes(step) ? step : 'property'
  const language = chooseLanguage(request, reply, readersOf(visit))
  const texts = TEXTS[language]
  const isChoice = sent.text('become') !== undefined
  if (step === undefined) {
    return show(visit, { draft: withOffersOf(form, draft), step: here, isFirst: true })
  }
  const { signedIn, signedOut } = texts.notices
  const news = member ? signedIn(member.customer.name) : signedOut
  const told = isOther && !isChoice ? { notice: news } : {}
  if (to !== undefined || from !== undefined || isChoice) {
    const isElsewhere = isStep(to) && steps.includes(to)
    return show(visit, { draft, step: isElsewhere ? to : here, from, ...told })
  }
  if (isOther) {
    reply.code(409)
    return show(visit, { draft, step: here, ...told })
  }
  const outcome = await submitStep(here, { visit, draft, texts, language })
  if ('placed' in outcome) return leave(visit, outcome.placed, sent.text('inPlace') !== undefined)
  if ('step' in outcome) return show(visit, outcome)
  const { refusal } = outcome
  reply.code(refusal.status)
  return show(visit, { draft: outcome.draft, step: refusal.step ?? here, refusal })
}

/** Drops what is no longer offered. */
function withOffersOf({ packages, addOns }: BookForm, draft: Draft): Draft {
  const isOffered = (offers: readonly Offer[], wanted: string) =>
    offers.some(({ id }) => id === wanted)
  return {
    ...draft,
    packageId: isOffered(packages, draft.packageId) ? draft.packageId : '',
    addOnIds: draft.addOnIds.filter((id) => isOffered(addOns, id)),
  }
}

function readersOf({ form, member }: BookVisit) {
  const customerLanguage = member?.customer.language
  return { customerLanguage, organizationLocale: form.organization.locale }
}

interface Shown {
  draft: Draft
  step: Step
  from?: string | undefined
  refusal?: Refusal
  notice?: string
  /** Whether this is the first visit, which shows no errors. */
  isFirst?: boolean
}

async function show(visit: BookVisit, { draft, step, from, refusal, ...shown }: Shown) {
  const { request, reply, form, member, isGuestByChoice } = visit
  const { organization } = form
  const language = chooseLanguage(request, reply, readersOf(visit))
  const texts = TEXTS[language]
  const [{ asked, quoted }, slots] = await Promise.all([
    readPrices(visit, draft),
    step === 'time' ? readSlots(visit, draft) : undefined,
  ])
  const wrong = shown.isFirst
    ? undefined
    : [step === 'details' ? asked : quoted, slots].find((each) => each && each.status !== 200)
  const found = refusal ?? (wrong && refusalOf(wrong, form, texts))
  const view: View = {
    form,
    member,
    isGuestByChoice,
    draft,
    step,
    texts,
    language,
    format: formatFor(localeIn(language, organization.locale), form.timeZone),
    action: withQuery(`${ROOT}${pathOf(request).slice(1)}`, [
      ['language', chosenLanguage(request)],
    ]),
    quote: quoted?.status === 200 ? quoted.body : undefined,
    slots: slots?.status === 200 ? withHeld(slots.body.data, draft) : undefined,
    from,
    problems: found?.problems ?? new Map(),
    notice:
      shown.notice ??
      found?.notice ??
      (isPayable(form) ? undefined : texts.notices.noCards(organization.name)),
    // A module that fetches a step keeps the styles of the first, whose hash its CSP allows.
    ...(request.headers['sec-fetch-dest'] !== 'empty' && { css: accentOf(organization.colour) }),
  }
  const { quote } = view
  if (found?.isPriceChanged && quote) {
    const price = view.format.money(quote.totalAmount, quote.currency)
    view.notice = texts.notices.priceChanged(price)
  }
  return sendPage(request, reply, {
    ...bookPage(view, ROOT),
    urls: [],
    logoUrls: [organization.logoUrl],
    formLeadsTo: request.server.host.checkoutOrigin,
    frameAncestors: form.frameAncestors,
  })
}

/** Whether the form's payment can be made. */
function isPayable({ payment, cardPayments }: BookForm): boolean {
  return payment === 'NONE' || cardPayments
}

/** The free times, plus the visitor's held one, which isn't free for others. */
function withHeld(slots: readonly { startsAt: string }[], draft: Draft): string[] {
  const times = slots.map(({ startsAt }) => startsAt)
  if (!hasHold(draft) || draft.heldFor === '' || times.includes(draft.heldFor)) return times
  return [...times, draft.heldFor].toSorted((a, b) => Date.parse(a) - Date.parse(b))
}

/** The URL's `language`, which forms keep: a frame on another site gets no cookie. */
function chosenLanguage({ query }: FastifyRequest): string | undefined {
  const { language } = query as Record<string, unknown>
  return typeof language === 'string' ? language : undefined
}

/** Redirects to the payment or the order's page. */
async function leave(visit: BookVisit, { checkoutUrl, orderToken }: Placed, inPlace: boolean) {
  const { request, reply } = visit
  const url = checkoutUrl ?? `${ROOT}orders/${encodeURIComponent(orderToken)}`
  if (!inPlace) return reply.redirect(url, 303)
  const language = chooseLanguage(request, reply, readersOf(visit))
  const page = leavingPage({ url, language, texts: TEXTS[language], root: ROOT })
  return sendPage(request, reply, { ...page, urls: [] })
}
