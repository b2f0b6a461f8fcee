import { forgetDone } from '../../browser/forget-done.ts'
import { type Move, newMover } from './move.ts'
import { keepFresh, prepare, statusOf } from './refresh.ts'

forgetDone()
const board = document.getElementById('board')
if (board) {
  prepare(board)
  const refresh = keepFresh(board)
  const move = newMover(refresh)
  moveMenus(board, move)
  draggableJobs(board, move)
}

/** The menu of a job moves it without leaving the page. `m` opens it, Escape closes it. */
function moveMenus(board: HTMLElement, move: Move): void {
  board.addEventListener('submit', async (event) => {
    const { submitter, target } = event
    const card = target instanceof Element ? target.closest('li') : null
    if (!card || !(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    const { id } = card
    await move(card, submitter.value)
    // The menu is closed now: the focus stays with the job, or with the list that it has left.
    const now = document.getElementById(id)?.querySelector<HTMLElement>('summary, a')
    const next = now ?? board.querySelector<HTMLElement>('[data-status] a')
    next?.focus()
  })
  board.addEventListener('keydown', (event) => {
    const card = event.target instanceof Element ? event.target.closest('li') : null
    const menu = card?.querySelector('details')
    if (!menu || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'm') openMenu(menu)
    if (event.key === 'Escape' && menu.open) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
  board.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return
      for (const other of board.querySelectorAll<HTMLDetailsElement>('details[open]')) {
        if (!other.contains(target)) other.open = false
      }
    },
    // This event does not bubble.
    true,
  )
}

function openMenu(menu: HTMLDetailsElement): void {
  menu.open = true
  const first = menu.querySelector<HTMLElement>(':scope > :not(summary) :is(button, a, summary)')
  const forward = menu.querySelector<HTMLElement>('[data-next]')
  ;(forward ?? first)?.focus()
}

/** Opens the question whether a job is cancelled. */
function askToCancel(card: HTMLElement): void {
  const [menu, question] = card.querySelectorAll('details')
  if (!menu || !question) return
  menu.open = true
  question.open = true
  question.querySelector('button')?.focus()
}

/** A mouse can drag a job to another column: the shortcut of its menu. */
function draggableJobs(board: HTMLElement, move: Move): void {
  let dragged: HTMLElement | null = null

  board.addEventListener('dragstart', ({ target, dataTransfer }) => {
    dragged = target instanceof HTMLElement ? target.closest('li') : null
    if (!dragged) return
    dragged.classList.add('dragged')
    if (dataTransfer) dataTransfer.effectAllowed = 'move'
    for (const column of columnsOf(board)) {
      column.classList.toggle('off', !wayTo(dragged, statusOf(column)))
    }
  })
  board.addEventListener('dragover', (event) => {
    const column = columnAt(event)
    for (const each of columnsOf(board)) each.classList.remove('over')
    if (!dragged || !column || !wayTo(dragged, statusOf(column))) return
    event.preventDefault()
    column.classList.add('over')
  })
  board.addEventListener('drop', (event) => {
    const column = columnAt(event)
    if (!dragged || !column) return
    event.preventDefault()
    drop(dragged, column, move)
  })
  board.addEventListener('dragend', () => {
    dragged?.classList.remove('dragged')
    dragged = null
    for (const column of columnsOf(board)) column.classList.remove('off', 'over')
  })
}

function drop(card: HTMLElement, column: HTMLElement, move: Move): void {
  const to = statusOf(column)
  const way = wayTo(card, to)
  if (way instanceof HTMLAnchorElement) {
    location.assign(way.href)
    return
  }
  if (to === 'CANCELLED') {
    askToCancel(card)
    return
  }
  const [list, next] = [card.parentElement, card.nextElementSibling]
  column.querySelector('ul')?.prepend(card)
  void move(card, to, () => list?.insertBefore(card, next?.parentElement === list ? next : null))
}

/** The control of a card that leads to a status: the permitted moves are in its menu. */
function wayTo(card: Element, status: string): Element | null {
  return card.querySelector(`[data-to="${status}"], [name="to"][value="${status}"]`)
}

function columnAt({ target }: DragEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-status]') : null
}

function columnsOf(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>('.column')]
}
