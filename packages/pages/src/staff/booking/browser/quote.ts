import { make } from '../../../browser/elements.ts'
import { messageOf } from '../../../message.ts'
import { call } from '../../browser/call.ts'

interface Quote {
  currency: string
  lineItems: { description: string; quantity: number; unitAmount: number }[]
  discountAmount: number
  taxAmount: number
  totalAmount: number
  durationMinutes: number | null
}

type Refused = { message: string | string[] }

/** Milliseconds after the last change of the form. */
const PAUSE = 250
const FIELDS = ['packageId', 'addOnIds', 'discountCode']

/** Shows the price of what is chosen, as soon as it is chosen. */
export function liveQuote(form: HTMLFormElement): void {
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
    timer = setTimeout(() => show(box).catch(() => undefined), PAUSE)
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
