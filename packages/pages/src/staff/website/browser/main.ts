import { copyButtons } from '../../browser/copy.ts'
import { livePreview } from '../../browser/live-preview.ts'
import { orderTiles } from './tiles.ts'

copyButtons()
const form = document.querySelector<HTMLFormElement>('form:has(#update)')
const tiles = document.getElementById('tiles')
if (tiles) orderTiles(tiles)
if (form) livePreview(form)
