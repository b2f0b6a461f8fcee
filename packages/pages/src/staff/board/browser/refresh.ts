import { call } from '../../browser/call.ts'
import { reconcile } from './reconcile.ts'
import { say, textOf } from './say.ts'

interface Changed {
  id: string
  version: number
  updatedAt: string
}

/** Milliseconds between two looks at what has changed. */
const EVERY = 15_000
/** Milliseconds. A change may become visible later than its time: the looks overlap. */
const OVERLAP = 30_000
/** Milliseconds after which the board is read again without a change: jobs become late. */
const OLD = 300_000
const MAX_CHANGES = '100'

/**
 * Keeps the board as it is on the server while the page is visible. One small call asks what has changed; only
 * then the page itself is read again.
 *
 * @returns reads the board again at once; false when that was not possible
 */
export function keepFresh(board: HTMLElement): () => Promise<boolean> {
  let since = Date.parse(board.dataset.since ?? '') - OVERLAP
  let known: ReadonlySet<string> = new Set()
  let readAt = Date.now()
  let isBusy = false
  let isOffline = false

  async function refresh(): Promise<boolean> {
    const fresh = await readBoard()
    if (!fresh) return false
    readAt = Date.now()
    since = Math.max(since, Date.parse(fresh.dataset.since ?? '') - OVERLAP)
    reconcile(board, fresh)
    return true
  }

  async function hasChanged(): Promise<boolean> {
    const query = new URLSearchParams({
      updatedSince: new Date(since).toISOString(),
      sort: 'updatedAt',
      limit: MAX_CHANGES,
    })
    const { status, body } = await call<{ data: Changed[]; nextCursor: string | null }>(
      'GET',
      `/projects?${query}`,
    )
    // The session has ended: the page leads to the sign-in, and from there back.
    if (status === 401 || status === 421) location.reload()
    if (status !== 200) return false
    const keyOf = ({ id, version }: Changed) => `${id} ${version}`
    // An import changes thousands of jobs at once: only the first of them are known.
    const isNew = body.nextCursor !== null || body.data.some((each) => !known.has(keyOf(each)))
    const last = body.data.at(-1)
    if (last) since = Math.max(since, Date.parse(last.updatedAt) - OVERLAP)
    known = new Set(body.data.map(keyOf))
    return isNew
  }

  async function look(): Promise<void> {
    if (isBusy || document.hidden || board.querySelector('.dragged')) return
    isBusy = true
    try {
      const isNew = await hasChanged()
      if (isNew || Date.now() - readAt > OLD) await refresh()
      if (isOffline) say('')
      isOffline = false
    } catch {
      isOffline = true
      say(textOf('offline'), true)
    } finally {
      isBusy = false
    }
  }

  setInterval(look, EVERY)
  document.addEventListener('visibilitychange', look)
  return () => refresh().catch(() => false)
}

/** The board of this address as it is now. The policy of the page refuses to parse text, but not to load a document. */
function readBoard(): Promise<HTMLElement | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', location.href)
    request.responseType = 'document'
    request.onload = () =>
      resolve(
        request.status === 200 ? (request.responseXML?.getElementById('board') ?? null) : null,
      )
    request.onerror = () => reject(new TypeError('no connection'))
    request.send()
  })
}
