import { TEXTS } from '../texts.ts'
import { isPassing, Refused } from './ask.ts'
import { MAX_FAILURES } from './connection.ts'

/** The tries of one file. */
export class Tries {
  readonly #file: File
  #failures = 0
  #isSignedAgain = false

  constructor(file: File) {
    this.#file = file
  }

  /**
   * Whether the file may be tried again after a response, or without one (0). A refused address is renewed once.
   *
   * @throws {Refused}
   */
  async expectAnother(status: number): Promise<void> {
    if (status === 403 && !this.#isSignedAgain) {
      this.#isSignedAgain = true
      return
    }
    if (!isPassing(status)) throw new Refused(TEXTS.storeRefused(status), status)
    if (!(await isReadable(this.#file))) throw new Refused(TEXTS.unreadable)
    // Without a connection nothing was tried: that is no failure.
    if (navigator.onLine) this.#failures += 1
    if (this.#failures > MAX_FAILURES) throw new Refused(TEXTS.noConnection)
  }
}

/** A file that was changed after it was chosen cannot be read any more. */
function isReadable(file: File): Promise<boolean> {
  const first = file.slice(0, 1).arrayBuffer()
  return first.then(
    () => true,
    () => false,
  )
}
