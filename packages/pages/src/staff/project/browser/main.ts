import { copyButtons } from '../../browser/copy.ts'
import { forgetDone } from '../../browser/forget-done.ts'
import { editInPlace } from './in-place.ts'
import { draggableOrder } from './order.ts'

forgetDone()
copyButtons()
draggableOrder()
printButtons()
editInPlace()

/** Shows the buttons that print the page. */
function printButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
    button.hidden = false
    button.onclick = () => print()
  }
}
