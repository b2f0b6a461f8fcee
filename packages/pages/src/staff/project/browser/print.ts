/** Shows the buttons that print the page. */
export function printButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
    button.hidden = false
    button.onclick = () => print()
  }
}
