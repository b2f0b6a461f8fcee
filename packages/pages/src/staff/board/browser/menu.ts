import type { Move } from './move.ts'

/** The menu of a job moves it without leaving the page. `m` opens it, Escape closes it. */
export function moveMenus(board: HTMLElement, move: Move): void {
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
export function askToCancel(card: HTMLElement): void {
  const [menu, question] = card.querySelectorAll('details')
  if (!menu || !question) return
  menu.open = true
  question.open = true
  question.querySelector('button')?.focus()
}
