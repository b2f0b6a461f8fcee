import { button, make } from '../../browser/elements.ts'
import { askForComment, spot } from './dialogs.ts'
import type { DownloadSheet } from './download.ts'
import type { Drafts } from './drafts.ts'
import { TEXTS } from './page-texts.ts'
import { unsentBar } from './unsent.ts'

interface Shot {
  mediaId: string
  photo: number
  link: HTMLAnchorElement
  /** The size of the picture: pins are placed in it. */
  frame: HTMLElement
  image: HTMLImageElement
  /** `srcset` of the smaller pictures; empty where there are none. */
  sources: string
}

/** The API's bounds on a change request; empty when the client can't send one. */
interface Bounds {
  maxItems?: string
  maxLength?: string
}

/** Debounces the address while the client flips through photos, in milliseconds. */
const TURN_PAUSE = 300

/**
 * Creates the viewer: a scroll-snap strip of photos. Swipes, momentum and pinch are native.
 *
 * @returns opens the photo of a link
 */
export function openableViewer(
  drafts: Drafts,
  bounds: Bounds,
  sheet: DownloadSheet | null,
): (link: HTMLAnchorElement) => void {
  const all = [...document.querySelectorAll<HTMLAnchorElement>('[data-id] a')]
  const links = all.filter((link) => link.querySelector('img'))
  if (links.length === 0) return () => {}
  const viewer = new Viewer(links, drafts, bounds, sheet)
  return (link) => viewer.open(link)
}

class Viewer {
  readonly #drafts: Drafts
  readonly #bounds: Bounds
  readonly #sheet: DownloadSheet | null
  readonly #address: PhotoAddress
  readonly #dialog = make('dialog', {
    className: 'viewer',
    attr: { 'aria-label': TEXTS.viewer },
  })
  readonly #title = make('p', { attr: { role: 'status' } })
  readonly #strip = make('div', {
    className: 'strip',
    tabIndex: 0,
    attr: { role: 'group', 'aria-label': TEXTS.strip },
  })
  readonly #save = make('a', { className: 'button', textContent: TEXTS.download })
  readonly #mark = button(TEXTS.comment, TEXTS.comment, () => this.#comment())
  readonly #whole = button(TEXTS.wholePhoto, TEXTS.wholePhotoShort, () => this.#ask(null, null))
  readonly #shots: Shot[]
  #at = 0
  #isMarking = false
  #turned: ReturnType<typeof setTimeout> | undefined
  /** Closes the open comment form. */
  #leaveComment = () => {}

  constructor(
    links: HTMLAnchorElement[],
    drafts: Drafts,
    bounds: Bounds,
    sheet: DownloadSheet | null,
  ) {
    this.#sheet = sheet
    this.#drafts = drafts
    this.#bounds = bounds
    this.#shots = links.map((link) => this.#shot(link))
    const isOpen = bounds.maxItems !== undefined
    this.#mark.hidden = !isOpen
    this.#whole.hidden = true
    this.#dialog.append(
      make(
        'div',
        { className: 'top' },
        this.#title,
        button(TEXTS.close, '×', () => this.#dialog.close()),
      ),
      this.#strip,
      make(
        'div',
        { className: 'foot' },
        button(TEXTS.previous, '‹', () => this.#turn(-1)),
        button(TEXTS.next, '›', () => this.#turn(1)),
        this.#mark,
        this.#whole,
        this.#save,
      ),
      ...(isOpen ? [unsentBar(drafts)] : []),
    )
    document.body.append(this.#dialog)
    this.#listen()
    drafts.onChange(() => this.#showPins())
    if (isOpen) this.#showPins()
    this.#address = new PhotoAddress((photo) => this.#openOrClose(photo))
  }

  open(link: HTMLAnchorElement): void {
    const shot = this.#shots.find((each) => each.link === link)
    if (shot) this.#address.open(shot.photo)
  }

  #openOrClose(photo: number | null): void {
    const index = this.#shots.findIndex((each) => each.photo === photo)
    if (index < 0) {
      this.#dialog.close()
      return
    }
    if (!this.#dialog.open) this.#dialog.showModal()
    this.#go(index)
    this.#strip.focus()
  }

  #shot(link: HTMLAnchorElement): Shot {
    const small = link.querySelector('img') as HTMLImageElement
    const tile = link.closest('[data-id]') as HTMLElement
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
    this.#dialog.addEventListener('keydown', (event) => {
      if ((event.target as HTMLElement).tagName === 'TEXTAREA') return
      if (event.key === 'ArrowRight') this.#turn(1)
      else if (event.key === 'ArrowLeft') this.#turn(-1)
      else return
      event.preventDefault()
    })
    this.#dialog.addEventListener('close', () => {
      clearTimeout(this.#turned)
      this.#address.close()
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
    this.#save.addEventListener('click', (event) => {
      const tile = this.#shots[this.#at]?.link.closest<HTMLElement>('[data-id]')
      // Without an archive there's the original alone.
      if (!tile || !this.#sheet?.hasChoice) return
      event.preventDefault()
      this.#sheet.open(tile)
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
    clearTimeout(this.#turned)
    this.#turned = setTimeout(() => this.#address.turn(shot.photo), TURN_PAUSE)
    this.#title.textContent = TEXTS.position(index + 1, this.#shots.length)
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
    if (isMarking) this.#title.textContent = TEXTS.tapSpot
    else if (shot) this.#title.textContent = TEXTS.position(this.#at + 1, this.#shots.length)
  }

  #ask(x: number | null, y: number | null): void {
    const shot = this.#shots[this.#at]
    if (!shot) return
    this.#setMarking(false)
    this.#leaveComment()
    const { maxItems, maxLength } = this.#bounds
    if (this.#drafts.comments.length >= Number(maxItems)) {
      this.#title.textContent = TEXTS.tooMany(String(maxItems))
      return
    }
    const { mediaId, photo, frame } = shot
    const id = String(Math.random())
    const isSpot = x !== null && y !== null
    const pin = isSpot ? spot(x, y, this.#drafts.comments.length + 1) : undefined
    if (pin) frame.append(pin)
    this.#leaveComment = askForComment(this.#dialog, {
      photo,
      maxLength: Number(maxLength),
      onText: (comment) => {
        if (comment === '') this.#drafts.remove(id)
        else this.#drafts.put({ id, mediaId, photo, comment, x, y })
      },
      onEnd: () => {
        this.#showPins()
        this.#mark.focus()
      },
    })
  }

  #showPins(): void {
    for (const { frame } of this.#shots) {
      for (const old of frame.querySelectorAll('.pin')) old.remove()
    }
    this.#drafts.comments.forEach(({ mediaId, comment, x, y }, index) => {
      const shot = this.#shots.find((each) => each.mediaId === mediaId)
      if (!shot || x === null || y === null) return
      shot.frame.append(spot(x, y, index + 1, comment))
    })
  }
}

const PHOTO = /^#photo-(\d+)$/

/**
 * `#photo-3` in the address while photo 3 is open: Back closes it, Forward reopens it, and a reload or link shows it.
 */
class PhotoAddress {
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

  /** The client looks at another photo. */
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
