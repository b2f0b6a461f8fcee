// Removes the error of a field, or of a group of fields, once its value changes.
document.addEventListener('input', ({ target }) => {
  const field = target instanceof Element && target.closest('[aria-invalid="true"]')
  if (!field) return
  field.removeAttribute('aria-invalid')
  for (const id of field.getAttribute('aria-describedby')?.split(' ') ?? []) {
    if (id.endsWith('problem')) document.getElementById(id)?.remove()
  }
})
