import { forgetDone } from '../../browser/forget-done.ts'
import { draggableJobs } from './drag.ts'
import { type Place, sendMove, showForm } from './move.ts'
import { keepFresh } from './refresh.ts'

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

/** A job dropped on everyone's day needs a technician: the form asks for one. */
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
