/** Makes the checkbox above a table select all its rows. */
export function chooseRows(board: HTMLElement): void {
  board.addEventListener('change', ({ target }) => {
    const all = allOf(board)
    if (!all || !(target instanceof HTMLInputElement)) return
    const rows = rowsOf(board)
    if (target === all) for (const row of rows) row.checked = all.checked
    const chosen = rows.filter(({ checked }) => checked).length
    all.checked = chosen > 0 && chosen === rows.length
    all.indeterminate = chosen > 0 && chosen < rows.length
  })
}

function allOf(board: HTMLElement): HTMLInputElement | null {
  return board.querySelector('.all input')
}

function rowsOf(board: HTMLElement): HTMLInputElement[] {
  return [...board.querySelectorAll<HTMLInputElement>('[name="job"]')]
}
