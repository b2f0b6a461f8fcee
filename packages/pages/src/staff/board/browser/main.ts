import { forgetDone } from '../../browser/forget-done.ts'
import { startWithBrowser } from '../../start/browser/start.ts'
import { jobOf, type Move, newMover } from './move.ts'
import { keepFresh, prepare, statusOf } from './refresh.ts'

forgetDone()
const board = document.getElementById('board')
if (board) {
  prepare(board)
  const refresh = keepFresh(board)
  const move = newMover(refresh)
  moveMenus(board, move)
  draggableJobs(board, move)
  undoMoves(board, move)
  chooseRows(board)
  void startWithBrowser().catch(() => undefined)
}

/** Moves a job by its menu without leaving the page. `m` opens the menu. */
function moveMenus(board: HTMLElement, move: Move): void {
  board.addEventListener('submit', async (event) => {
    const { submitter, target } = event
    const card = target instanceof Element ? target.closest('li') : null
    if (!card || !(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    const { id } = card
    await move(jobOf(card), submitter.value)
    // The menu is closed by now.
    focusJob(board, id)
  })
  board.addEventListener('keydown', (event) => {
    const card = event.target instanceof Element ? event.target.closest('li') : null
    const menu = card?.querySelector('details')
    if (!menu || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'm') openMenu(menu)
  })
}

/** Keeps the focus on the job, or on the list it left. */
function focusJob(board: HTMLElement, id: string): void {
  const now = document.getElementById(id)?.querySelector<HTMLElement>('summary, a')
  const next = now ?? board.querySelector<HTMLElement>('[data-status] a')
  next?.focus()
}

/** Undoes the last move from the status line or by Ctrl+Z. */
function undoMoves(board: HTMLElement, move: Move): void {
  document.getElementById('live')?.addEventListener('submit', async (event) => {
    const undo = document.getElementById('undo')
    if (!undo || !(event.submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    const job = jobOf(undo)
    await move(job, event.submitter.value)
    focusJob(board, `p-${job.id}`)
  })
  document.addEventListener('keydown', (event) => {
    const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isUndo || event.target instanceof HTMLInputElement) return
    document.querySelector<HTMLElement>('#undo button')?.click()
  })
}

function openMenu(menu: HTMLDetailsElement): void {
  menu.open = true
  const first = menu.querySelector<HTMLElement>(':scope > :not(summary) :is(button, a, summary)')
  const forward = menu.querySelector<HTMLElement>('[data-next]')
  ;(forward ?? first)?.focus()
}

/** Opens the cancel confirmation of a job. */
function askToCancel(card: HTMLElement): void {
  const [menu, question] = card.querySelectorAll('details')
  if (!menu || !question) return
  menu.open = true
  question.open = true
  question.querySelector('button')?.focus()
}

/** Lets a mouse drag a job to another column, as a shortcut for its menu. */
function draggableJobs(board: HTMLElement, move: Move): void {
  let dragged: HTMLElement | null = null

  board.addEventListener('dragstart', ({ target, dataTransfer }) => {
    dragged = target instanceof HTMLElement ? target.closest('li') : null
    if (!dragged) return
    dragged.classList.add('dragged')
    if (dataTransfer) dataTransfer.effectAllowed = 'move'
  })
  board.addEventListener('dragover', (event) => {
    const column = columnAt(event)
    for (const each of columnsOf(board)) each.classList.remove('over')
    if (!dragged || !column || !moveControl(dragged, statusOf(column))) return
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
    for (const column of columnsOf(board)) column.classList.remove('over')
  })
}

function drop(card: HTMLElement, column: HTMLElement, move: Move): void {
  const to = statusOf(column)
  const control = moveControl(card, to)
  if (control instanceof HTMLAnchorElement) {
    location.assign(control.href)
    return
  }
  if (to === 'CANCELLED') {
    askToCancel(card)
    return
  }
  const [list, next] = [card.parentElement, card.nextElementSibling]
  column.querySelector('ul')?.prepend(card)
  void move(jobOf(card), to, () =>
    list?.insertBefore(card, next?.parentElement === list ? next : null),
  )
}

/** The control in a card's menu that moves it to a status, if permitted. */
function moveControl(card: Element, status: string): Element | null {
  return card.querySelector(`[data-to="${status}"], [name="to"][value="${status}"]`)
}

function columnAt({ target }: DragEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-status]') : null
}

function columnsOf(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>('.column')]
}

/** Makes the checkbox above a table select all its rows. */
function chooseRows(board: HTMLElement): void {
  board.addEventListener('change', ({ target }) => {
    const all = board.querySelector<HTMLInputElement>('.all input')
    if (!all || !(target instanceof HTMLInputElement)) return
    const rows = [...board.querySelectorAll<HTMLInputElement>('[name="job"]')]
    if (target === all) for (const row of rows) row.checked = all.checked
    const chosen = rows.filter(({ checked }) => checked).length
    all.checked = chosen > 0 && chosen === rows.length
    all.indeterminate = chosen > 0 && chosen < rows.length
  })
}
