import { button, make } from '../../browser/elements.ts'
import { messageOf } from '../../message.ts'
import { DELIVERY } from './address.ts'

/** A comment on a photo: on one spot or on the whole photo. */
export interface Pin {
  mediaId: string
  /** Number of the photo on the page. */
  photo: number
  comment: string
  /** Fractions of the picture's width and height, 0 to 1; `null` for the whole photo. */
  x: number | null
  y: number | null
}

const KEY = `comments on ${DELIVERY}`

/** The comments in this tab. They are sent together, in one revision request. */
export class Pins {
  readonly #form = document.getElementById('changes') as HTMLFormElement | null
  readonly #list = document.getElementById('pins')
  readonly #pins: Pin[] = read()
  readonly #listeners: (() => void)[] = []

  constructor() {
    this.#form?.addEventListener('submit', (event) => this.#send(event))
    document.getElementById('how')?.removeAttribute('hidden')
    this.#show()
  }

  /** Whether the client can still ask for changes. */
  get isOpen(): boolean {
    return this.#form !== null
  }

  /** The most characters of one comment, as the API bounds them. */
  get maxLength(): number {
    return Number(this.#form?.dataset.maxLength)
  }

  get all(): readonly Pin[] {
    return this.#pins
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  add(pin: Pin): void {
    this.#pins.push(pin)
    this.#changed()
  }

  #remove(index: number): void {
    this.#pins.splice(index, 1)
    this.#changed()
    document.getElementById('comment')?.focus()
  }

  #changed(): void {
    keep(this.#pins)
    this.#show()
    for (const listener of this.#listeners) listener()
  }

  #show(): void {
    this.#list?.replaceChildren(
      ...this.#pins.map(({ photo, comment }, index) =>
        make(
          'li',
          {},
          `Photo ${photo}: ${comment} `,
          button(`Remove comment ${index + 1}`, 'Remove', () => this.#remove(index)),
        ),
      ),
    )
    const comment = document.getElementById('comment') as HTMLTextAreaElement | null
    if (comment) comment.required = this.#pins.length === 0
  }

  // Without comments on photos the browser sends the form itself.
  async #send(event: SubmitEvent): Promise<void> {
    if (this.#pins.length === 0 || !this.#form) return
    event.preventDefault()
    const comment = (document.getElementById('comment') as HTMLTextAreaElement).value.trim()
    const items = this.#pins.map(({ mediaId, comment, x, y }) => ({
      mediaId,
      comment,
      ...(x !== null && y !== null && { x, y }),
    }))
    const send = this.#form.querySelector(':scope > button') as HTMLButtonElement
    send.disabled = true
    const problem = await post({ ...(comment && { comment }), items })
    send.disabled = false
    if (problem === null) {
      keep([])
      location.hash = 'decision'
      location.reload()
      return
    }
    const shown = document.getElementById('problem')
    if (shown) shown.textContent = problem
  }
}

/** Sends the request. Returns a sentence about the problem, or `null` after a success. */
async function post(body: object): Promise<string | null> {
  try {
    const response = await fetch(`${DELIVERY}/request-revision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.ok) return null
    return messageOf(await response.json())
  } catch {
    return 'Not sent, because there is no connection. Your comments are kept. Send them again later.'
  }
}

function read(): Pin[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}

// A browser may refuse to store anything. The comments are then lost when the page is closed.
function keep(pins: readonly Pin[]): void {
  try {
    if (pins.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(pins))
  } catch {}
}
