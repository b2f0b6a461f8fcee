import { call } from '../../browser/call.ts'
import '../../browser/copy.ts'
import { dragTiles } from '../../browser/drag-tiles.ts'
import { forgetDone } from '../../browser/forget-done.ts'
import { editInPlace } from './in-place.ts'

forgetDone()
draggableOrder()
replaceButtons()
printButtons()
editInPlace()

/** Enables the buttons that replace a file, including later ones. Loads their module on first use. */
function replaceButtons(): void {
  const name = document.querySelector<HTMLScriptElement>('script[data-more]')?.dataset.more
  if (!name) return
  document.documentElement.classList.add('replaces')
  document.addEventListener('change', async ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    const place = target.closest<HTMLElement>('[data-replaces]')
    const [file] = target.files ?? []
    if (!place || !file) return
    target.value = ''
    type Replace = typeof import('./replace.ts')
    const { replace }: Replace = await import(new URL(name, import.meta.url).href)
    await replace(place, file)
  })
}

function printButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
    button.hidden = false
    button.onclick = () => print()
  }
}

interface Media {
  id: string
}

/** Reorders files by dragging. Without a mouse, use the form on each file's page. */
function draggableOrder(): void {
  const grid = document.querySelector<HTMLElement>('[data-project]')
  const hint = document.querySelector<HTMLElement>('[data-drag-hint]')
  if (!grid || !dragTiles(grid, (tile, undo) => void save(grid, tile, undo))) return
  if (hint) hint.hidden = false
}

/** Saves a tile's new place, and restores it if refused. */
async function save(grid: HTMLElement, tile: HTMLElement, undo: () => void): Promise<void> {
  const status = document.getElementById('order-status')
  const say = (text = '') => {
    if (status) status.textContent = text
  }
  const isSaved = await reorder(grid, tile).catch(() => false)
  if (!isSaved) undo()
  number(grid)
  say(isSaved ? status?.dataset.moved : status?.dataset.refused)
}

/** Moves only this tile within the project's current order, which someone else may have changed. */
async function reorder(grid: HTMLElement, tile: HTMLElement): Promise<boolean> {
  const projectId = grid.dataset.project
  const { body, isSuccess } = await call<{ data: Media[] }>('GET', `/projects/${projectId}/media`)
  if (!isSuccess) return false
  const mediaIds = body.data.map(({ id }) => id).filter((id) => id !== tile.dataset.id)
  const [after, before] = [tile.previousElementSibling, tile.nextElementSibling].map((each) =>
    each instanceof HTMLElement ? mediaIds.indexOf(each.dataset.id ?? '') : -1,
  ) as [number, number]
  if (after < 0 && before < 0) return false
  mediaIds.splice(after < 0 ? before : after + 1, 0, tile.dataset.id ?? '')
  const response = await call('PATCH', '/media/reorder', { body: { projectId, mediaIds } })
  return response.isSuccess
}

function number(grid: HTMLElement): void {
  const first = Number(grid.getAttribute('start') ?? 1)
  for (const [index, tile] of tilesOf(grid).entries()) {
    const place = tile.querySelector('[data-number]')
    if (place) place.textContent = String(first + index)
  }
}

function tilesOf(grid: HTMLElement): HTMLElement[] {
  return [...grid.querySelectorAll<HTMLElement>('li')]
}
