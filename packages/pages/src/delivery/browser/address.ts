const PHOTO = /^#photo-(\d+)$/

/** `#photo-3` in the URL while photo 3 is open: Back closes it, Forward reopens it, and a reload or link shows it. */
export class PhotoAddress {
  readonly #show: (photo: number | null) => void
  #isLeaving = false
  /** The photo to open once the browser has gone back. */
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

  /** Records that the client moved to another photo. */
  turn(photo: number): void {
    if (photoOf(location.hash) === null || this.#isLeaving) return
    try {
      history.replaceState(history.state, '', `#photo-${photo}`)
    } catch {
      // Safari allows 100 changes in 30 seconds.
    }
  }

  /** Called when the viewer closes. Leaves no history entry that would reopen it. */
  close(): void {
    if (photoOf(location.hash) === null || this.#isLeaving) return
    if (history.state?.isOfViewer) {
      this.#isLeaving = true
      history.back()
    } else {
      // Opened by a link: there's no entry of this page to go back to.
      history.replaceState(null, '', location.pathname + location.search)
    }
  }
}

function photoOf(hash: string): number | null {
  const [, number] = PHOTO.exec(hash) ?? []
  return number === undefined ? null : Number(number)
}
