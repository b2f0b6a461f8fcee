import '../../browser/corrected.ts'
import { sendForm } from '../../browser/send-form.ts'

// Changes steps in place. The page and its forms also work without it.

/** Age in milliseconds at which free times are reread when the page becomes visible. */
const OLD = 60_000

interface Kept {
  step: string
  fields: [string, string][]
}

let isBusy = false
let readAt = Date.now()
/** Number of the latest refresh; responses to older ones are dropped. */
let asked = 0

document.documentElement.classList.add('scripted')
const kept = history.state as Kept | null
// After a reload, or on return from the payment.
if (kept?.fields) {
  fill(kept.fields)
  void go(null, { to: kept.step })
} else keep()

document.addEventListener('submit', (event) => {
  event.preventDefault()
  const button = event.submitter
  const isStep = !(button instanceof HTMLButtonElement) || button.name === ''
  void go(button, {}, isStep)
})

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return
  if (target.name === 'day') chooseDay()
  if (target.name === 'startsAt') {
    nameButton(target.dataset.hold)
    document.querySelector('#times > .alarm')?.remove()
  }
  if (target.name === 'packageId' || target.name === 'addOnIds') void refresh(['.dock'])
  keep()
})

addEventListener('popstate', ({ state }) => {
  const step = (state as Kept | null)?.step
  if (step) void go(null, { to: step })
})

// Restored from the back/forward cache after the payment.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && !form()) location.reload()
})

document.addEventListener('visibilitychange', () => {
  const isSeen = document.visibilityState === 'visible' && Date.now() - readAt > OLD
  if (isSeen && form()?.dataset.step === 'time') void refresh(['#times', '.dock'])
})

function form(): HTMLFormElement | null {
  return document.querySelector<HTMLFormElement>('#book')
}

/** Sends the form and shows the resulting step. */
async function go(
  button: HTMLElement | null,
  more: Record<string, string>,
  isForward = false,
): Promise<void> {
  const sent = form()
  if (!sent || isBusy) return
  isBusy = true
  asked++
  sent.setAttribute('aria-busy', 'true')
  keep()
  try {
    const { page } = await sendForm(sent, button, { ...more, inPlace: 'yes' })
    const link = page.querySelector<HTMLAnchorElement>('#go')
    const next = link?.href
    show(page, isForward)
    // The payment page can't be framed.
    if (next) open(next, '_top')
  } catch {
    say(sent.dataset.offline ?? '')
  } finally {
    sent.removeAttribute('aria-busy')
    isBusy = false
  }
}

function show(page: Document, isForward: boolean): void {
  const before = form()?.dataset.step
  document.documentElement.lang = page.documentElement.lang
  document.title = page.title
  document.body.replaceWith(document.adoptNode(page.body))
  readAt = Date.now()
  const step = form()?.dataset.step
  // Except for the page that leads to the payment, so Back returns to the last step.
  if (isForward && step && step !== before) history.pushState({ step }, '')
  keep()
  if (step !== before) scrollTo(0, 0)
  const wrong = document.querySelector<HTMLElement>('[aria-invalid="true"]')
  const target = wrong ?? document.querySelector<HTMLElement>('h1')
  target?.focus()
}

/** Rereads parts of the page with the current selection. */
async function refresh(parts: readonly string[]): Promise<void> {
  const sent = form()
  if (!sent) return
  const mine = ++asked
  try {
    const { page } = await sendForm(sent, null, { to: 'same' })
    if (mine !== asked) return
    readAt = Date.now()
    for (const part of parts) {
      const [old, fresh] = [document.querySelector(part), page.querySelector(part)]
      if (old && fresh && !old.isEqualNode(fresh)) old.replaceWith(document.adoptNode(fresh))
    }
  } catch {
    // Best effort: submitting will report the failure.
  }
}

/** Clears a time chosen on another day. */
function chooseDay(): void {
  const shown = document.querySelector('.days > input:checked + label + fieldset')
  for (const time of document.querySelectorAll<HTMLInputElement>('.days [name="startsAt"]')) {
    if (!shown?.contains(time)) time.checked = false
  }
  const chosen = document.querySelector<HTMLInputElement>('[name="startsAt"]:checked')
  nameButton(chosen?.dataset.hold)
}

function nameButton(text: string | undefined): void {
  const button = document.querySelector<HTMLElement>('.dock .go')
  if (button) button.textContent = text ?? button.dataset.next ?? ''
}

function say(text: string): void {
  const notice = document.getElementById('notice')
  if (!notice) return
  notice.textContent = text
  // The button is always in view, the notice is not.
  notice.scrollIntoView({ block: 'center' })
}

/** Saves the input in the history entry, so Back and Forward lose nothing. */
function keep(): void {
  const sent = form()
  if (!sent) return
  const fields = [...new FormData(sent)].map(([name, value]) => [name, String(value)])
  history.replaceState({ step: sent.dataset.step, fields }, '')
}

/** Restores saved input into the form of the first step, carrying other fields along. */
function fill(fields: readonly [string, string][]): void {
  const sent = form()
  if (!sent) return
  for (const [name, value] of fields) {
    if (name === 'step' || name === 'to') continue
    const field = sent.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.value = value
    else
      sent.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
}
