/** An unsent comment on a photo, or on a spot in it. */
export interface Draft {
  id: string
  mediaId: string
  /** Number of the photo when the comment was written. */
  photo: number
  comment: string
  /** Fractions of the picture's width and height, 0 to 1; `null` for the whole photo. */
  x: number | null
  y: number | null
}

interface Content {
  /** What the client wrote about the whole delivery. */
  note: string
  comments: readonly Draft[]
}

const PREFIX = 'comments:'
const KEPT_MS = 90 * 24 * 60 * 60 * 1000
const EMPTY: Content = { note: '', comments: [] }

/**
 * One delivery's unsent comments and note, shared by its tabs. The browser keeps them until they're sent or discarded,
 * at most 90 days after the last change.
 */
export class Drafts {
  readonly #key: string
  readonly #listeners: (() => void)[] = []
  #content: Content
  #isKept = true

  /** @param name identifies the delivery and its round */
  constructor(name: string) {
    this.#key = PREFIX + name
    forgetOld()
    this.#content = read(this.#key) ?? EMPTY
    addEventListener('storage', ({ key }) => (key === null || key === this.#key) && this.#reload())
    // A page restored from the back/forward cache missed these events.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#reload())
    addEventListener('beforeunload', (event) => {
      if (!this.#isKept && this.count > 0) event.preventDefault()
    })
  }

  get comments(): readonly Draft[] {
    return this.#content.comments
  }

  get note(): string {
    return this.#content.note
  }

  get count(): number {
    return this.comments.length + (this.note.trim() === '' ? 0 : 1)
  }

  /** False when storage is blocked or full. */
  get isKept(): boolean {
    return this.#isKept
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Adds or replaces a comment. */
  put(draft: Draft): void {
    this.#change(({ note, comments }) => {
      const isKnown = comments.some(({ id }) => id === draft.id)
      const changed = comments.map((each) => (each.id === draft.id ? draft : each))
      return { note, comments: isKnown ? changed : [...comments, draft] }
    })
  }

  remove(id: string): void {
    this.#change(({ note, comments }) => ({
      note,
      comments: comments.filter((each) => each.id !== id),
    }))
  }

  setNote(note: string): void {
    this.#change(({ comments }) => ({ note, comments }))
  }

  /** Removes sent content, except anything written or changed meanwhile. */
  forget(sent: Content): void {
    const isSent = ({ id, comment }: Draft) =>
      sent.comments.some((each) => each.id === id && each.comment === comment)
    this.#change(({ note, comments }) => ({
      note: note === sent.note ? '' : note,
      comments: comments.filter((each) => !isSent(each)),
    }))
  }

  clear(): void {
    this.#change(() => EMPTY)
  }

  // Another tab's write may precede its event.
  #change(edit: (content: Content) => Content): void {
    this.#content = edit((this.#isKept && read(this.#key)) || this.#content)
    this.#isKept = write(this.#key, this.#content)
    this.#tell()
  }

  #reload(): void {
    if (!this.#isKept) return
    this.#content = read(this.#key) ?? EMPTY
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function read(key: string): Content | null {
  try {
    const { note, comments } = JSON.parse(localStorage.getItem(key) ?? '')
    return typeof note === 'string' && Array.isArray(comments) ? { note, comments } : null
  } catch {
    return null
  }
}

/** Returns false when storage is blocked or full. */
function write(key: string, content: Content): boolean {
  try {
    if (content.note === '' && content.comments.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ ...content, at: Date.now() }))
    return true
  } catch {
    return false
  }
}

function forgetOld(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(PREFIX)) continue
      const { at } = JSON.parse(localStorage.getItem(key) ?? '')
      if (!(at > Date.now() - KEPT_MS)) localStorage.removeItem(key)
    }
  } catch {}
}
