import { make } from '../../../browser/elements.ts'
import { type Answer, fieldsOf, readPage, sendForm } from '../../../browser/send-form.ts'

// Edits facts and answers comments in place, using the page's forms, which also work without it.

/** A fact, or an item of a round. */
const PART = '[id^="fact-"], [id^="item-"]'
/** Parts of the page that a change may also affect. */
const CHANGED = ['.heading', '#lead', '#facts', '#visits', '#invoice', '#delivery', '#history']

const TOAST_MS = 6_000

/** Facts with an open form, as rendered before. */
const closed = new Map<string, Element>()

export function editInPlace(): void {
  const main = document.querySelector('main')
  if (!main?.querySelector('.two')) return
  main.append(toast)
  main.addEventListener('click', (event) => {
    const { ctrlKey, metaKey, shiftKey, target } = event
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || ctrlKey || metaKey || shiftKey || event.button !== 0) return
    const isPen = new URL(link.href).searchParams.has('edit')
    const part = link.closest(PART)
    const isLeaving = part !== null && link.href.endsWith(`${location.pathname}#${part.id}`)
    if (!isPen && !isLeaving) return
    event.preventDefault()
    if (isPen) void open(link.href)
    else leave(part?.id ?? '')
  })
  main.addEventListener('submit', (event) => {
    const form = event.target
    const part = form instanceof HTMLFormElement ? form.closest(PART) : null
    if (!part || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    if (form.method === 'get') {
      void open(`${location.origin}${location.pathname}?${fieldsOf(form, null)}#${part.id}`)
    } else void send(form, event.submitter, part)
  })
  main.addEventListener('keydown', (event) => {
    const { target, key, shiftKey, isComposing } = event
    const part = target instanceof Element ? target.closest('.open') : null
    if (!part || isComposing) return
    if (key === 'Escape') leave(part.id)
    const isLine = target instanceof HTMLTextAreaElement && matchMedia('(hover: hover)').matches
    if (key !== 'Enter' || shiftKey || !isLine) return
    event.preventDefault()
    target.form?.requestSubmit()
  })
}

/** Opens the form of a fact in its row. */
async function open(href: string): Promise<void> {
  const { hash, search, pathname } = new URL(href)
  const row = document.getElementById(hash.slice(1))
  const page = await readPage(pathname + search).catch(() => null)
  const fresh = page?.getElementById(hash.slice(1))
  if (!row || !fresh?.matches('.open')) return location.assign(href)
  if (!row.matches('.open')) closed.set(row.id, row)
  const field = fresh.querySelector<HTMLElement>(search.includes('q=') ? 'select' : '[autofocus]')
  put(fresh, row)
  fresh.scrollIntoView({ block: 'nearest' })
  field?.focus()
  if (field instanceof HTMLInputElement && field.type === 'text') field.select()
}

function put(fresh: Element, row: Element): void {
  // Once a page has focus, browsers ignore it and log an error.
  for (const each of fresh.querySelectorAll('[autofocus]')) each.removeAttribute('autofocus')
  row.replaceWith(document.adoptNode(fresh))
}

/** Closes a form and drops its input. */
function leave(id: string): void {
  const row = closed.get(id)
  if (!row) {
    reload(id)
    return
  }
  closed.delete(id)
  document.getElementById(id)?.replaceWith(row)
  focusIn(row)
}

function reload(id: string): void {
  history.replaceState(history.state, '', `${location.pathname}#${id}`)
  location.reload()
}

async function send(
  form: HTMLFormElement,
  button: HTMLElement | null,
  part: Element,
): Promise<void> {
  if (part.ariaBusy === 'true') return
  part.ariaBusy = 'true'
  const answer = await sendForm(form, button).catch(() => null)
  part.ariaBusy = null
  const { offline } = document.querySelector<HTMLElement>('.two')?.dataset ?? {}
  if (!answer) return say(part, offline)
  const { status, url, page } = answer
  if (status === 200 && url.pathname === location.pathname) return update(page, part)
  // The session has ended: sign-in redirects back.
  if (status === 200) return location.assign(url)
  refuse(answer, part)
}

/** Shows a form's problem, or replaces it with the conflict confirmation. */
function refuse({ page }: Answer, part: Element): void {
  // Its URLs are relative to a different page.
  for (const form of page.forms) form.setAttribute('action', form.action)
  for (const link of page.querySelectorAll('a')) link.setAttribute('href', link.href)
  const fresh = page.getElementById(part.id)
  const notice = page.querySelector('main .notice')?.textContent
  if (fresh?.matches('.open')) {
    const field = fresh.querySelector<HTMLElement>('[aria-invalid], [autofocus]')
    put(fresh, part)
    if (!fresh.querySelector('[aria-invalid]')) say(fresh, notice)
    field?.focus()
    return
  }
  if (fresh) {
    say(part, notice)
    return
  }
  closed.delete(part.id)
  const [heading, ...asked] = page.querySelector('main')?.children ?? []
  const place = part.querySelector('dd') ?? part
  place.replaceChildren(
    make('p', {}, make('b', { textContent: heading?.textContent?.trim() ?? '' })),
    ...asked.map((each) => document.adoptNode(each)),
  )
  place.querySelector<HTMLElement>('button')?.focus()
}

function say(part: Element, text: string | null = ''): void {
  part.querySelector('.refused')?.remove()
  const alert = make('p', { className: 'refused alarm', attr: { role: 'alert' } }, text ?? '')
  ;(part.querySelector('dd') ?? part).prepend(alert)
}

/** Updates the page after a change, keeping input elsewhere. */
function update(page: Document, part: Element): void {
  const { id } = part
  const hasMoved = CHANGED.some((each) => !page.querySelector(each) && document.querySelector(each))
  if (hasMoved || hasWork(page) !== hasWork(document)) {
    reload(id)
    return
  }
  closed.delete(id)
  refreshForms(page)
  const isKept = (own: Element) =>
    own.id !== id && own.matches(`${PART}, #invoice details`) && isWritten(own)
  // A merge moves nodes out of the newer page, so no part is merged twice.
  const selectors = part.closest(CHANGED.join()) ? CHANGED : [...CHANGED, `#${id}`]
  for (const selector of selectors) {
    const [own, fresh] = [document.querySelector(selector), page.querySelector(selector)]
    if (own && fresh) merge(own, fresh, isKept)
  }
  refreshPins(page)
  announce(page.querySelector('main .notice')?.textContent ?? '')
  const now = document.getElementById(id)
  if (now) focusIn(now)
}

/** Whether a page shows a round as current work, before the files. */
function hasWork(page: Document): boolean {
  return page.querySelector('#lead #changes') !== null
}

/** Gives open forms of unchanged facts the new version, so they don't conflict. */
function refreshForms(page: Document): void {
  const version = page.getElementById('facts-title')?.dataset.version
  for (const [id, before] of closed) {
    const now = page.getElementById(id)
    const tag = document.getElementById(id)?.querySelector<HTMLInputElement>('[name="if-match"]')
    if (!now || !tag) continue
    if (before.isEqualNode(now)) tag.value = `"${version}"`
    closed.set(id, document.importNode(now, true))
  }
}

/** Updates the pins on the files. Keeps the tiles, one of which may be in mid-drag. */
function refreshPins(page: Document): void {
  for (const tile of document.querySelectorAll<HTMLElement>('.files-grid > li')) {
    const fresh = page.querySelector(`.files-grid > [data-id="${tile.dataset.id}"]`)
    if (!fresh) continue
    tile.querySelector('.pins')?.remove()
    const pins = fresh.querySelector('.pins')
    if (pins) tile.querySelector('.frame')?.append(document.adoptNode(pins))
  }
}

/** Whether a person is typing in a part, or uploading a file from it. */
function isWritten(own: Element): boolean {
  const areas = [...own.querySelectorAll('textarea')]
  const isChanged = areas.some((each) => each.value !== each.defaultValue)
  return isChanged || own.matches('.open, details[open]') || own.querySelector('progress') !== null
}

const toast = make('p', { id: 'said', className: 'notice done', attr: { role: 'status' } })
let fading: ReturnType<typeof setTimeout> | undefined

function announce(text: string): void {
  toast.textContent = text
  clearTimeout(fading)
  fading = setTimeout(() => toast.replaceChildren(), TOAST_MS)
}

function focusIn(part: Element): void {
  part.querySelector<HTMLElement>('.pen, button, summary')?.focus()
}

/**
 * Patches an element from a newer copy. Replaces only differences, so the rest keeps its focus and scroll position.
 *
 * @param isKept elements to leave unchanged
 */
function merge(own: Element, fresh: Element, isKept: (own: Element) => boolean): void {
  if (own.isEqualNode(fresh) || isKept(own)) return
  const [mine, theirs] = [[...own.childNodes], [...fresh.childNodes]]
  const isSame = own.cloneNode(false).isEqualNode(fresh.cloneNode(false))
  if (!isSame || mine.length !== theirs.length) {
    own.replaceWith(document.adoptNode(fresh))
    return
  }
  for (const [i, node] of mine.entries()) {
    const newer = theirs[i]
    if (!newer) continue
    if (node instanceof Element && newer instanceof Element) merge(node, newer, isKept)
    else if (!node.isEqualNode(newer)) node.replaceWith(document.adoptNode(newer))
  }
}
