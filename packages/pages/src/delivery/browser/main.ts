import { make } from '../../browser/elements.ts'
import { inUnit } from '../../format.ts'
import { DELIVERY, reportView } from './report-view.ts'

/** The most ids in one address. Many proxies refuse longer addresses. */
const MAX_CHOSEN = 150

// The script of a delivery's page. Without it, pictures are links and the forms still work.

loadWhenNeeded()
offerChoice()
compare()
reportView()

// Only an iPhone or iPad loads the module that saves to Photos. An iPad says that it is a Mac; a Mac has no touch.
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
 * Loads the viewer and the comments: after the pictures, at once when the client has something that was not sent, or
 * when they open a photo, write or decide. Without it, pictures are links and the forms still work.
 */
function loadWhenNeeded(): void {
  const decision = document.getElementById('decision')
  const name = document.querySelector<HTMLScriptElement>('script[data-more]')?.dataset.more
  if (!decision || !name) return
  let loaded: Work | undefined
  const load = async (): Promise<Work> => {
    loaded ??= (await import(new URL(name, import.meta.url).href)) as Work
    return loaded
  }
  const begin = () => void load().catch(() => {})
  const hasUnsent = () => (loaded ? loaded.drafts.count > 0 : hasWritten(decision))

  document.querySelector('.grid')?.addEventListener('click', async (event) => {
    const { target, metaKey, ctrlKey, shiftKey } = event as MouseEvent
    const link = (target as Element).closest('a')
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
        // It becomes a question: the submit after the answer is the one that counts.
        event.stopPropagation()
      }
      event.preventDefault()
      const work = await load().catch(() => null)
      if (work) await work.submit(form)
      else form.submit()
    })
  }
  if (location.hash.startsWith('#photo-') || hasWritten(decision)) begin()
  else if (document.readyState === 'complete') begin()
  else addEventListener('load', begin)
}

/** Whether the client has written anything, here or before. */
function hasWritten(decision: HTMLElement): boolean {
  if (decision.querySelector('textarea')?.value) return true
  try {
    return localStorage.getItem(`comments:${decision.dataset.draft}`) !== null
  } catch {
    return false
  }
}

/** Adds a slider to each pair of original and altered photo. It works by mouse, touch and arrow keys. */
function compare(): void {
  for (const pair of document.querySelectorAll<HTMLElement>('.pair')) {
    const both = pair.querySelector('.both')
    if (!both) continue
    const slider = make('input', {
      type: 'range',
      min: '0',
      max: '100',
      value: '50',
      attr: { 'aria-label': 'Show more of the original or of the altered photo' },
    })
    slider.addEventListener('input', () => pair.style.setProperty('--at', `${slider.value}%`))
    pair.classList.add('live')
    both.after(slider)
  }
}

/** Lets the client choose photos. The form then downloads only these, and says how large they are. */
function offerChoice(): void {
  const form = document.querySelector<HTMLFormElement>('#download')
  const what = document.getElementById('what')
  const status = document.getElementById('chosen')
  if (!form || !what || !status) return
  const boxes = [...document.querySelectorAll<HTMLInputElement>('.choose input')]
  const sizes = [...form.querySelectorAll('option')].map((option) => ({
    option,
    ofAll: option.text,
  }))
  const show = () => {
    const chosen = boxes.filter(({ checked }) => checked)
    const count = chosen.length
    const isFull = count >= MAX_CHOSEN
    for (const box of boxes) box.disabled = isFull && !box.checked
    what.textContent = count === 0 ? 'all' : String(count)
    for (const [at, { option, ofAll }] of sizes.entries()) {
      option.text = ofAll.replace(
        /\(all: (.*)\)/,
        count === 0 ? '$1' : written(bytesOf(chosen, at), form.dataset.locale),
      )
    }
    status.textContent = count === 0 ? '' : `${count} of ${boxes.length} photos chosen`
    if (isFull) status.textContent += '. Download these first'
  }
  for (const box of boxes) box.addEventListener('change', show)
  // After "Back", a browser may restore the chosen boxes.
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

/** Downloads without leaving the page. Without this, the form leads to a page that downloads. */
function downloadHere(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) query.append(name, String(value))
    location.assign(`${DELIVERY}/archive.zip?${query}`)
  })
}
