const SCALE = 2.5

/**
 * Enlarges a photo in its figure, which then scrolls: by double click or tap, a button, and the keys + and −. Pinch
 * zoom is native.
 */
export class Zoom {
  readonly #strip: HTMLElement
  readonly #onChange: (isZoomed: boolean) => void
  #image: HTMLImageElement | null = null

  /** @param strip stays in place while a photo is enlarged */
  constructor(strip: HTMLElement, onChange: (isZoomed: boolean) => void) {
    this.#strip = strip
    this.#onChange = onChange
  }

  get isZoomed(): boolean {
    return this.#image !== null
  }

  /**
   * @param x fraction of the photo's width that stays in view
   * @param y fraction of its height
   */
  enlarge(image: HTMLImageElement, x = 0.5, y = 0.5): void {
    if (this.#image) return
    this.#image = image
    const { clientWidth, clientHeight } = image
    image.sizes = `${SCALE * 100}vw`
    image.style.setProperty('width', `${clientWidth * SCALE}px`)
    image.style.setProperty('height', `${clientHeight * SCALE}px`)
    this.#strip.classList.add('zoomed')
    const figure = image.closest('figure')
    if (!figure) return
    // Lets the arrow keys move the photo.
    figure.tabIndex = 0
    figure.focus({ preventScroll: true })
    figure.scrollTo({
      left: x * clientWidth * SCALE - figure.clientWidth / 2,
      top: y * clientHeight * SCALE - figure.clientHeight / 2,
      behavior: 'instant',
    })
    this.#onChange(true)
  }

  reset(): void {
    if (!this.#image) return
    this.#image.style.removeProperty('width')
    this.#image.style.removeProperty('height')
    const figure = this.#image.closest('figure')
    if (figure === document.activeElement) this.#strip.focus({ preventScroll: true })
    figure?.removeAttribute('tabindex')
    this.#image = null
    this.#strip.classList.remove('zoomed')
    this.#onChange(false)
  }
}
