// Single keys can be in the way of speech input, so a person can switch them off (WCAG 2.1.4).
const OFF = 'developers.keys.off'

/** The keys of a list: j and k move, r tries once more, / searches. Enter opens: each row is a link. */
export function shortcutKeys(): void {
  const note = document.querySelector<HTMLElement>('[data-shortcuts]')
  const button = note?.querySelector('button')
  if (!note || !button) return
  note.hidden = false
  const show = () => {
    button.textContent = (isOff() ? button.dataset.on : button.dataset.off) ?? ''
  }
  button.onclick = () => {
    if (isOff()) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, 'yes')
    show()
  }
  show()
  document.querySelector('.rows [aria-current]')?.scrollIntoView({ block: 'nearest' })
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (ctrlKey || metaKey || altKey || isOff() || isField(target)) return
    if (act(key)) event.preventDefault()
  })
}

function act(key: string): boolean {
  if (key === 'j') return move(1)
  if (key === 'k') return move(-1)
  if (key === 'r') return press('[data-retry]')
  return key === '/' && focus('#find')
}

function move(by: number): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('.rows a')]
  const focused = rows.findIndex((row) => row.matches(':focus'))
  const now = focused < 0 ? rows.findIndex((row) => row.hasAttribute('aria-current')) : focused
  const next = now < 0 ? rows[0] : rows[now + by]
  next?.focus()
  return next !== undefined
}

function press(selector: string): boolean {
  const button = document.querySelector<HTMLElement>(selector)
  button?.click()
  return button !== null
}

function focus(selector: string): boolean {
  const field = document.querySelector<HTMLInputElement>(selector)
  field?.select()
  return field !== null
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select')
}

function isOff(): boolean {
  return localStorage.getItem(OFF) !== null
}
