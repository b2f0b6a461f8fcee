import { localeIn, MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { bundleAssets } from '../assets.ts'
import { PAGE } from '../audience.ts'
import { chooseLanguage } from '../choose-language.ts'
import { accentOf } from '../colour.ts'
import { formatFor } from '../format.ts'
import { type Form, formOf, takeForms } from '../forms.ts'
import { OPEN_PAGE } from '../host.ts'
import { newNonce, sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { withQuery } from '../staff/own-address.ts'
import { type Draft, draftOf, hasHold } from './draft.ts'
import { leavingPage } from './leaving.ts'
import { bookPage } from './page.ts'
import { type BookVisit, pathOf, readForm, readQuote, readSlots } from './read.ts'
import { type Refusal, refusalOf } from './refusals.ts'
import { take } from './take.ts'
import { TEXTS } from './texts.ts'
import { type BookForm, isStep, type Placed, type Step, stepsOf, type View } from './view.ts'

const page = { constraints: { audience: PAGE }, config: OPEN_PAGE, schema: { hide: true } } as const
const ROOT = '../'

/** The page on which strangers order. docs/contract.md#c20-page */
export const bookPageRoutes: FastifyPluginAsync = async (app) => {
  takeForms(app)
  app.get('/book/:publicId', page, async (request, reply) => {
    const visit = await enter(request, reply)
    return visit ? goOn(visit, formOf(request)) : reply
  })
  app.post(
    '/book/:publicId',
    { ...page, bodyLimit: MAX_PUBLIC_BODY_BYTES },
    async (request, reply) => {
      const visit = await enter(request, reply)
      return visit ? goOn(visit, formOf(request)) : reply
    },
  )
}

/** The form of an address; nothing after a problem that was sent. */
async function enter(request: FastifyRequest, reply: FastifyReply): Promise<BookVisit | undefined> {
  const response = await readForm(request)
  if (response.status === 200) return { request, reply, form: response.body }
  const language = chooseLanguage(request, reply)
  const { missing } = TEXTS[language]
  await sendProblem(request, reply, response, { language, root: ROOT, missing })
  return undefined
}

/** Shows the step that a form that was sent leads to. */
async function goOn(visit: BookVisit, sent: Form): Promise<FastifyReply> {
  const { request, reply, form } = visit
  const draft = draftOf(sent, form)
  const [step, to, from] = ['step', 'to', 'from'].map((name) => sent.text(name))
  const steps = stepsOf(form)
  const here = isStep(step) && steps.includes(step) ? step : 'property'
  if (step === undefined || to !== undefined || from !== undefined) {
    const isOther = isStep(to) && steps.includes(to)
    return show(visit, { draft, step: isOther ? to : here, from })
  }
  const language = chooseLanguage(request, reply, readersOf(visit))
  const texts = TEXTS[language]
  const outcome = await take(here, { visit, draft, texts, language })
  if ('placed' in outcome) return leave(visit, outcome.placed, sent.text('inPlace') !== undefined)
  if ('step' in outcome) return show(visit, outcome)
  const { refusal } = outcome
  reply.code(refusal.status)
  return show(visit, { draft: outcome.draft, step: refusal.step ?? here, refusal })
}

function readersOf({ form }: BookVisit) {
  return { organizationLocale: form.organization.locale }
}

interface Shown {
  draft: Draft
  step: Step
  from?: string | undefined
  refusal?: Refusal
}

async function show(visit: BookVisit, { draft, step, from, refusal }: Shown) {
  const { request, reply, form } = visit
  const { organization } = form
  const [assets, nonce] = [await bundleAssets(), newNonce()]
  const language = chooseLanguage(request, reply, readersOf(visit))
  const texts = TEXTS[language]
  const [quoted, slots] = await Promise.all([
    draft.packageId || draft.addOnIds.length > 0 ? readQuote(request, draft) : undefined,
    step === 'time' ? readSlots(request, form, draft) : undefined,
  ])
  const wrong = [quoted, slots].find((each) => each !== undefined && each.status !== 200)
  const found = refusal ?? (wrong && refusalOf(wrong, form, texts))
  const view: View = {
    form,
    draft,
    step,
    texts,
    language,
    format: formatFor(localeIn(language, organization.locale), form.timeZone),
    action: withQuery(`${ROOT}${pathOf(request).slice(1)}`, [
      ['language', chosenLanguage(request)],
    ]),
    quote: quoted?.status === 200 ? quoted.body : undefined,
    slots: slots?.status === 200 ? withHeld(slots.body.data, draft) : [],
    from,
    problems: found?.problems ?? new Map(),
    notice:
      found?.notice ?? (isPayable(form) ? undefined : texts.notices.noCards(organization.name)),
    // The module that reads a step keeps the style of the first one, whose nonce the policy knows.
    ...(request.headers['sec-fetch-dest'] !== 'empty' && { css: accentOf(organization.colour) }),
  }
  const { quote } = view
  if (found?.isPriceChanged && quote) {
    const price = view.format.money(quote.totalAmount, quote.currency)
    view.notice = texts.notices.priceChanged(price)
  }
  return sendPage(request, reply, {
    html: bookPage(view, { assets, nonce, root: ROOT }),
    nonce,
    urls: [],
    logoUrls: [organization.logoUrl],
    formLeadsTo: request.server.host.checkoutOrigin,
    frameAncestors: form.frameAncestors,
  })
}

/** Whether what the form asks for can be paid. */
function isPayable({ payment, cardPayments }: BookForm): boolean {
  return payment === 'NONE' || cardPayments
}

/** The free times, and the one that the visitor holds, which is free for nobody else. */
function withHeld(slots: readonly { startsAt: string }[], draft: Draft): string[] {
  const times = slots.map(({ startsAt }) => startsAt)
  if (!hasHold(draft) || draft.heldFor === '' || times.includes(draft.heldFor)) return times
  return [...times, draft.heldFor].toSorted((a, b) => Date.parse(a) - Date.parse(b))
}

/** A frame on another site gets no cookie: the choice stays in the address. */
function chosenLanguage({ query }: FastifyRequest): string | undefined {
  const { language } = query as Record<string, unknown>
  return typeof language === 'string' ? language : undefined
}

/** To the payment, or to the page of the order. */
async function leave(visit: BookVisit, { checkoutUrl, orderToken }: Placed, inPlace: boolean) {
  const { request, reply } = visit
  const url = checkoutUrl ?? `${ROOT}orders/${encodeURIComponent(orderToken)}`
  if (!inPlace) return reply.redirect(url, 303)
  const language = chooseLanguage(request, reply, readersOf(visit))
  const [assets, nonce] = [await bundleAssets(), newNonce()]
  const html = leavingPage({ url, language, texts: TEXTS[language], assets, nonce, root: ROOT })
  return sendPage(request, reply, { html, nonce, urls: [] })
}
