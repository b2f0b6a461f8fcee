/**
 * Makes a list sortable by dragging with a mouse.
 *
 * @param onMoved receives the moved item, and a function that restores its place
 * @returns false without a mouse
 */
export function dragTiles(
  list: HTMLElement,
  onMoved: (tile: HTMLElement, undo: () => void) => void,
): boolean {
  if (!matchMedia('(hover: hover)').matches) return false
  let dragged: HTMLElement | null = null
  let next: Element | null = null
  for (const tile of list.querySelectorAll<HTMLElement>('li')) {
    tile.draggable = true
    // Otherwise the link or the picture would be dragged instead of the tile.
    for (const part of tile.querySelectorAll<HTMLElement>('a, img')) part.draggable = false
  }
  list.ondragstart = ({ target, dataTransfer }) => {
    dragged = target instanceof HTMLElement ? target.closest('li') : null
    next = dragged?.nextElementSibling ?? null
    dragged?.classList.add('dragged')
    if (dataTransfer) dataTransfer.effectAllowed = 'move'
  }
  list.ondragover = (event) => {
    const over = event.target instanceof Element ? event.target.closest('li') : null
    if (!dragged || !over || !list.contains(over)) return
    event.preventDefault()
    if (over === dragged) return
    const isBefore = over.compareDocumentPosition(dragged) & Node.DOCUMENT_POSITION_FOLLOWING
    list.insertBefore(dragged, isBefore ? over : over.nextElementSibling)
  }
  list.ondrop = (event) => event.preventDefault()
  list.ondragend = ({ dataTransfer }) => {
    const tile = dragged
    const before = next
    dragged = null
    tile?.classList.remove('dragged')
    if (!tile || tile.nextElementSibling === before) return
    const undo = () => list.insertBefore(tile, before)
    if (dataTransfer?.dropEffect === 'none') undo()
    else onMoved(tile, undo)
  }
  return true
}
