import { make } from '../../browser/elements.ts'
import { loadLater } from './load-work.ts'
import { reportView } from './report-view.ts'

// Without this script, photos are links and the forms still work.

loadWhenNeeded()
compare()
reportView()

const offline = document.getElementById('offline')
const showConnection = () => offline?.toggleAttribute('hidden', navigator.onLine)
addEventListener('online', showConnection)
addEventListener('offline', showConnection)
showConnection()

type Work = typeof import('./work.ts')

/** Loads the viewer, the sheets and the comments: immediately if there are unsent comments or the client starts writing. */
function loadWhenNeeded(): void {
  const decision = document.getElementById('decision')
  const work = decision && loadLater<Work>('[data-id] a, [data-opens]')
  if (!decision || !work) return
  const begin = () => void work.load().catch(() => {})
  const hasUnsent = () => {
    const drafts = work.loaded()?.drafts
    return drafts ? drafts.count > 0 : hasWritten(decision)
  }

  for (const form of document.querySelectorAll<HTMLFormElement>('form[method=post]')) {
    form.addEventListener('focusin', begin, { once: true })
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const isQuestion = form.id !== 'changes' && !form.dataset.sure && hasUnsent()
      // Hidden from other listeners: only the submit after the answer counts.
      if (isQuestion) event.stopPropagation()
      const loaded = await work.load().catch(() => null)
      if (loaded) await loaded.submit(form)
      else sendPlainly(form, decision, isQuestion)
    })
  }
  if (hasWritten(decision)) begin()
}

/** Sends a form without the module that knows the unsent comments. */
function sendPlainly(form: HTMLFormElement, decision: HTMLElement, isQuestion: boolean): void {
  const { unsent, unloaded } = decision.dataset
  if (isQuestion) {
    if (!confirm(unsent)) return
    form.dataset.sure = 'yes'
    form.requestSubmit()
  } else if (form.id === 'changes' && hasKept(decision)) alert(unloaded)
  else form.submit()
}

/** Whether the client has written anything, here or before. */
function hasWritten(decision: HTMLElement): boolean {
  return Boolean(decision.querySelector('textarea')?.value) || hasKept(decision)
}

function hasKept(decision: HTMLElement): boolean {
  try {
    return localStorage.getItem(`comments:${decision.dataset.draft}`) !== null
  } catch {
    return false
  }
}

/** Adds a slider to each pair of original and altered photo. */
function compare(): void {
  for (const pair of document.querySelectorAll<HTMLElement>('.pair')) {
    const both = pair.querySelector('.both')
    if (!both) continue
    const slider = make('input', {
      type: 'range',
      min: '0',
      max: '100',
      value: '50',
      attr: { 'aria-label': pair.dataset.label ?? '' },
    })
    slider.addEventListener('input', () => pair.style.setProperty('--at', `${slider.value}%`))
    pair.classList.add('live')
    both.after(slider)
  }
}
