import { askToCancel } from './menu.ts'
import type { Move } from './move.ts'
import { statusOf } from './reconcile.ts'

/** A mouse can drag a job to another column: the shortcut of its menu. */
export function draggableJobs(board: HTMLElement, move: Move): void {
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
