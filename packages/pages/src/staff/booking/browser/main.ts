import { make } from '../../../browser/elements.ts'
import { messageOf } from '../../../message.ts'
import { call } from '../../browser/call.ts'

const FOUND = '10'

/** Milliseconds after the last letter. */
const SEARCH_PAUSE = 300
const FIELDS = ['packageId', 'addOnIds', 'discountCode']

/** Milliseconds after the last change of the form. */
const QUOTE_PAUSE = 250
const form = document.querySelector<HTMLFormElement>('.booking')
if (form) {
  // The module does what these buttons do.
  for (const button of form.querySelectorAll<HTMLElement>('.by-hand')) button.hidden = true
  liveQuote(form)
  liveCustomers(form)
}

interface Quote {
  currency: string
  lineItems: { description: string; quantity: number; unitAmount: number }[]
  discountAmount: number
  taxAmount: number
  totalAmount: number
  durationMinutes: number | null
}

type Refused = { message: string | string[] }

/** Shows the price of what is chosen, as soon as it is chosen. */
function liveQuote(form: HTMLFormElement): void {
  const box = document.getElementById('quote')
  if (!box) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = new AbortController()

  async function show(box: HTMLElement): Promise<void> {
    last.abort()
    last = new AbortController()
    const { signal } = last
    const body = selectionOf(new FormData(form))
    if (!body) {
      proposeMinutes(form, null)
      return box.replaceChildren(make('p', { textContent: box.dataset.none ?? '' }))
    }
    const response = await call<Quote | Refused>('POST', '/pricing/quote', { body, signal })
    if (signal.aborted) return
    if ('totalAmount' in response.body) proposeMinutes(form, response.body.durationMinutes)
    const shown =
      'totalAmount' in response.body
        ? prices(box, response.body)
        : make('p', { className: 'alarm', textContent: messageOf(response.body) })
    box.replaceChildren(shown)
  }

  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !FIELDS.includes(target.name)) return
    clearTimeout(timer)
    // The button of the form stays for who has no connection now.
    timer = setTimeout(() => show(box).catch(() => undefined), QUOTE_PAUSE)
  })
}

/** Fills in the length of the selection, unless the person wrote another. */
function proposeMinutes(form: HTMLFormElement, minutes: number | null): void {
  const field = form.querySelector<HTMLInputElement>('#minutes')
  const filled = form.querySelector<HTMLInputElement>('[name=filled-minutes]')
  if (!field || !filled) return
  const proposed = String(minutes ?? '')
  if (field.value === '' || field.value === filled.value) field.value = proposed
  filled.value = proposed
}

function selectionOf(data: FormData): object | undefined {
  const text = (name: string) => String(data.get(name) ?? '').trim() || null
  const addOnIds = data.getAll('addOnIds').map(String)
  const packageId = text('packageId')
  if (packageId === null && addOnIds.length === 0) return undefined
  return { packageId, selectedAddOnIds: addOnIds, discountCode: text('discountCode') }
}

function prices({ dataset }: HTMLElement, quote: Quote): HTMLElement {
  const { currency, lineItems, discountAmount, taxAmount, totalAmount } = quote
  const format = new Intl.NumberFormat(dataset.locale, { style: 'currency', currency })
  const { maximumFractionDigits: digits = 0 } = format.resolvedOptions()
  const row = (label: string, amount: number, className = '') => [
    make('dt', { textContent: label, className, dir: 'auto' }),
    make('dd', { textContent: format.format(amount / 10 ** digits), className }),
  ]
  const { discount = '', tax = '', total = '' } = dataset
  return make(
    'dl',
    { className: 'prices' },
    ...lineItems.flatMap((each) => row(each.description, each.quantity * each.unitAmount)),
    ...(discountAmount > 0 ? row(discount, -discountAmount) : []),
    ...(taxAmount > 0 ? row(tax, taxAmount) : []),
    ...row(total, totalAmount, 'total'),
  )
}

interface Customer {
  id: string
  name: string
  company: string | null
  email: string
}

/** Shows the customers that are searched for, while the person writes. */
function liveCustomers(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('#q')
  if (!field) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = new AbortController()
  const search = async () => {
    last.abort()
    last = new AbortController()
    await showFound(field.value.trim(), last.signal).catch(() => undefined)
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, SEARCH_PAUSE)
  })
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    // It would book.
    event.preventDefault()
    clearTimeout(timer)
    void search()
  })
}

async function showFound(q: string, signal: AbortSignal): Promise<void> {
  const list = document.getElementById('found')
  const status = document.getElementById('found-status')
  if (!list || !status) return
  const query = new URLSearchParams({ q, limit: FOUND })
  const response = q
    ? await call<{ data: Customer[]; nextCursor: string | null }>('GET', `/customers?${query}`, {
        signal,
      })
    : undefined
  const { data = [], nextCursor = null } = response?.isSuccess ? response.body : {}
  fill(list, data)
  const { none = '', more = '' } = status.dataset
  if (q && data.length === 0) status.textContent = none
  else status.textContent = nextCursor === null ? '' : more
}

/** Who is chosen, and who has the focus, stays in the list, at the top of it. */
function fill(list: HTMLElement, found: readonly Customer[]): void {
  const kept = new Set<string>()
  for (const item of [...list.children]) {
    const input = item.querySelector('input')
    if (input?.checked || item.contains(document.activeElement)) kept.add(input?.value ?? '')
    else item.remove()
  }
  list.append(...found.filter(({ id }) => !kept.has(id)).map(choice))
}

function choice({ id, name, company, email }: Customer): HTMLElement {
  const input = make('input', { type: 'radio', name: 'customer', value: id })
  const more = [company, email].filter(Boolean).join(', ')
  return make(
    'li',
    {},
    make(
      'label',
      { className: 'choice' },
      input,
      ' ',
      make('span', { textContent: name, dir: 'auto' }),
      ' ',
      make('span', { textContent: more, className: 'soft', dir: 'auto' }),
    ),
  )
}
