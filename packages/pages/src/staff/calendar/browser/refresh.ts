import { followChanges } from '../../browser/follow-changes.ts'
import { say } from './move.ts'

const MINUTE_MS = 60_000

/** The positions on the axis, for which a reread page has no rules. */
const POSITIONS = ['at', 'long', 'depth', 'nth', 'of', 'most']

/** Keeps the calendar and its current-time line current. */
export function keepFresh(calendar: HTMLElement): void {
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
