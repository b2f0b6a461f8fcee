/** Adds a checkbox that selects all rows of a table. */
export function chooseRows(board: HTMLElement): void {
  show()
  // A refresh replaces the table.
  new MutationObserver(show).observe(board, { childList: true })
  board.addEventListener('change', ({ target }) => {
    const all = allOf(board)
    if (!all || !(target instanceof HTMLInputElement)) return
    const rows = rowsOf(board)
    if (target === all) for (const row of rows) row.checked = all.checked
    const chosen = rows.filter(({ checked }) => checked).length
    all.checked = chosen > 0 && chosen === rows.length
    all.indeterminate = chosen > 0 && chosen < rows.length
  })

  function show(): void {
    board.querySelector('.all')?.removeAttribute('hidden')
  }
}

function allOf(board: HTMLElement): HTMLInputElement | null {
  return board.querySelector('.all input')
}

function rowsOf(board: HTMLElement): HTMLInputElement[] {
  return [...board.querySelectorAll<HTMLInputElement>('[name="job"]')]
}
