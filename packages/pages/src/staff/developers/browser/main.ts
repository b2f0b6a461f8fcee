import { copyButtons } from '../../browser/copy.ts'
import { forgetDone } from '../../browser/forget-done.ts'
import { countdowns } from './countdown.ts'
import { shortcutKeys } from './keys.ts'
import { sendOnce } from './once.ts'
import { waitForEnd } from './wait.ts'

forgetDone()
copyButtons()
countdowns()
sendOnce()
waitForEnd()
shortcutKeys()
