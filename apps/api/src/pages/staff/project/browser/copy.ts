/** Shows the buttons that copy a field, and says when it is copied. */
export function copyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const { copy = '', copied = '' } = button.dataset
    const field = document.getElementById(copy)
    if (!(field instanceof HTMLInputElement)) continue
    button.hidden = false
    button.onclick = async () => {
      field.select()
      // Without the permission the text is selected, and the person copies it.
      await navigator.clipboard?.writeText(field.value)
      const status = document.getElementById('copied')
      if (status) status.textContent = copied
    }
  }
}
