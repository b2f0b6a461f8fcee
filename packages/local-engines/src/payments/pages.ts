import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { formatAmount } from './amounts.ts'
import type { Events } from './events.ts'
import { type Form, parseForm, Refusal, textOf } from './form.ts'
import type { Ledger } from './ledger.ts'
import type { Charge, Dispute, Refund, Session } from './objects.ts'

type Html = ReturnType<typeof html>

/** The hosted page of each session, and a dashboard for the account owner's actions. */
export function paymentPages(ledger: Ledger, events: Events): Hono {
  const pages = new Hono()
  pages.onError((error) => {
    if (!(error instanceof Refusal)) throw error
    return page('Refused', html`<h1>Refused</h1><p>${error.message}</p>`, error.status)
  })
  pages.notFound(() => page('Not found', html`<h1>Not found</h1>`, 404))

  pages.get('/c/pay/:id', ({ req }) => hostedPage(ledger, ledger.session(req.param('id'))))
  pages.post('/c/pay/:id', async ({ req }) => {
    const session = ledger.session(req.param('id'))
    const action = textOf(parseForm(await req.text()), 'do')
    const { success_url: success, cancel_url: cancel } = session
    if (action === 'leave') return redirectTo(cancel ?? success)
    if (action === 'decline') {
      ledger.decline(session.id)
      return redirectTo(req.path)
    }
    ledger.pay(session.id, action === 'debit' ? 'sepa_debit' : 'card')
    return redirectTo(success.replaceAll('{CHECKOUT_SESSION_ID}', session.id))
  })

  pages.get('/', () => dashboard(ledger))
  pages.post('/dashboard', async ({ req }) => {
    act(ledger, events, parseForm(await req.text()))
    return redirectTo('/')
  })
  return pages
}

/** Performs a dashboard button's action; programs may send the same forms. @throws {Refusal} */
function act(ledger: Ledger, events: Events, form: Form): void {
  const id = textOf(form, 'id') ?? ''
  const amount = Number(textOf(form, 'amount') ?? 0)
  switch (textOf(form, 'do')) {
    case 'refund':
      ledger.refund(id, amount > 0 ? { amount } : {})
      break
    case 'fail-refund':
      ledger.settleRefund(id, 'failed')
      break
    case 'inquire':
      ledger.dispute(id, { isInquiry: true })
      break
    case 'dispute':
      ledger.dispute(id)
      break
    case 'escalate':
      ledger.moveDispute(id, 'needs_response')
      break
    case 'win':
      ledger.moveDispute(id, 'won')
      break
    case 'lose':
      ledger.moveDispute(id, 'lost')
      break
    case 'close':
      ledger.moveDispute(id, 'warning_closed')
      break
    case 'settle':
      ledger.settle(id, 'succeeded')
      break
    case 'return':
      ledger.settle(id, 'failed')
      break
    case 'expire':
      ledger.expire(id)
      break
    case 'events':
      if (id === 'once' || id === 'twice' || id === 'lost') events.script(id)
      break
    default:
      throw new Refusal(400, 'Unknown action')
  }
}

function hostedPage(ledger: Ledger, session: Session): Response {
  const { currency, status } = session
  const { lines } = ledger.detailsOf(session)
  const total = formatAmount(session.amount_total, currency)
  const declined = ledger.intents.find(session.payment_intent ?? '')?.last_payment_error
  const rows = lines.map(
    ({ name, amount }) =>
      html`<tr><th scope="row" dir="auto">${name}</th><td>${formatAmount(amount, currency)}</td></tr>`,
  )
  const body =
    status === 'open'
      ? html`${declined ? html`<p role="alert">${declined.message} Try again.</p>` : ''}
<form method="post">
<button name="do" value="pay" class="main">Pay ${total}</button>
<button name="do" value="debit">Pay by bank debit (settles later)</button>
<button name="do" value="decline">Decline the card</button>
<button name="do" value="leave">Leave</button>
</form>`
      : html`<p role="status">${status === 'complete' ? 'Paid.' : 'This page has expired.'}</p>
<p><a href="${session.cancel_url ?? session.success_url}">Back</a></p>`
  // `form-action` also applies to redirects.
  const targets = [session.success_url, session.cancel_url ?? session.success_url]
  const origins = targets.map((url) => new URL(url).origin)
  return page(
    `Pay ${total}`,
    html`<p class="mode">Test payments: no money moves</p>
<h1>${total}</h1>
<table>${rows}</table>
${body}`,
    200,
    origins,
  )
}

function dashboard(ledger: Ledger): Response {
  const sessions = ledger.sessions.newest().slice(0, 50)
  const refunds = ledger.refunds.newest()
  const disputes = ledger.disputes.newest()
  const parts = sessions.map(({ id }) => {
    const session = ledger.session(id)
    const intent = ledger.intents.find(session.payment_intent ?? '')
    const charge = ledger.charges.find(intent?.latest_charge ?? '')
    const isOf = (each: Refund | Dispute) => each.payment_intent === intent?.id
    return card(session, charge, refunds.filter(isOf), disputes.filter(isOf))
  })
  return page(
    'Payments',
    html`<h1>Payments</h1>
<p>Payments since startup. Reload to see new ones.</p>
<form method="post" action="/dashboard"><input type="hidden" name="do" value="events">
<p>Events: ${['once', 'twice', 'lost'].map((how) => html`<button name="id" value="${how}">${how}</button> `)}</p></form>
${parts.length === 0 ? html`<p>No payments yet. Open an invoice's pay link.</p>` : parts}`,
  )
}

function card(
  session: Session,
  charge: Charge | undefined,
  refunds: readonly Refund[],
  disputes: readonly Dispute[],
): Html {
  const { currency, status, payment_intent: intentId } = session
  const isPaid = charge?.status === 'succeeded'
  return html`<section><h2>${formatAmount(session.amount_total, currency)}</h2>
<p>${charge?.status ?? status}, ${session.id}</p>
${status === 'open' ? html`<p><a href="/c/pay/${session.id}">Open the page</a></p>${buttons(session.id, { expire: 'Expire' })}` : ''}
${charge?.status === 'pending' ? buttons(session.id, { settle: 'Settle the debit', return: 'Return the debit' }) : ''}
${isPaid && intentId ? buttons(intentId, { refund: 'Refund', inquire: 'Inquire', dispute: 'Dispute' }) : ''}
${refunds.map(
  (refund) =>
    html`<p>Refund of ${formatAmount(refund.amount, currency)}: ${refund.status}</p>${refund.status === 'failed' ? '' : buttons(refund.id, { 'fail-refund': 'Fail the refund' })}`,
)}
${disputes.map((dispute) => html`<p>Dispute: ${dispute.status}</p>${buttons(dispute.id, movesOf(dispute))}`)}
</section>`
}

function movesOf({ status }: Dispute): Record<string, string> {
  if (status === 'warning_needs_response') return { escalate: 'Escalate', close: 'Close' }
  return status === 'needs_response' ? { win: 'Win', lose: 'Lose' } : {}
}

function buttons(id: string, names: Record<string, string>): Html {
  const all = Object.entries(names).map(
    ([action, name]) => html`<button name="do" value="${action}">${name}</button> `,
  )
  return html`<form method="post" action="/dashboard"><input type="hidden" name="id" value="${id}">${all}</form>`
}

function redirectTo(url: string): Response {
  return new Response(null, { status: 303, headers: { location: url } })
}

const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#1a1f36,#e8eaf0);--line:light-dark(#d5dbe1,#40465a);--paper:light-dark(#f6f8fa,#14171f);--card:light-dark(#fff,#1d212c);--main:light-dark(#1c4f9c,#8fb8ff);--on:light-dark(#fff,#10131a)}
*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:24px 16px;color:var(--ink);background:var(--paper)}
main{max-width:440px;margin:0 auto;padding:24px;background:var(--card);border:1px solid var(--line);border-radius:12px}
h1{font-size:32px;margin:8px 0 16px}h2{margin:0;font-size:20px}section{border-top:1px solid var(--line);padding:16px 0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;margin-bottom:16px}th{font-weight:400;text-align:start}td{text-align:end}th,td{padding:8px 0;border-top:1px solid var(--line)}
button{font:inherit;min-height:44px;padding:8px 16px;margin:4px 0;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;cursor:pointer}
main>form:not([action]) button{display:block;width:100%;margin:8px 0}.main{background:var(--main)!important;color:var(--on)!important;border-color:transparent;font-weight:600}
a{color:var(--main)}.mode{margin:0;font-size:14px}`

function page(
  title: string,
  body: Html,
  status = 200,
  formTargets: readonly string[] = [],
): Response {
  const text = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${raw(STYLE)}</style></head>
<body><main>
${body}
</main></body></html>
`
  return new Response(String(text), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${formTargets.join(' ')}`,
    },
  })
}
