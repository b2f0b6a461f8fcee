import '../../browser/copy.ts'
import { livePreview } from '../../browser/live-preview.ts'
import { orderTiles } from './tiles.ts'

livePreview()
const tiles = document.getElementById('tiles')
if (tiles) orderTiles(tiles)
