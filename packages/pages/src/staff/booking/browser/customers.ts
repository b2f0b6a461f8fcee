import { make } from '../../../browser/elements.ts'
import { call } from '../../browser/call.ts'
import { searchWords } from '../../search-words.ts'

const FOUND = '10'

/** Debounce, in milliseconds. */
const SEARCH_PAUSE = 300

interface Customer {
  id: string
  name: string
  company: string | null
  email: string
}

/** Searches customers as the person types. */
export function liveCustomers(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('#q')
  if (!field) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = new AbortController()
  const search = async () => {
    last.abort()
    last = new AbortController()
    const words = searchWords(field.value, field.dataset.limits ?? '')
    await showFound(words.join(' '), last.signal).catch(() => undefined)
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, SEARCH_PAUSE)
  })
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.value === 'new') startWith(form, field.value)
  })
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    // Enter would submit the booking.
    event.preventDefault()
    clearTimeout(timer)
    void search()
  })
}

/** Prefills a new customer's name or email with the unsuccessful search. */
function startWith(form: HTMLFormElement, words: string): void {
  const named = (name: string) => form.querySelector<HTMLInputElement>(`#${name}`)
  const [name, email] = [named('name'), named('email')]
  const field = words.includes('@') ? email : name
  if (field?.value === '' && document.querySelector('#found > li') === null)
    field.value = words.trim()
  name?.focus()
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

/** The selected and the focused customer stay at the top of the list. */
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
  const input = make('input', { type: 'radio', name: 'customer', value: id, autocomplete: 'off' })
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
