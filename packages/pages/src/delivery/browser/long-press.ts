const PRESS_MS = 500

/** Calls `onPress` with the tile of a long-pressed photo, and suppresses the click. */
export function onLongPress(onPress: (tile: HTMLElement) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isHeld = false
  const end = () => clearTimeout(timer)
  const hold = (tile: HTMLElement) => {
    end()
    isHeld = true
    onPress(tile)
  }
  const listen = (
    type: 'pointerdown' | 'click' | 'contextmenu',
    listener: (event: PointerEvent, tile: HTMLElement) => void,
  ) =>
    document.addEventListener(
      type,
      (event) => {
        const tile = (event.target as Element).closest<HTMLElement>('[data-id]')
        if (tile) listener(event as PointerEvent, tile)
      },
      { capture: true },
    )
  listen('pointerdown', ({ pointerType }, tile) => {
    end()
    isHeld = false
    if (pointerType === 'touch') timer = setTimeout(hold, PRESS_MS, tile)
  })
  // Scrolling cancels the pointer.
  for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, end)
  // Android fires this on a long press, instead of a click.
  listen('contextmenu', (event, tile) => {
    if (event.pointerType !== 'touch') return
    event.preventDefault()
    if (!isHeld) hold(tile)
  })
  listen('click', (event) => {
    if (!isHeld) return
    isHeld = false
    event.preventDefault()
    event.stopPropagation()
  })
}
