import { forgetDone } from '../../browser/forget-done.ts'
import { draggableJobs } from './drag.ts'
import { moveMenus } from './menu.ts'
import { newMover } from './move.ts'
import { prepare } from './reconcile.ts'
import { keepFresh } from './refresh.ts'

forgetDone()
const board = document.getElementById('board')
if (board) {
  prepare(board)
  const refresh = keepFresh(board)
  const move = newMover(refresh)
  moveMenus(board, move)
  draggableJobs(board, move)
}
