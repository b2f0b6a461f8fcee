import { followChanges } from '../../browser/follow-changes.ts'
import { forgetDone } from '../../browser/forget-done.ts'
import { draggableJobs } from './drag.ts'
import { type Place, say, sendMove, showForm } from './move.ts'

const MINUTE_MS = 60_000
/** Attributes for positions on the axis. The page has no style rules for those of a reread one. */
const POSITIONS = ['at', 'long', 'depth', 'nth', 'of', 'most']

forgetDone()
const calendar = document.getElementById('calendar')
if (calendar) {
  moveForms(calendar)
  draggableJobs(calendar, drop)
  keepFresh(calendar)
  showHours(calendar)
}

/** Opens the move form in place, also by `m` on a focused job. */
function moveForms(calendar: HTMLElement): void {
  const open = (event: Event, job: HTMLElement) => {
    const link = job.querySelector<HTMLAnchorElement>('.move')
    if (!link) return
    event.preventDefault()
    void showForm(link.href, link)
  }
  calendar.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('.move') : null
    const job = link?.closest<HTMLElement>('li')
    const isOther = event.ctrlKey || event.metaKey || event.shiftKey
    if (job && !isOther) open(event, job)
  })
  calendar.addEventListener('keydown', (event) => {
    const job = event.target instanceof Element ? event.target.closest<HTMLElement>('li') : null
    const isOther = event.ctrlKey || event.metaKey || event.altKey
    if (job && event.key === 'm' && !isOther) open(event, job)
  })
}

/** Submits the move, or opens its form if a job without a technician was dropped on everyone's day. */
function drop(job: HTMLElement, place: Place): 'sent' | 'asks' {
  const link = job.querySelector<HTMLAnchorElement>('.move')
  if (!link) return 'asks'
  if (place.technicianId !== '') {
    sendMove(job, link.href, place)
    return 'sent'
  }
  const url = new URL(link.href)
  url.searchParams.set('when', place.when)
  void showForm(url.href, link)
  return 'asks'
}

/** Scrolls a long day to eight o'clock. */
function showHours(calendar: HTMLElement): void {
  const grid = calendar.querySelector<HTMLElement>('.grid')
  if (!grid || location.hash !== '') return
  const hour = grid.querySelector<HTMLElement>('.axis span')?.offsetHeight ?? 0
  grid.scrollTop = Math.max(0, 8 - Number(grid.dataset.from) / 60 - 0.5) * hour
}

/** Keeps the calendar and its current-time line current. */
function keepFresh(calendar: HTMLElement): void {
  let readAt = Date.now()
  setInterval(() => {
    for (const line of calendar.querySelectorAll<HTMLElement>('.now')) {
      const minutes = (Date.now() - readAt) / MINUTE_MS
      line.style.setProperty('--at', String(Number(line.dataset.at) + minutes))
    }
  }, MINUTE_MS)
  followChanges(calendar, {
    isBusy: () => document.querySelector('.dragging, dialog[open]') !== null,
    sayOffline: (isOffline) => say(isOffline ? 'outdated' : undefined),
    show(fresh) {
      readAt = Date.now()
      replace(calendar, fresh)
    },
  })
}

/** Keeps the focus and the scroll position. */
function replace(calendar: HTMLElement, fresh: HTMLElement): void {
  const { activeElement } = document
  const focused = calendar.contains(activeElement) ? activeElement : null
  const { scrollTop = 0, scrollLeft = 0 } = gridOf(calendar) ?? {}
  place(fresh)
  calendar.dataset.since = fresh.dataset.since
  calendar.replaceChildren(...fresh.childNodes)
  gridOf(calendar)?.scrollTo({ top: scrollTop, left: scrollLeft, behavior: 'instant' })
  const href = focused?.getAttribute('href')
  // Jobs keep their links when they move. Without one, the focus was on the grid.
  const links = [...calendar.querySelectorAll<HTMLElement>('.grid, a')]
  if (focused)
    links.find((each) => each.getAttribute('href') === href)?.focus({ preventScroll: true })
}

function place(fresh: HTMLElement): void {
  for (const name of POSITIONS) {
    for (const each of fresh.querySelectorAll<HTMLElement>(`[data-${name}]`)) {
      each.style.setProperty(`--${name}`, each.dataset[name] ?? '')
    }
  }
  const grid = gridOf(fresh)
  const [from, until] = [Number(grid?.dataset.from), Number(grid?.dataset.until)]
  grid?.style.setProperty('--from', String(from))
  grid?.style.setProperty('--hours', String((until - from) / 60))
}

function gridOf(calendar: HTMLElement): HTMLElement | null {
  return calendar.querySelector('.grid')
}
