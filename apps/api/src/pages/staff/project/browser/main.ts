import { copyButtons } from '../../browser/copy.ts'
import { draggableOrder } from './order.ts'
import { printButtons } from './print.ts'

copyButtons()
draggableOrder()
printButtons()
