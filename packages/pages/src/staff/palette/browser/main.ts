// On every page, so it's tiny: the palette itself loads when first opened.

import '../../../browser/corrected.ts'

const link = document.querySelector<HTMLAnchorElement>('.finder')

type Palette = typeof import('./work.ts')
let loading: Promise<Palette> | undefined

/** Keystrokes typed before the palette has loaded. */
let typed = ''

function open(finder: HTMLAnchorElement, event: Event): void {
  event.preventDefault()
  if (!loading) {
    loading = import(new URL(finder.dataset.module ?? '', location.href).href)
    addEventListener('keydown', keep, true)
  }
  loading
    .then(
      ({ openPalette }) => openPalette(finder, typed),
      () => location.assign(finder.href),
    )
    .finally(() => {
      removeEventListener('keydown', keep, true)
      typed = ''
    })
}

function keep(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key.length === 1) typed += key
  else return
  // Keeps the keystroke from the page's shortcuts and fields.
  event.preventDefault()
  event.stopPropagation()
}

if (link) {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
  const shortcut = link.querySelector('kbd')
  if (shortcut) {
    shortcut.textContent = isMac ? '⌘K' : 'Ctrl K'
    shortcut.hidden = false
  }
  link.setAttribute('aria-haspopup', 'dialog')
  link.setAttribute('aria-keyshortcuts', isMac ? 'Meta+K' : 'Control+K')
  link.addEventListener('click', (event) => {
    // With these keys, the browser opens the link in a new tab or window.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) open(link, event)
  })
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (isShortcut && !event.shiftKey && !event.altKey && !event.repeat) open(link, event)
  })
}

// Escape closes these menus. Other `details` elements may hold input, and stay open.
document.addEventListener('keydown', ({ key, target, isComposing }) => {
  if (key !== 'Escape' || isComposing || !(target instanceof Element)) return
  const menu = target.closest<HTMLDetailsElement>('[open]:is(.menu, .moves, .pick, .jump)')
  if (!menu) return
  menu.open = false
  menu.querySelector('summary')?.focus()
})
