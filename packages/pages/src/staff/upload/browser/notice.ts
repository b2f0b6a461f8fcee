const NAMES_SHOWN = 5

/** Shows a sentence above the list; none when it is empty. */
export function notify(text: string, ...more: HTMLElement[]): void {
  const notice = document.getElementById('notice')
  if (!notice) return
  notice.hidden = text === ''
  notice.replaceChildren(text, ...more)
}

/** The first names of a list. */
export function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(', ')
  return names.length > NAMES_SHOWN ? `${shown}…` : shown
}
