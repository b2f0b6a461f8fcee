import { button, make } from '../../browser/elements.ts'
import { askForComment } from './comment.ts'
import type { Pins } from './pins.ts'
import { spot } from './spot.ts'

interface Shot {
  mediaId: string
  photo: number
  link: HTMLAnchorElement
  /** An element of the same size as the picture, for its pins. */
  frame: HTMLElement
  image: HTMLImageElement
  /** `srcset` of the smaller pictures; empty where there are none. */
  sources: string
}

/** Opens photos in a strip that scrolls and snaps. The browser itself handles swipes, momentum and pinch. */
export function openViewer(pins: Pins): void {
  const all = [...document.querySelectorAll<HTMLAnchorElement>('.grid a')]
  const links = all.filter((link) => link.querySelector('img'))
  if (links.length > 0) new Viewer(links, pins)
}

class Viewer {
  readonly #pins: Pins
  readonly #dialog = make('dialog', {
    className: 'viewer',
    attr: { 'aria-label': 'Photos, large' },
  })
  readonly #title = make('p', { attr: { role: 'status' } })
  readonly #strip = make('div', {
    className: 'strip',
    tabIndex: 0,
    attr: { role: 'group', 'aria-label': 'Photos. Use the left and right arrow keys' },
  })
  readonly #save = make('a', { className: 'button', textContent: 'Original' })
  readonly #mark = button('Comment', 'Comment', () => this.#comment())
  readonly #whole = button('Comment on the whole photo', 'On the whole photo', () =>
    this.#ask(null, null),
  )
  readonly #shots: Shot[]
  #at = 0
  #isMarking = false
  /** Ends the comment that the client is writing. */
  #leaveComment = () => {}

  constructor(links: HTMLAnchorElement[], pins: Pins) {
    this.#pins = pins
    this.#shots = links.map((link) => this.#shot(link))
    this.#mark.hidden = !pins.isOpen
    this.#whole.hidden = true
    this.#dialog.append(
      make(
        'div',
        { className: 'top' },
        this.#title,
        button('Close', '×', () => this.#dialog.close()),
      ),
      this.#strip,
      make(
        'div',
        { className: 'foot' },
        button('Previous photo', '‹', () => this.#turn(-1)),
        button('Next photo', '›', () => this.#turn(1)),
        this.#mark,
        this.#whole,
        this.#save,
      ),
    )
    document.body.append(this.#dialog)
    this.#listen()
    pins.onChange(() => this.#showPins())
    this.#showPins()
  }

  #shot(link: HTMLAnchorElement): Shot {
    const small = link.querySelector('img') as HTMLImageElement
    const tile = link.closest('li') as HTMLElement
    const image = make('img', { alt: small.alt, decoding: 'async', sizes: '100vw' })
    if (small.hasAttribute('width')) {
      image.setAttribute('width', small.getAttribute('width') ?? '')
      image.setAttribute('height', small.getAttribute('height') ?? '')
    }
    const frame = make('div', { className: 'frame' }, image)
    this.#strip.append(make('figure', {}, frame))
    const number = Number(tile.id.slice(1))
    const { srcset: sources } = small
    const shot = { mediaId: tile.dataset.id ?? '', photo: number, link, frame, image, sources }
    frame.addEventListener('click', (event) => {
      if (!this.#isMarking) return
      const box = image.getBoundingClientRect()
      const part = (at: number, start: number, size: number) =>
        Math.min(1, Math.max(0, Math.round(((at - start) / size) * 10_000) / 10_000))
      this.#ask(part(event.clientX, box.left, box.width), part(event.clientY, box.top, box.height))
    })
    return shot
  }

  #listen(): void {
    this.#shots.forEach(({ link }, index) => {
      link.addEventListener('click', (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        this.#dialog.showModal()
        this.#go(index)
        this.#strip.focus()
      })
    })
    this.#dialog.addEventListener('keydown', (event) => {
      if ((event.target as HTMLElement).tagName === 'TEXTAREA') return
      if (event.key === 'ArrowRight') this.#turn(1)
      else if (event.key === 'ArrowLeft') this.#turn(-1)
      else return
      event.preventDefault()
    })
    this.#dialog.addEventListener('close', () => {
      this.#setMarking(false)
      this.#leaveComment()
      this.#shots[this.#at]?.link.focus()
    })
    this.#strip.addEventListener('scroll', () => {
      // Closing the dialog scrolls the strip to its start.
      if (!this.#dialog.open) return
      const index = Math.round(Math.abs(this.#strip.scrollLeft) / this.#strip.clientWidth)
      if (index !== this.#at) this.#show(index)
    })
    addEventListener('resize', () => this.#dialog.open && this.#go(this.#at))
  }

  #turn(by: 1 | -1): void {
    const index = this.#at + by
    if (index >= 0 && index < this.#shots.length) this.#go(index)
  }

  #go(index: number): void {
    this.#show(index)
    this.#strip.scrollTo({ left: index * this.#strip.clientWidth, behavior: 'instant' })
  }

  #show(index: number): void {
    const shot = this.#shots[index]
    if (!shot) return
    this.#at = index
    this.#title.textContent = `${index + 1} of ${this.#shots.length}`
    this.#save.href = shot.link.dataset.original ?? shot.link.href
    this.#save.download = shot.link.dataset.name ?? ''
    for (const near of [index, index + 1, index - 1]) this.#load(this.#shots[near])
  }

  #load(shot: Shot | undefined): void {
    if (!shot || shot.image.src) return
    const { image, link, sources } = shot
    if (sources) image.srcset = `${sources}, ${link.href} ${link.dataset.width}w`
    image.src = link.href
  }

  #comment(): void {
    this.#setMarking(!this.#isMarking)
  }

  #setMarking(isMarking: boolean): void {
    this.#isMarking = isMarking
    this.#mark.setAttribute('aria-pressed', String(isMarking))
    this.#whole.hidden = !isMarking
    this.#dialog.classList.toggle('marking', isMarking)
    const shot = this.#shots[this.#at]
    if (isMarking) this.#title.textContent = 'Tap the spot that should change'
    else if (shot) this.#title.textContent = `${this.#at + 1} of ${this.#shots.length}`
  }

  #ask(x: number | null, y: number | null): void {
    const shot = this.#shots[this.#at]
    if (!shot) return
    this.#setMarking(false)
    this.#leaveComment()
    const { mediaId, photo, frame } = shot
    const isSpot = x !== null && y !== null
    const pin = isSpot ? spot(x, y, this.#pins.all.length + 1) : undefined
    if (pin) frame.append(pin)
    this.#leaveComment = askForComment(this.#dialog, photo, this.#pins.maxLength, (comment) => {
      pin?.remove()
      if (comment !== null) this.#pins.add({ mediaId, photo, comment, x, y })
      this.#mark.focus()
    })
  }

  #showPins(): void {
    for (const { frame } of this.#shots) {
      for (const old of frame.querySelectorAll('.pin')) old.remove()
    }
    this.#pins.all.forEach(({ mediaId, comment, x, y }, index) => {
      const shot = this.#shots.find((each) => each.mediaId === mediaId)
      if (!shot || x === null || y === null) return
      shot.frame.append(spot(x, y, index + 1, comment))
    })
  }
}
