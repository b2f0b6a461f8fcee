import { button, make } from '../../browser/elements.ts'
import { mayDiscard, spot } from './dialogs.ts'
import type { Draft, Drafts } from './drafts.ts'
import { TEXTS } from './page-texts.ts'
import { type Sent, sentOn } from './sent-comments.ts'
import { unsentBar } from './unsent.ts'

/** A photo in the viewer. */
export interface Shot {
  mediaId: string
  photo: number
  link: HTMLAnchorElement
  /** The container of the pins, as large as the picture. */
  frame: HTMLElement
  image: HTMLImageElement
  /** `srcset` of the smaller pictures; empty if there are none. */
  sources: string
}

/** The API's bounds on a change request; empty when the client can't send one. */
interface Bounds {
  maxItems?: string
  maxLength?: string
}

/** The comments on the open photo: sent ones with their answers, unsent ones, and the one being written. */
export class CommentPanel {
  readonly element = make('aside', {
    className: 'panel',
    attr: { 'aria-label': TEXTS.comments },
  })
  readonly #drafts: Drafts
  readonly #bounds: Bounds
  readonly #onEnd: () => void
  readonly #title = make('h2', {})
  readonly #list = make('ol', {})
  readonly #text = make('textarea', { rows: 3, required: true, placeholder: TEXTS.whatHere })
  readonly #form: HTMLFormElement
  readonly #leave = button(TEXTS.cancel, TEXTS.cancel, () => void this.#leaveWriting())
  #shot: Shot | null = null
  /** The comment being written, even if empty. */
  #writing: Draft | null = null

  /** @param onEnd called when the client has written a comment */
  constructor(drafts: Drafts, bounds: Bounds, onEnd: () => void) {
    this.#drafts = drafts
    this.#bounds = bounds
    this.#onEnd = onEnd
    if (bounds.maxLength) this.#text.maxLength = Number(bounds.maxLength)
    this.#form = make(
      'form',
      { hidden: true },
      this.#text,
      make('div', { className: 'row' }, make('button', { textContent: TEXTS.done }), this.#leave),
    )
    const unsent = bounds.maxItems === undefined ? [] : [unsentBar(drafts)]
    this.element.append(this.#title, this.#list, this.#form, ...unsent)
    this.#listen()
  }

  /** Whether the client can still send comments. */
  get isOpen(): boolean {
    return this.#bounds.maxItems !== undefined
  }

  get isWriting(): boolean {
    return this.#writing !== null
  }

  /** Whether no more comments can be added. */
  get isFull(): boolean {
    return this.#drafts.comments.length >= Number(this.#bounds.maxItems)
  }

  /** Shows another photo. */
  show(shot: Shot): void {
    if (shot !== this.#shot) this.end()
    this.#shot = shot
    this.#render()
  }

  /** Starts a comment, or resumes a draft. */
  write(draft?: Draft): void {
    if (!this.#shot) return
    const { mediaId, photo } = this.#shot
    const id = String(Math.random())
    this.#writing = draft ?? { id, mediaId, photo, comment: '', x: null, y: null }
    this.#text.value = this.#writing.comment
    this.#text.setAttribute('aria-label', TEXTS.whatIn(photo))
    this.#form.hidden = false
    this.#render()
    this.#text.focus()
  }

  /** Pins the comment to a spot of the photo. */
  point(x: number, y: number): void {
    if (!this.#writing) return
    this.#writing = { ...this.#writing, x, y }
    this.#keep()
    this.#text.focus()
  }

  /** Stops writing and keeps the draft. */
  end(): void {
    if (!this.#writing) return
    this.#writing = null
    this.#form.hidden = true
    this.#render()
    this.#onEnd()
  }

  #listen(): void {
    this.#text.addEventListener('input', () => this.#keep())
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.end()
    })
    this.#form.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      this.end()
    })
    this.#drafts.onChange(() => {
      // The comment was sent or discarded elsewhere.
      const isGone = !this.#drafts.comments.some(({ id }) => id === this.#writing?.id)
      if (this.#writing?.comment && isGone) this.end()
      else this.#render()
    })
  }

  /** Saves unfinished text as a draft. */
  #keep(): void {
    if (!this.#writing) return
    const { value } = this.#text
    const isEmpty = value.trim() === ''
    const draft = { ...this.#writing, comment: isEmpty ? '' : value }
    const { id } = draft
    this.#writing = draft
    if (!isEmpty) this.#drafts.put(draft)
    else if (this.#drafts.comments.some((each) => each.id === id)) this.#drafts.remove(id)
    this.#render()
  }

  async #leaveWriting(): Promise<void> {
    if (this.#text.value.trim() !== '') {
      if (!(await mayDiscard(1))) return
      this.#text.value = ''
      this.#keep()
    }
    this.end()
  }

  #render(): void {
    if (!this.#shot) return
    const { mediaId, photo, frame } = this.#shot
    const sent = sentOn(photo)
    const writing = this.#writing
    const unsent = this.#bounds.maxItems === undefined ? [] : this.#drafts.comments
    const drafts = unsent.filter((each) => each.mediaId === mediaId && each.id !== writing?.id)
    const all = [...sent, ...drafts]
    this.#leave.textContent = writing?.comment ? TEXTS.discard : TEXTS.cancel
    this.#title.textContent = all.length > 0 ? TEXTS.commentsOn(all.length) : ''
    this.#list.replaceChildren(
      ...sent.map(sentItem),
      ...drafts.map((draft) => this.#draftItem(draft)),
    )
    for (const old of frame.querySelectorAll('.pin')) old.remove()
    for (const [index, { x, y, comment }] of [...all, ...(writing ? [writing] : [])].entries()) {
      if (x !== null && y !== null) frame.append(spot(x, y, index + 1, comment))
    }
    this.element.hidden = all.length + unsent.length === 0 && !writing
  }

  #draftItem(draft: Draft): HTMLElement {
    return make(
      'li',
      {},
      make('span', { textContent: draft.comment, dir: 'auto' }),
      ' ',
      button(TEXTS.edit, TEXTS.edit, () => this.write(draft)),
    )
  }
}

function sentItem({ comment, status, answer }: Sent): HTMLElement {
  return make(
    'li',
    {},
    make('span', { textContent: comment, dir: 'auto' }),
    ' ',
    make('span', { className: 'status', textContent: status }),
    ...(answer ? [make('p', { textContent: answer, dir: 'auto' })] : []),
  )
}
