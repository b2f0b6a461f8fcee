import { make } from '../../../browser/elements.ts'
import { call } from '../../browser/call.ts'

interface Customer {
  id: string
  name: string
  company: string | null
  email: string
}

/** Milliseconds after the last letter. */
const PAUSE = 300
const FOUND = '10'

/** Shows the customers that are searched for, while the person writes. */
export function liveCustomers(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('#q')
  if (!field) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = new AbortController()
  const search = async () => {
    last.abort()
    last = new AbortController()
    await show(field.value.trim(), last.signal).catch(() => undefined)
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, PAUSE)
  })
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    // It would book.
    event.preventDefault()
    clearTimeout(timer)
    void search()
  })
}

async function show(q: string, signal: AbortSignal): Promise<void> {
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
