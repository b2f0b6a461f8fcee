import { make } from '../../../browser/elements.ts'
import { STATUS_NAMES } from '../../../names.ts'
import { call } from '../../browser/call.ts'
import { searchWords } from '../../search-words.ts'
import { TEXTS } from '../texts.ts'

/** A palette entry. */
interface Place {
  text: string
  more: string
  href: string
}

type Found = Readonly<Record<'jobs' | 'customers', readonly Place[]>>

interface Project {
  id: string
  addressLine1: string | null
  city: string | null
  status: keyof typeof STATUS_NAMES
}

interface Customer {
  id: string
  name: string
  company: string | null
  email: string
}

const NOTHING: Found = { jobs: [], customers: [] }
const LIMIT = 5
const PAUSE_MS = 200

let palette: ReturnType<typeof makePalette> | undefined

/** Opens the palette, or closes it if it is open. docs/contract.md#c12-palette */
export function openPalette(link: HTMLAnchorElement, text: string): void {
  palette ??= makePalette(link)
  palette.toggle(text)
}

function makePalette(link: HTMLAnchorElement) {
  const { limits = '' } = link.dataset
  const maxLength = Number.parseInt(limits, 10)
  const list = make('div', { id: 'places', attr: { role: 'listbox', 'aria-label': TEXTS.label } })
  const said = make('p', { className: 'soft', attr: { role: 'status' } })
  const input = make('input', {
    type: 'text',
    placeholder: TEXTS.hint,
    maxLength,
    autocomplete: 'off',
    spellcheck: false,
    attr: {
      role: 'combobox',
      'aria-label': TEXTS.label,
      'aria-controls': 'places',
      'aria-expanded': 'true',
      'aria-autocomplete': 'list',
    },
  })
  const close = make('button', { type: 'button', textContent: TEXTS.close })
  const head = make('p', { className: 'ask' }, input, close)
  const attr = { 'aria-label': TEXTS.search }
  const dialog = make('dialog', { className: 'palette', attr }, head, list, said)
  document.body.append(dialog)
  const pages = pagesOf()
  let active = 0
  let found = NOTHING
  let isFailed = false
  let isWaiting = false
  /** Whether Enter was pressed before anything was found. */
  let opensFirst = false
  let isSearching = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const wordsOf = (text: string) => searchWords(text.toLowerCase(), limits)
  const options = () => [...list.querySelectorAll('a')]

  function show(): void {
    const words = wordsOf(input.value)
    const matching = pages.filter(({ text }) =>
      words.every((word) => text.toLowerCase().includes(word)),
    )
    const groups = [
      ...groupOf(TEXTS.jobs, found.jobs),
      ...groupOf(TEXTS.customers, found.customers),
      ...groupOf(TEXTS.pages, matching),
    ]
    list.replaceChildren(...groups)
    const result = isFailed ? TEXTS.failed : TEXTS.found(options().length)
    said.textContent = isWaiting ? TEXTS.searching : result
    choose(0)
  }

  function choose(at: number): void {
    const all = options()
    active = all.length === 0 ? 0 : (at + all.length) % all.length
    for (const [n, option] of all.entries()) {
      option.id = `place-${n}`
      option.setAttribute('aria-selected', String(n === active))
    }
    const chosen = all[active]
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id)
    else input.removeAttribute('aria-activedescendant')
    chosen?.scrollIntoView({ block: 'nearest' })
  }

  /** One search at a time; the latest input is searched next. */
  async function search(): Promise<void> {
    if (isSearching) return
    const text = input.value
    isSearching = true
    const result = await find(link, wordsOf(text)).catch(() => null)
    isSearching = false
    if (!dialog.open) return
    if (input.value !== text) return later()
    isWaiting = false
    isFailed = result === null
    found = result ?? NOTHING
    show()
    if (opensFirst) options()[0]?.click()
    opensFirst = false
  }

  function later(): void {
    clearTimeout(timer)
    timer = setTimeout(search, PAUSE_MS)
  }

  function follow(): void {
    isWaiting = wordsOf(input.value).length > 0
    opensFirst = false
    if (!isWaiting) found = NOTHING
    show()
    later()
  }

  function enter(): void {
    const chosen = options()[active]
    if (chosen) chosen.click()
    else opensFirst = isWaiting
  }

  input.addEventListener('input', follow)
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown') choose(active + 1)
    else if (event.key === 'ArrowUp') choose(active - 1)
    else if (event.key === 'Enter') enter()
    else return
    event.preventDefault()
  })
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', ({ target }) => {
    // A click on the backdrop.
    if (target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => clearTimeout(timer))

  return {
    /** Opens the palette with a text, or closes it. */
    toggle(text: string): void {
      if (dialog.open) {
        dialog.close()
        return
      }
      input.value = text.slice(0, maxLength)
      found = NOTHING
      isFailed = false
      dialog.showModal()
      input.focus()
      follow()
    },
  }
}

/** The pages in the navigation. */
function pagesOf(): Place[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.finder + nav a')]
  return links.map(({ href, textContent }) => ({ href, text: textContent.trim(), more: '' }))
}

/** @throws if refused or offline */
async function find({ dataset }: HTMLAnchorElement, words: readonly string[]): Promise<Found> {
  if (words.length === 0) return NOTHING
  const home = new URL(dataset.home ?? '', location.href).href
  const query = new URLSearchParams({ q: words.join(' '), limit: String(LIMIT) })
  const may = (dataset.may ?? '').split(' ')
  const read = async <Record>(path: string): Promise<readonly Record[]> => {
    if (!may.includes(path)) return []
    const { isSuccess, body } = await call<{ data: Record[] }>('GET', `/${path}?${query}`)
    if (!isSuccess) throw new Error('refused')
    return body.data
  }
  const [projects, customers] = await Promise.all([
    read<Project>('projects'),
    read<Customer>('customers'),
  ])
  return {
    jobs: projects.map(({ id, addressLine1, city, status }) => ({
      text: [addressLine1, city].filter(Boolean).join(', ') || TEXTS.noAddress,
      more: STATUS_NAMES[status],
      href: `${home}/projects/${id}`,
    })),
    customers: customers.map(({ id, name, company, email }) => ({
      text: name,
      more: company ?? email,
      href: `${home}/customers/${id}`,
    })),
  }
}

function groupOf(title: string, places: readonly Place[]): HTMLElement[] {
  if (places.length === 0) return []
  const options = places.map(({ text, more, href }) =>
    make(
      'a',
      { href, tabIndex: -1, attr: { role: 'option' } },
      make('span', { textContent: text, dir: 'auto' }),
      make('span', { className: 'soft', textContent: more, dir: 'auto' }),
    ),
  )
  const heading = make('p', {
    className: 'soft',
    textContent: title,
    attr: { 'aria-hidden': 'true' },
  })
  return [make('div', { attr: { role: 'group', 'aria-label': title } }, heading, ...options)]
}
