import { make } from '../../browser/elements.ts'
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

/**
 * Loads the viewer, the sheets and the comments: after the pictures, or at once when there are unsent comments or the
 * client opens something, writes or decides.
 */
function loadWhenNeeded(): void {
  const decision = document.getElementById('decision')
  const name = document.querySelector<HTMLScriptElement>('script[data-more]')?.dataset.more
  if (!decision || !name) return
  let loaded: Work | undefined
  let loading: Promise<Work> | undefined
  let failures = 0
  const load = (): Promise<Work> => {
    // Browsers cache failed imports by URL.
    const retry = failures === 0 ? '' : `?${failures}`
    loading ??= import(new URL(name + retry, import.meta.url).href).then(
      (work: Work) => {
        loaded = work
        return work
      },
      (error) => {
        loading = undefined
        failures += 1
        throw error
      },
    )
    return loading
  }
  const begin = () => void load().catch(() => {})
  const hasUnsent = () => (loaded ? loaded.drafts.count > 0 : hasWritten(decision))

  document.addEventListener('click', async (event) => {
    const { target, metaKey, ctrlKey, shiftKey } = event
    const link = (target as Element).closest<HTMLAnchorElement>('[data-id] a, [data-opens]')
    if (!link || metaKey || ctrlKey || shiftKey) return
    if (!link.dataset.opens && !link.querySelector('img')) return
    event.preventDefault()
    const work = await load().catch(() => null)
    if (work) work.open(link)
    else location.assign(link.href)
  })
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method=post]')) {
    form.addEventListener('focusin', begin, { once: true })
    form.addEventListener('submit', async (event) => {
      if (form.id !== 'changes') {
        if (form.dataset.sure || !hasUnsent()) return
        // Becomes a question: only the submit after its answer counts.
        event.stopPropagation()
      }
      event.preventDefault()
      const work = await load().catch(() => null)
      if (work) await work.submit(form)
      else sendPlainly(form, decision)
    })
  }
  if (location.hash.startsWith('#photo-') || hasWritten(decision)) begin()
  else if (document.readyState === 'complete') begin()
  else addEventListener('load', begin)
}

/** Sends a form without the module that knows the unsent comments. */
function sendPlainly(form: HTMLFormElement, decision: HTMLElement): void {
  const { unsent, unloaded } = decision.dataset
  if (form.id !== 'changes') {
    if (!confirm(unsent)) return
    form.dataset.sure = 'yes'
    form.requestSubmit()
  } else if (hasKept(decision)) alert(unloaded)
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
