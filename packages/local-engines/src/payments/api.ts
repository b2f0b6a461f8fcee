import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Accounts } from './accounts.ts'
import { checkCharge, checkCurrency } from './amounts.ts'
import {
  badParameter,
  expectOnly,
  type Form,
  innerForm,
  integerOf,
  missing,
  parseForm,
  Refusal,
  requiredText,
  textOf,
  textsOf,
} from './form.ts'
import type { Ledger } from './ledger.ts'
import { newId, nowSeconds, type Owner, type Session } from './objects.ts'

type Answer = Promise<Response> | Response
type Call = { Variables: { owner: Owner; form: Form } }

const LEAST_LIFETIME_SECONDS = 1_800
const MOST_LIFETIME_SECONDS = 86_400
const DEFAULT_LIST = 10
const MOST_LISTED = 100

interface ApiOptions {
  ledger: Ledger
  accounts: Accounts
  /** The origin of the hosted pages. */
  origin(): string
  /** Ids of sessions that are paid during their next expire call. */
  paidWhileExpiring: Set<string>
}

/** The part of Stripe's API below `/v1/` used by hosted payments. */
export function paymentsApi({
  ledger,
  accounts,
  origin,
  paidWhileExpiring,
}: ApiOptions): Hono<Call> {
  const keys = new IdempotencyKeys()
  const api = new Hono<Call>()

  api.onError((error) => {
    const known = error instanceof Refusal ? error : new Refusal(500, 'An unknown error occurred')
    if (!(error instanceof Refusal)) process.stderr.write(`${error.stack}\n`)
    const body = { error: { message: known.message, ...known.fields } }
    return Response.json(body, { status: known.status, headers: requestId() })
  })
  api.use(async (context, next) => {
    const { req } = context
    const owner = accounts.ownerOf(req.header('authorization'), req.path)
    const text = req.method === 'POST' ? await req.text() : new URL(req.url).search.slice(1)
    context.set('owner', owner)
    context.set('form', parseForm(text))
    const key = req.method === 'POST' ? req.header('idempotency-key') : undefined
    if (key === undefined) await next()
    else {
      const kept = `${owner.accountId} ${owner.livemode} ${key}`
      context.res = await keys.once(kept, `${req.path}\n${text}`, async () => {
        await next()
        return context.res
      })
    }
  })

  const json = (object: object): Answer => Response.json(object, { headers: requestId() })
  const ownSession = (owner: Owner, id: string): Session => {
    if (!ledger.sessions.own(owner, id)) throw missing('checkout.session', id)
    return ledger.session(id)
  }

  api.get('/account', ({ var: { owner } }) => json(accounts.object(owner.accountId)))
  api.post('/checkout/sessions', ({ var: { owner, form } }) =>
    json(openSession(ledger, owner, form, origin())),
  )
  api.get('/checkout/sessions/:id', ({ var: { owner }, req }) =>
    json(ownSession(owner, req.param('id'))),
  )
  api.post('/checkout/sessions/:id/expire', ({ var: { owner }, req }) => {
    const { id } = ownSession(owner, req.param('id'))
    if (paidWhileExpiring.delete(id)) ledger.pay(id)
    return json(ledger.expire(id))
  })
  api.get('/payment_intents/:id', ({ var: { owner, form }, req }) => {
    expectOnly(form, ['expand'])
    const intent = ledger.intents.own(owner, req.param('id'))
    if (!intent) throw missing('payment_intent', req.param('id'))
    const isExpanded = Object.values(innerForm(form, 'expand')).includes('latest_charge')
    const charge = ledger.charges.find(intent.latest_charge ?? '') ?? null
    return json(isExpanded ? { ...intent, latest_charge: charge } : intent)
  })
  api.post('/refunds', ({ var: { owner, form } }) => {
    expectOnly(form, ['payment_intent', 'amount', 'reason', 'metadata'])
    const intentId = requiredText(form, 'payment_intent')
    if (!ledger.intents.own(owner, intentId)) throw missing('payment_intent', intentId)
    const refund = ledger.refund(intentId, {
      amount: integerOf(form, 'amount'),
      reason: textOf(form, 'reason'),
      metadata: textsOf(innerForm(form, 'metadata')),
    })
    return json(refund)
  })
  api.get('/refunds', ({ var: { owner, form } }) =>
    json(listOf('/v1/refunds', ledger.refunds.newest(owner), form)),
  )
  api.get('/disputes', ({ var: { owner, form } }) =>
    json(listOf('/v1/disputes', ledger.disputes.newest(owner), form)),
  )
  api.all('*', ({ req }) => {
    throw new Refusal(404, `Unrecognized request URL (${req.method}: ${req.path}).`)
  })
  return api
}

function requestId() {
  return { 'request-id': newId('req') }
}

const SESSION_PARAMETERS = [
  'mode',
  'client_reference_id',
  'line_items',
  'metadata',
  'payment_intent_data',
  'success_url',
  'cancel_url',
  'expires_at',
]

function openSession(ledger: Ledger, owner: Owner, form: Form, origin: string): Session {
  expectOnly(form, SESSION_PARAMETERS)
  if (requiredText(form, 'mode') !== 'payment')
    throw badParameter('mode', 'Only the mode payment is supported')
  const items = Object.values(innerForm(form, 'line_items')).map(lineOf)
  const currency = items[0]?.currency
  if (!currency) throw badParameter('line_items', 'Missing required param: line_items.')
  if (items.some((item) => item.currency !== currency)) {
    throw badParameter('line_items', 'All line items must have the same currency')
  }
  const total = items.reduce((sum, { amount }) => sum + amount, 0)
  checkCharge(total, currency, 'line_items')
  const created = nowSeconds()
  const expiresAt = integerOf(form, 'expires_at') ?? created + MOST_LIFETIME_SECONDS
  const lifetime = expiresAt - created
  if (lifetime < LEAST_LIFETIME_SECONDS || lifetime > MOST_LIFETIME_SECONDS) {
    const message =
      'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.'
    throw badParameter('expires_at', message)
  }
  const intentData = innerForm(form, 'payment_intent_data')
  expectOnly(intentData, ['metadata', 'description'])
  const id = newId(owner.livemode ? 'cs_live' : 'cs_test')
  return ledger.open(
    owner,
    {
      id,
      object: 'checkout.session',
      created,
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      client_reference_id: textOf(form, 'client_reference_id'),
      amount_subtotal: total,
      amount_total: total,
      currency,
      livemode: owner.livemode,
      metadata: textsOf(innerForm(form, 'metadata')),
      url: `${origin}/c/pay/${id}`,
      success_url: webUrl(form, 'success_url') ?? '',
      cancel_url: webUrl(form, 'cancel_url'),
      expires_at: expiresAt,
    },
    {
      lines: items.map(({ name, amount }) => ({ name, amount })),
      intentMetadata: textsOf(innerForm(intentData, 'metadata')),
    },
  )
}

function webUrl(form: Form, name: string): string | null {
  const text = name === 'success_url' ? requiredText(form, name) : textOf(form, name)
  if (text === null || /^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw badParameter(name, 'Not a valid URL', 'url_invalid')
}

function lineOf(item: string | Form, at: number) {
  const param = `line_items[${at}]`
  if (typeof item === 'string') throw badParameter(param, `Invalid hash: ${param}`)
  expectOnly(item, ['price_data', 'quantity'])
  const price = innerForm(item, 'price_data')
  expectOnly(price, ['currency', 'unit_amount', 'product_data'])
  const product = innerForm(price, 'product_data')
  expectOnly(product, ['name'])
  const currency = requiredText(price, 'currency')
  checkCurrency(currency, `${param}[price_data][currency]`)
  const unitAmount = integerOf(price, 'unit_amount')
  const quantity = integerOf(item, 'quantity') ?? 1
  if (unitAmount === null || unitAmount < 0 || quantity < 1) {
    throw badParameter(`${param}[price_data][unit_amount]`, 'Invalid non-negative integer')
  }
  return { name: requiredText(product, 'name'), amount: unitAmount * quantity, currency }
}

function listOf(
  url: string,
  all: readonly { id: string; payment_intent: string }[],
  form: Form,
): object {
  expectOnly(form, ['payment_intent', 'limit', 'starting_after'])
  const intentId = textOf(form, 'payment_intent')
  const limit = integerOf(form, 'limit') ?? DEFAULT_LIST
  if (limit < 1 || limit > MOST_LISTED) throw badParameter('limit', 'Must be from 1 to 100')
  const wanted = all.filter((each) => intentId === null || each.payment_intent === intentId)
  const after = textOf(form, 'starting_after')
  const from = after === null ? 0 : wanted.findIndex(({ id }) => id === after) + 1
  const data = wanted.slice(from, from + limit)
  return { object: 'list', url, data, has_more: wanted.length > from + limit }
}

const MAX_KEYS = 10_000

/** https://docs.stripe.com/api/idempotent_requests */
class IdempotencyKeys {
  readonly #answers = new Map<string, { request: string; body: string }>()
  readonly #underWay = new Set<string>()

  /** The response of the first call with this key. @throws {Refusal} for a different call, or one in progress. */
  async once(key: string, call: string, act: () => Promise<Response>): Promise<Response> {
    const request = createHash('sha256').update(call).digest('hex')
    const before = this.#answers.get(key)
    if (before && before.request !== request) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      throw new Refusal(400, message, { type: 'idempotency_error' })
    }
    if (before) {
      const headers = { 'content-type': 'application/json', 'idempotent-replayed': 'true' }
      return new Response(before.body, { headers })
    }
    if (this.#underWay.has(key)) {
      const message = 'There is currently another in-progress request using this Idempotency-Key'
      throw new Refusal(409, message, { code: 'idempotency_key_in_use' })
    }
    this.#underWay.add(key)
    try {
      const response = await act()
      // Calls that fail validation may be corrected and repeated.
      if (response.ok) this.#keep(key, { request, body: await response.clone().text() })
      return response
    } finally {
      this.#underWay.delete(key)
    }
  }

  #keep(key: string, answer: { request: string; body: string }): void {
    this.#answers.set(key, answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > MAX_KEYS && oldest !== undefined) this.#answers.delete(oldest)
  }
}
