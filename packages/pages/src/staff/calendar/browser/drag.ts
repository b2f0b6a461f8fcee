import { make } from '../../../browser/elements.ts'
import { type Place, say, textOf } from './move.ts'

/** Minutes. */
const STEP = 15
/** Pixels before a press becomes a drag. */
const SLACK = 5
/** Pixels from an edge within which the page scrolls, and pixels per frame. */
const [EDGE, SCROLL] = [48, 10]
const LAST_START = 1_440 - STEP

/** A drag in progress. */
interface Drag {
  job: HTMLElement
  /** Minutes from the job's start to the pointer. */
  held: number
  /** Preview of the drop position. */
  shadow: HTMLElement
  /** Follows the pointer outside the time grid. */
  lifted: HTMLElement
  place: Place | undefined
  x: number
  y: number
}

interface Press {
  job: HTMLElement
  pointerId: number
  x: number
  y: number
  /** Canceled by Escape before the button is released. */
  isCanceled?: true
}

/** Drags jobs by mouse, or by their handle on touch screens. Escape cancels. */
export function draggableJobs(
  calendar: HTMLElement,
  drop: (job: HTMLElement, place: Place) => 'sent' | 'asks',
): void {
  let drag: Drag | undefined
  let pressed: Press | undefined

  calendar.addEventListener('dragstart', (event) => event.preventDefault())
  calendar.addEventListener('pointerdown', (event) => {
    const { target, pointerType, button, pointerId, clientX: x, clientY: y } = event
    const part = target instanceof Element ? target : undefined
    const job = part?.closest<HTMLElement>('li[data-version]')
    const isHandle = pointerType === 'mouse' || part?.closest('.move')
    if (job && isHandle && button === 0) pressed = { job, pointerId, x, y }
  })
  document.addEventListener('pointermove', (event) => {
    if (!pressed || pressed.isCanceled || event.pointerId !== pressed.pointerId) return
    const { clientX: x, clientY: y } = event
    if (!drag) {
      if (Math.hypot(x - pressed.x, y - pressed.y) < SLACK) return
      drag = begin(calendar, pressed.job, pressed.y)
      requestAnimationFrame(scroll)
    }
    Object.assign(drag, { x, y })
    follow(calendar, drag)
  })
  document.addEventListener('pointerup', ({ pointerId }) => {
    if (pointerId !== pressed?.pointerId) return
    const { isCanceled } = pressed
    pressed = undefined
    if (!drag && !isCanceled) return
    // Keeps the link under the pointer from opening.
    addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', stop, true))
    if (!drag) return
    const { job, place, lifted } = drag
    lifted.hidden = true
    if (place && !navigator.onLine) say('offline')
    // After submitting, the job stays where it was dropped until the next page loads.
    else if (place && drop(job, place) === 'sent') return
    leave()
  })
  // The back/forward cache restores the page as it was left, with the dropped job.
  addEventListener('pageshow', cancel)
  document.addEventListener('pointercancel', cancel)
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !drag) return
    if (pressed) pressed.isCanceled = true
    leave()
  })

  function cancel(): void {
    pressed = undefined
    if (drag) leave()
  }

  function leave(): void {
    if (drag) end(calendar, drag)
    drag = undefined
  }

  function scroll(): void {
    if (!drag || !pressed) return
    scrollAtEdges(calendar, drag)
    requestAnimationFrame(scroll)
  }
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

function begin(calendar: HTMLElement, job: HTMLElement, y: number): Drag {
  const { top } = job.getBoundingClientRect()
  const isOnAxis = job.classList.contains('shoot')
  const shadow = make('li', { className: `${job.className} shadow`, ariaHidden: 'true' })
  if (!isOnAxis) shadow.className = 'shoot shadow'
  shadow.append(make('b', { textContent: nameOf(job) }), make('span', {}), make('strong', {}))
  shadow.style.setProperty('--long', job.dataset.long ?? '')
  const lifted = make('div', { className: 'lifted', textContent: nameOf(job), ariaHidden: 'true' })
  document.body.append(lifted)
  job.classList.add('dragged')
  calendar.classList.add('dragging')
  const held = isOnAxis ? (y - top) / pixelsPerMinute(calendar) : 0
  return { job, held, shadow, lifted, place: undefined, x: 0, y: 0 }
}

function end(calendar: HTMLElement, { job, shadow, lifted }: Drag): void {
  shadow.remove()
  lifted.remove()
  job.classList.remove('dragged')
  calendar.classList.remove('dragging')
}

/** Shows the drop position, and any conflict. */
function follow(calendar: HTMLElement, drag: Drag): void {
  const { job, held, shadow, lifted, x, y } = drag
  const column = document
    .elementsFromPoint(x, y)
    .find((each) => each.matches('.slots'))
    ?.closest<HTMLElement>('.column')
  const slots = column?.querySelector<HTMLElement>('.slots')
  drag.place = undefined
  lifted.hidden = Boolean(slots)
  lifted.style.translate = `${x}px ${y}px`
  if (!column || !slots) {
    shadow.remove()
    return
  }
  const grid = calendar.querySelector<HTMLElement>('.grid')
  const from = Number(grid?.dataset.from)
  const minutes = from + (y - slots.getBoundingClientRect().top) / pixelsPerMinute(calendar) - held
  const at = Math.min(Math.max(Math.round(minutes / STEP) * STEP, from), LAST_START)
  const technicianId = column.dataset.by ?? job.dataset.by ?? ''
  drag.place = { when: `${column.dataset.day}T${clock(at)}`, technicianId }
  shadow.dataset.at = String(at)
  shadow.style.setProperty('--at', String(at))
  const against = clashOf(column, job, { at, technicianId, long: Number(job.dataset.long) })
  const [, time, problem] = shadow.children
  if (time) time.textContent = timeOf(calendar, at)
  if (problem && problem.textContent !== against) problem.textContent = against
  shadow.classList.toggle('double', against !== '')
  if (shadow.parentElement !== slots) slots.append(shadow)
}

interface Wanted {
  at: number
  long: number
  technicianId: string
}

/** Conflicts known to the page. The server checks again before moving the job. */
function clashOf(
  column: HTMLElement,
  job: HTMLElement,
  { at, long, technicianId }: Wanted,
): string {
  const touches = (each: HTMLElement) => {
    const begin = Number(each.dataset.at)
    return begin < at + long && begin + Number(each.dataset.long) > at
  }
  const others = [...column.querySelectorAll<HTMLElement>('ul .shoot')]
  const other = others.find((each) => {
    const isOther = each !== job && technicianId !== '' && each.dataset.by === technicianId
    return isOther && touches(each)
  })
  if (other) return textOf('overlaps', nameOf(other))
  const isIn = (spans: string) => [...column.querySelectorAll<HTMLElement>(spans)].some(touches)
  if (isIn('.away')) return textOf('away')
  return isIn('.off') ? textOf('off') : ''
}

function nameOf(job: Element): string {
  return job.querySelector('b')?.textContent ?? ''
}

function pixelsPerMinute(calendar: HTMLElement): number {
  return (calendar.querySelector<HTMLElement>('.axis span')?.offsetHeight ?? 0) / 60
}

function timeOf({ dataset }: HTMLElement, minutes: number): string {
  const format = new Intl.DateTimeFormat(dataset.locale, { timeStyle: 'short', timeZone: 'UTC' })
  return format.format(minutes * 60_000)
}

/** `HH:MM` */
function clock(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Scrolls while the pointer is near an edge. */
function scrollAtEdges(calendar: HTMLElement, drag: Drag): void {
  const grid = calendar.querySelector<HTMLElement>('.grid')
  if (!grid) return
  const { left, right, top, bottom } = grid.getBoundingClientRect()
  const { x, y } = drag
  const step = (at: number, from: number, to: number) =>
    at < from + EDGE ? -SCROLL : at > to - EDGE ? SCROLL : 0
  const isOver = x > left && x < right && y > top && y < bottom
  if (isOver) grid.scrollBy(step(x, left, right), step(y, Math.max(top, 0), bottom))
  scrollBy({ top: step(y, 0, innerHeight), behavior: 'instant' })
  if (isOver) follow(calendar, drag)
}
