/** Removes the error of a field, or of a group of fields, once its value changes. */
export function clearCorrected(): void {
  document.addEventListener('input', ({ target }) => {
    const field = target instanceof Element && target.closest('[aria-invalid="true"]')
    if (!field) return
    field.removeAttribute('aria-invalid')
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
    const [hint] = ids.filter((id) => !id.endsWith('-problem'))
    for (const id of ids) if (id !== hint) document.getElementById(id)?.remove()
    if (hint) field.setAttribute('aria-describedby', hint)
    else field.removeAttribute('aria-describedby')
  })
}
