import { make } from '../../browser/elements.ts'
import { inUnit } from '../../format.ts'
import { DELIVERY, reportView } from './report-view.ts'

/** Many proxies refuse longer URLs. */
const MAX_CHOSEN = 150

// Without this script, photos are links and the forms still work.

loadWhenNeeded()
offerChoice()
compare()
reportView()

// Saving to Photos is for iPhone and iPad only. An iPad claims to be a Mac, but Macs have no touch.
const sharing = document.getElementById('share')?.dataset.module
if (sharing && navigator.maxTouchPoints > 0 && /iPhone|iPad|Mac/.test(navigator.userAgent)) {
  void import(new URL(sharing, location.href).href)
}

const offline = document.getElementById('offline')
const showConnection = () => offline?.toggleAttribute('hidden', navigator.onLine)
addEventListener('online', showConnection)
addEventListener('offline', showConnection)
showConnection()

type Work = typeof import('./work.ts')

/**
 * Loads the viewer and the comments: after the pictures, or at once when there are unsent comments or the client opens a
 * photo, writes or decides.
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
    const link = (target as Element).closest<HTMLAnchorElement>('[data-id] a')
    if (!link?.querySelector('img') || metaKey || ctrlKey || shiftKey) return
    event.preventDefault()
    const work = await load().catch(() => null)
    if (work) work.openPhoto(link)
    else location.assign(link.href)
  })
  for (const form of decision.querySelectorAll('form')) {
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

/** Limits the download to the chosen photos, and shows their size. */
function offerChoice(): void {
  const form = document.querySelector<HTMLFormElement>('#download')
  const what = document.getElementById('what')
  const status = document.getElementById('chosen')
  if (!form || !what || !status) return
  const boxes = [...document.querySelectorAll<HTMLInputElement>('.choose input')]
  const sizes = [...form.querySelectorAll('option')]
  const all = what.textContent
  const show = () => {
    const chosen = boxes.filter(({ checked }) => checked)
    const count = chosen.length
    const isFull = count >= MAX_CHOSEN
    for (const box of boxes) box.disabled = isFull && !box.checked
    what.textContent = count === 0 ? all : String(count)
    for (const [at, option] of sizes.entries()) {
      const { name, all: ofAll } = option.dataset
      const size = count === 0 ? ofAll : written(bytesOf(chosen, at), form.dataset.locale)
      option.text = `${name} ${size}`
    }
    const { some = '', full = '' } = status.dataset
    status.textContent = (count === 0 ? '' : isFull ? full : some)
      .replace('{count}', String(count))
      .replace('{total}', String(boxes.length))
  }
  for (const box of boxes) box.addEventListener('change', show)
  // Browsers may restore the checked boxes after Back.
  show()
  downloadHere(form)
}

/** @param at which size, in the order of the select */
function bytesOf(boxes: readonly HTMLInputElement[], at: number): number {
  return boxes.reduce((sum, { dataset }) => sum + Number(dataset.bytes?.split(' ')[at]), 0)
}

function written(bytes: number, locale: string | undefined): string {
  const { value, options } = inUnit(bytes)
  return new Intl.NumberFormat(locale, options).format(value)
}

/** Downloads without leaving the page. The plain form leads to a page that starts the download. */
function downloadHere(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) query.append(name, String(value))
    location.assign(`${DELIVERY}/archive.zip?${query}`)
  })
}
