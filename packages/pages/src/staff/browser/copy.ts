/** Shows the buttons that copy the text of an element, and says when it is copied. */
export function copyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const element = document.getElementById(button.dataset.copy ?? '')
    if (!element) continue
    button.hidden = false
    button.onclick = async () => {
      const { copied = '', selected = '' } = button.dataset
      const status = button.parentElement?.querySelector(':scope > [role="status"]')
      const isDone = await isCopied(select(element))
      // What is selected must be seen.
      if (!isDone) element.closest('details')?.setAttribute('open', '')
      if (status) status.textContent = isDone ? copied : selected
    }
  }
}

/** Selects the text of an element. Returns it. */
function select(element: HTMLElement): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.select()
    return element.value
  }
  getSelection()?.selectAllChildren(element)
  return element.textContent
}

/** Without the permission, and on plain HTTP, a browser copies nothing for a page. */
async function isCopied(text: string): Promise<boolean> {
  if (!isSecureContext) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
