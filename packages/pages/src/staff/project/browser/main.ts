import { copyButtons } from '../../browser/copy.ts'
import { forgetDone } from '../../browser/forget-done.ts'
import { draggableOrder } from './order.ts'
import { printButtons } from './print.ts'

forgetDone()
copyButtons()
draggableOrder()
printButtons()
