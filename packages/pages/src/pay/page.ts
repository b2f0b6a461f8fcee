import type { Schemas } from '@mediajobs/client'
import { type Language, localeIn, MAX_PUBLIC_BODY_BYTES, minorUnitDigits } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { decimalOf, scaled } from '../amounts.ts'
import { type ApiResponse, callApi, type ErrorBody } from '../call-api.ts'
import { chooseLanguage, languageLinks, type Readers } from '../choose-language.ts'
import { studio } from '../delivery/studio.ts'
import { addressLine, type Format, formatFor } from '../format.ts'
import { acceptForms, formOf } from '../forms.ts'
import { PAGE } from '../host.ts'
import { type Html, html, nothing } from '../html.ts'
import { accentOf, company, type Layout } from '../layout.ts'
import { linesTable, totals } from '../lines.ts'
import { sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { type PayTexts, TEXTS } from './texts.ts'

/** The response of `GET /pay/{token}`: all data of the page. */
type View = Schemas['PayableInvoice']

interface Params {
  token: string
}

/** The page on which a client pays an invoice. docs/contract.md#c18-pay-page */
export const payPageRoutes: FastifyPluginAsync = async (app) => {
  acceptForms(app)

  app.get<{ Params: Params }>('/pay/:token', PAGE, async (request, reply) =>
    showPage(request, reply),
  )

  app.post<{ Params: Params }>(
    '/pay/:token/checkout',
    { ...PAGE, bodyLimit: MAX_PUBLIC_BODY_BYTES },
    async (request, reply) => {
      const read = await readView(request)
      if (read.status !== 200) return refuse(request, reply, read, '../../')
      const { payload, problems } = amountsOf(request, read.body)
      const showAgain = (status: number, problems: Problems, isPayable = true) =>
        showPage(request, reply.code(status), { problems, isPayable, root: '../../' })
      if (problems.size > 0) return showAgain(400, problems)
      const response = await callApi<{ url: string } & ErrorBody>(request, {
        method: 'POST',
        url: `${pathOf(request)}/checkout`,
        payload,
      })
      const { status, body } = response
      if (status < 300) return reply.redirect(body.url, 303)
      const isPayable = body.code !== 'amount_not_payable'
      if (status === 400 || !isPayable) {
        request.problemCode = body.code
        return showAgain(status, refusedAmounts(request, body), isPayable)
      }
      // The invoice was meanwhile paid or voided, is being paid, or accepts no cards: its page says which.
      if (status === 409) return reply.redirect(`../${tokenOf(request)}`, 303)
      return refuse(request, reply, response, '../../', read.body)
    },
  )
}

function tokenOf({ params }: FastifyRequest): string {
  return encodeURIComponent((params as Params).token)
}

function pathOf(request: FastifyRequest): string {
  return `/pay/${tokenOf(request)}`
}

function readView(request: FastifyRequest): Promise<ApiResponse<View & ErrorBody>> {
  return callApi<View & ErrorBody>(request, { method: 'GET', url: pathOf(request) })
}

function readersOf({ customerLanguage, organization }: View): Readers {
  return { customerLanguage, organizationLocale: organization.locale }
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse<ErrorBody>,
  root: string,
  view?: View,
) {
  const language = chooseLanguage(request, reply, view && readersOf(view))
  const back = `${root}pay/${tokenOf(request)}`
  const texts = paidNumber(request) === null ? TEXTS : REPLACED
  return sendProblem(request, reply, response, { language, root, texts, back })
}

/** For a payer who returns to a link that was replaced while they paid. */
const REPLACED = {
  en: { ...TEXTS.en, missing: TEXTS.en.replaced },
  es: { ...TEXTS.es, missing: TEXTS.es.replaced },
}

/** The number of the invoice that the payer returns from paying. */
function paidNumber({ url }: FastifyRequest): string | null {
  return new URLSearchParams(url.split('?')[1]).get('back')
}

const AMOUNTS = ['paymentAmount', 'tipAmount'] as const
type Amount = (typeof AMOUNTS)[number]

/** The refused amounts as sent, by field. */
type Problems = ReadonlyMap<Amount, string>

function refusedAmounts(request: FastifyRequest, { fields = [] }: ErrorBody): Problems {
  const name = AMOUNTS.find((each) => each === fields[0]?.path) ?? 'paymentAmount'
  return new Map([[name, formOf(request).text(name) ?? '']])
}

/** The form's amounts in minor units, without empty fields. */
function amountsOf(request: FastifyRequest, invoice: View) {
  const form = formOf(request)
  const digits = minorUnitDigits(invoice.currency)
  const problems = new Map<Amount, string>()
  const payload: Record<string, number> = {}
  for (const name of AMOUNTS) {
    const text = form.text(name)?.trim() ?? ''
    if (text === '') continue
    const amount = scaled(text, digits)
    const most = name === 'paymentAmount' ? invoice.balanceAmount : Number.MAX_SAFE_INTEGER
    const least = name === 'paymentAmount' ? 1 : 0
    if (typeof amount === 'number' && amount >= least && amount <= most) payload[name] = amount
    else problems.set(name, text)
  }
  return { payload, problems }
}

interface Shown {
  problems?: Problems
  /** Whether the provider accepts the amount. */
  isPayable?: boolean
  root?: string
}

async function showPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { problems = new Map(), isPayable = true, root = '../' }: Shown = {},
) {
  const response = await readView(request)
  if (response.status !== 200) return refuse(request, reply, response, root)
  const view = response.body
  const language = chooseLanguage(request, reply, readersOf(view))
  const paid = paidNumber(request)
  const isBack = paid !== null && paid === view.number
  return sendPage(request, reply, {
    ...payPage(view, { request, language, root, problems, isPayable, isBack }),
    urls: [],
    logoUrls: [view.organization.logoUrl],
    formLeadsTo: request.server.host.checkoutOrigin,
  })
}

interface Context {
  request: FastifyRequest
  language: Language
  root: string
  problems: Problems
  isPayable: boolean
  /** Whether the payer returns from paying this invoice at the provider. */
  isBack: boolean
}

function payPage(view: View, context: Context): Layout {
  const { organization } = view
  const { language, root } = context
  const texts = TEXTS[language]
  const format = formatFor(localeIn(language, organization.locale), organization.timeZone)
  const title = texts.heading(view.number ?? '')
  const situation = situationOf(view, context.isBack)
  const payer = [view.customerName, view.customerCompany].filter(Boolean).join(', ')
  const due = isOpen(situation) && view.dueDate ? texts.due(format.calendarDay(view.dueDate)) : ''
  const address = addressLine(view)
  const form =
    isOpen(situation) && view.balanceAmount > 0 ? payForm(view, context, texts, format) : nothing
  return {
    language,
    root,
    title: `${title} · ${organization.name}`,
    styles: ['pay/style.css'],
    module: 'pay/browser/main.ts',
    css: accentOf(organization.colour),
    body: html`<header>
${company(organization)}
<h1>${title}</h1>
${address ? html`<p class="sub" dir="auto">${address}</p>` : nothing}
<p class="sub" dir="auto">${[payer, due].filter(Boolean).join(' · ')}</p>
</header>
<main>
${isOpen(situation) ? previous(view, texts, format) : nothing}
${banner(view, situation, texts, format)}
${situation === 'OPEN' && view.paymentFailed ? html`<p class="problem-line" role="status">${texts.failed}</p>` : nothing}
${lines(view, language, texts, format)}
${view.notes ? html`<p class="notes" dir="auto">${view.notes}</p>` : nothing}
${situation === 'CHECKING' ? html`<noscript>${form}</noscript>` : form}
<p class="unprinted"><button type="button" id="print" hidden>${texts.print}</button></p>
</main>
${studio(organization, texts)}
${root === '../' ? html`<footer>${languageLinks(language, context.request.url)}</footer>` : nothing}`,
  }
}

type Situation = keyof PayTexts['states'] | 'OPEN'

function isOpen(situation: Situation): boolean {
  return situation === 'OPEN' || situation === 'CHECKING'
}

function situationOf(invoice: View, isBack: boolean): Situation {
  if (invoice.status === 'VOIDED') return 'VOIDED'
  if (invoice.paymentState === 'REFUNDED') return 'REFUNDED'
  if (invoice.status === 'PAID') return 'PAID'
  if (invoice.balanceAmount === 0) return 'FREE'
  if (invoice.payments.some(({ status }) => status === 'PROCESSING')) return 'PROCESSING'
  return isBack ? 'CHECKING' : 'OPEN'
}

function banner(invoice: View, situation: Situation, texts: PayTexts, format: Format): Html {
  if (situation === 'OPEN') return nothing
  const state = texts.states[situation]
  const [title, text] =
    typeof state === 'function' ? state(invoice.paidAt && format.day(invoice.paidAt)) : state
  return html`<section class="banner ${situation.toLowerCase()}" aria-labelledby="state" role="status"${situation === 'CHECKING' ? html` data-balance="${invoice.balanceAmount}" data-number="${invoice.number}"` : nothing}>
<h2 id="state">${title}</h2>
<p>${text}</p>
${invoice.deliveryUrl && invoice.balanceAmount === 0 ? html`<p class="unprinted"><a class="button go" href="${invoice.deliveryUrl}">${texts.delivery}</a></p>` : nothing}
</section>`
}

/** What was received for the delivery's previous invoice. */
function previous({ previousInvoice: paid }: View, texts: PayTexts, format: Format): Html {
  if (!paid) return nothing
  return html`<section class="banner paid" aria-labelledby="previous" role="status">
<h2 id="previous">${texts.received(format.money(paid.totalAmount, paid.currency))}</h2>
<p>${texts.oneMore(paid.number ?? '')}</p>
</section>`
}

function lines(invoice: View, language: Language, texts: PayTexts, format: Format): Html {
  const { payments, subtotalAmount, discountAmount, taxAmount } = invoice
  const received = payments.filter(({ status }) => status === 'SUCCEEDED')
  // Not `invoice.refundedAmount`, which leaves out what was paid again after a refund. Tips aren't shown.
  const refundedAmount = received.reduce(
    (sum, payment) => sum + Math.min(payment.refundedAmount, payment.paymentAmount),
    0,
  )
  const isPlain = discountAmount === 0 && taxAmount === 0
  const isPartlyPaid = invoice.balanceAmount > 0 && received.length > 0
  return linesTable({
    language,
    format,
    ...invoice,
    ...(isPartlyPaid && { main: texts.balance }),
    sums: [
      !isPlain && [texts.subtotal, subtotalAmount],
      ...totals(language, invoice),
      ...received.map(
        ({ succeededAt, paymentAmount }) =>
          [texts.paid(format.day(succeededAt ?? '')), -paymentAmount] as const,
      ),
      refundedAmount > 0 && [texts.refunded, refundedAmount],
      isPartlyPaid && [texts.balance, invoice.balanceAmount],
    ],
  })
}

function payForm(
  { organization, cardPayments, currency, balanceAmount }: View,
  { request, root, problems, isPayable }: Context,
  texts: PayTexts,
  format: Format,
): Html {
  if (!cardPayments) return html`<p>${texts.noCards(organization.name)}</p>`
  const most = format.money(balanceAmount, currency)
  const token = tokenOf(request)
  const field = (name: Amount, label: string, problem: string) => {
    const sent = problems.get(name)
    const refused =
      sent === undefined
        ? nothing
        : html` value="${sent}" aria-invalid="true" aria-describedby="${name}-problem" autofocus`
    return html`<label>${label}<input name="${name}" inputmode="decimal" maxlength="20" autocomplete="off"${refused}></label>
${sent === undefined ? nothing : html`<p class="problem-line" id="${name}-problem" role="alert">${problem}</p>`}`
  }
  const digits = minorUnitDigits(currency)
  const like = digits === 0 ? '20' : texts.like((12.5).toFixed(digits))
  const badAmount = isPayable ? texts.badAmount(most, like) : texts.notPayable(organization.name)
  const balance = decimalOf(balanceAmount, digits)
  return html`<form class="pay" method="post" action="${root}pay/${token}/checkout">
<p class="main"><button class="go">${texts.pay(most)}</button></p>
<details${problems.size > 0 ? html` open` : nothing}><summary>${texts.other}</summary>
${field('paymentAmount', `${texts.payAmount(currency)} (${balance})`, badAmount)}
${field('tipAmount', texts.tipAmount(currency), texts.badTip(like))}
<p><button>${texts.continue}</button></p>
</details>
<p class="soft">${texts.secure(organization.name)}</p>
</form>`
}
