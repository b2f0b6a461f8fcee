const PHOTO = /^#photo-(\d+)$/

/**
 * The address ends in `#photo-3` while photo 3 is open. So Back closes it, Forward opens it again, and a reload or a
 * link shows it.
 */
export class PhotoAddress {
  readonly #show: (photo: number | null) => void
  #isLeaving = false
  /** The photo that is opened while the browser still goes back. */
  #next: number | null = null

  /** @param show opens a photo, or closes what is open */
  constructor(show: (photo: number | null) => void) {
    this.#show = show
    addEventListener('popstate', () => {
      this.#isLeaving = false
      this.#show(photoOf(location.hash))
      const next = this.#next
      this.#next = null
      if (next !== null) this.open(next)
    })
    const photo = photoOf(location.hash)
    if (photo !== null) show(photo)
  }

  open(photo: number): void {
    if (this.#isLeaving) {
      this.#next = photo
      return
    }
    history.pushState({ isOfViewer: true }, '', `#photo-${photo}`)
    this.#show(photo)
  }

  /** The client looks at another photo. */
  turn(photo: number): void {
    if (photoOf(location.hash) === null || this.#isLeaving) return
    try {
      history.replaceState(history.state, '', `#photo-${photo}`)
    } catch {
      // Safari allows 100 changes in 30 seconds.
    }
  }

  /** The viewer was closed. Leaves no entry that would open it again. */
  close(): void {
    if (photoOf(location.hash) === null || this.#isLeaving) return
    if (history.state?.isOfViewer) {
      this.#isLeaving = true
      history.back()
    } else {
      // A link led to the photo: there is nothing of this page to go back to.
      history.replaceState(null, '', location.pathname + location.search)
    }
  }
}

function photoOf(hash: string): number | null {
  const [, number] = PHOTO.exec(hash) ?? []
  return number === undefined ? null : Number(number)
}
