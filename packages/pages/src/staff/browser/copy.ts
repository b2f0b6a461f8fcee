/** Shows the buttons that copy a field, and says when it is copied. */
export function copyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const field = document.getElementById(button.dataset.copy ?? '')
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    button.hidden = false
    button.onclick = async () => {
      field.select()
      const { copied = '', selected = '' } = button.dataset
      const status = button.parentElement?.querySelector('[role="status"]')
      const text = (await isCopied(field.value)) ? copied : selected
      if (status) status.textContent = text
    }
  }
}

/** Without the permission, and on plain HTTP, a browser copies nothing for a page. */
async function isCopied(text: string): Promise<boolean> {
  if (!isSecureContext) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
