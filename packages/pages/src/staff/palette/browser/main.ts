// On every page, so it's tiny: the palette itself loads when first opened.
const link = document.querySelector<HTMLAnchorElement>('.finder')

type Palette = typeof import('./work.ts')
let loading: Promise<Palette> | undefined

function open(finder: HTMLAnchorElement, event: Event): void {
  event.preventDefault()
  loading ??= import(new URL(finder.dataset.module ?? '', location.href).href)
  loading.then(
    ({ openPalette }) => openPalette(finder),
    () => location.assign(finder.href),
  )
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
    // Opens as a normal link in a new tab.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) open(link, event)
  })
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (isShortcut && !event.shiftKey && !event.altKey && !event.repeat) open(link, event)
  })
}
