import { call } from '../../browser/call.ts'
import '../../browser/copy.ts'
import { forgetDone } from '../../browser/forget-done.ts'

/** Updates countdowns every second: `23:59:12`. */
function countdowns(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-until]')) {
    const end = Date.parse(element.dataset.until ?? '')
    const show = () => {
      const seconds = Math.max(0, Math.round((end - Date.now()) / 1_000))
      const parts = [seconds / 3_600, (seconds / 60) % 60, seconds % 60]
      element.textContent = parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
      if (seconds === 0) clearInterval(timer)
    }
    const timer = setInterval(show, 1_000)
    show()
    if (element.parentElement) element.parentElement.hidden = false
  }
}

// Single-key shortcuts can interfere with speech input, so they can be switched off (WCAG 2.1.4).
const OFF = 'developers.keys.off'

/** Shortcuts: j and k move, r retries, / searches. Enter opens, since each row is a link. */
function shortcutKeys(): void {
  const note = document.querySelector<HTMLElement>('[data-shortcuts]')
  const button = note?.querySelector('button')
  if (!note || !button) return
  note.hidden = false
  const show = () => {
    button.textContent = (isOff() ? button.dataset.on : button.dataset.off) ?? ''
  }
  button.onclick = () => {
    if (isOff()) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, 'yes')
    show()
  }
  show()
  document.querySelector('.rows [aria-current]')?.scrollIntoView({ block: 'nearest' })
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (ctrlKey || metaKey || altKey || isOff() || isField(target)) return
    if (act(key)) event.preventDefault()
  })
}

function act(key: string): boolean {
  if (key === 'j') return move(1)
  if (key === 'k') return move(-1)
  if (key === 'r') return press('[data-retry]')
  return key === '/' && focus('#find')
}

function move(by: number): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('.rows a')]
  const focused = rows.findIndex((row) => row.matches(':focus'))
  const now = focused < 0 ? rows.findIndex((row) => row.hasAttribute('aria-current')) : focused
  const next = now < 0 ? rows[0] : rows[now + by]
  next?.focus()
  return next !== undefined
}

function press(selector: string): boolean {
  const button = document.querySelector<HTMLElement>(selector)
  button?.click()
  return button !== null
}

function focus(selector: string): boolean {
  const field = document.querySelector<HTMLInputElement>(selector)
  field?.select()
  return field !== null
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select')
}

function isOff(): boolean {
  return localStorage.getItem(OFF) !== null
}

/**
 * Submits each form only once: the response to a second click would replace the first, the only one that shows a
 * secret.
 */
function sendOnce(): void {
  const sent = new WeakSet<EventTarget>()
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
    if (sent.has(form)) event.preventDefault()
    sent.add(form)
    // A page restored from the history may be submitted again.
    addEventListener('pageshow', () => sent.delete(form), { once: true })
  })
}

/** Polling interval and limit, in milliseconds: a receiver has ten seconds. */
const EVERY = 500
const LONGEST = 15_000

/** Reloads the page once the delivery it waits for has ended. Without JavaScript there is a link. */
function waitForEnd(): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-wait]')
  const path = link?.dataset.wait
  if (!link || path === undefined) return
  const end = performance.now() + LONGEST
  const look = async () => {
    const found = await call<{ finishedAt: string | null }>('GET', path).catch(() => undefined)
    if (found?.isSuccess && found.body.finishedAt !== null) location.replace(link.href)
    else if (performance.now() < end) setTimeout(look, EVERY)
    else if (link.dataset.late) link.before(link.dataset.late, ' ')
  }
  setTimeout(look, EVERY)
}

/** Counts the events chosen in a form. */
function countEvents(): void {
  const count = document.getElementById('event-count')
  count?.closest('details')?.addEventListener('change', () => {
    const { none = '', one = '', many = '' } = count.dataset
    const { length } = document.querySelectorAll('[name="events"]:checked')
    const text = length === 1 ? one : many.replace('{count}', String(length))
    count.textContent = length === 0 ? none : text
  })
}

forgetDone()
countEvents()
countdowns()
sendOnce()
waitForEnd()
shortcutKeys()
