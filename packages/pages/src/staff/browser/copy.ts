// Enables the copy buttons of the page and reports success.
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const element = document.getElementById(button.dataset.copy ?? '')
  if (!element) continue
  button.hidden = false
  button.onclick = async () => {
    const { copied = '', selected = '' } = button.dataset
    const status = button.parentElement?.querySelector(':scope > [role="status"]')
    const isDone = await copy(select(element))
    // The selection must be visible.
    if (!isDone) element.closest('details')?.setAttribute('open', '')
    if (status) status.textContent = isDone ? copied : selected
  }
}

/** Selects and returns the text of an element. */
function select(element: HTMLElement): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.select()
    return element.value
  }
  getSelection()?.selectAllChildren(element)
  return element.textContent
}

/** Copies a text; false without the permission or on plain HTTP. */
async function copy(text: string): Promise<boolean> {
  if (!isSecureContext) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
