import { button } from '../../../browser/elements.ts'
import '../../browser/copy.ts'
import { dragTiles } from '../../browser/drag-tiles.ts'
import { livePreview } from '../../browser/live-preview.ts'

/** Texts of the buttons that move a file, and of the announcement. */
const ORDER = {
  earlier: 'Move earlier',
  later: 'Move later',
  moved: (place: number, all: number) => `Now ${place} of ${all}`,
} as const

livePreview()
const tiles = document.getElementById('tiles')
if (tiles) orderTiles(tiles)

/** Sorts the files by mouse or buttons instead of by numbers. */
function orderTiles(list: HTMLElement): void {
  const said = document.getElementById('media-said')
  const changed = () => {
    for (const [at, tile] of tilesOf(list).entries()) placeOf(tile).value = String(at + 1)
    list.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const tile of tilesOf(list)) {
    placeOf(tile).hidden = true
    const move = (by: 1 | -1) => () => {
      if (!moved(tile, by)) return
      changed()
      const all = tilesOf(list)
      if (said) said.textContent = ORDER.moved(all.indexOf(tile) + 1, all.length)
    }
    const name = tile.querySelector('bdi')?.textContent ?? ''
    const moves = document.createElement('span')
    moves.className = 'moves'
    moves.append(
      button(`${ORDER.earlier}: ${name}`, '‹', move(-1)),
      button(`${ORDER.later}: ${name}`, '›', move(1)),
    )
    tile.append(moves)
  }
  dragTiles(list, changed)
}

/** Moves a tile one place and keeps the focus. @returns false at either end */
function moved(tile: HTMLElement, by: 1 | -1): boolean {
  const other = by < 0 ? tile.previousElementSibling : tile.nextElementSibling
  if (!other) return false
  const focused = document.activeElement as HTMLElement
  if (by < 0) other.before(tile)
  else other.after(tile)
  focused.focus()
  return true
}

function tilesOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('li')]
}

function placeOf(tile: HTMLElement): HTMLInputElement {
  return tile.querySelector('[type="number"]') as HTMLInputElement
}
