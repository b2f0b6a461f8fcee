import { copyButtons } from '../../browser/copy.ts'
import { livePreview } from '../../browser/live-preview.ts'
import { orderTiles } from './tiles.ts'

copyButtons()
livePreview()
const tiles = document.getElementById('tiles')
if (tiles) orderTiles(tiles)
