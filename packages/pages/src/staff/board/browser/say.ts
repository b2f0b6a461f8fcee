/** Says something of the board, also to a screen reader. */
export function say(text: string, isProblem = false): void {
  const live = document.getElementById('live')
  if (!live) return
  live.className = isProblem ? 'problem' : ''
  live.textContent = text
}

type Text = 'moved' | 'changed' | 'refused' | 'offline'

/** A text of the page, with its values: `{job}`. */
export function textOf(name: Text, values: Record<string, string> = {}): string {
  const text = document.getElementById('live')?.dataset[name] ?? ''
  return text.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
}
