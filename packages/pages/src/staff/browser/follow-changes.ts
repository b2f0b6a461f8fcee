import { readPage } from '../../browser/send-form.ts'
import { call } from './call.ts'

interface Changed {
  id: string
  version: number
  updatedAt: string
}

/** A part of the page that shows projects. */
interface Followed {
  /** Updates the part from a newer page. `done` is the change that the page reports. */
  show(fresh: HTMLElement, page: Document, done?: Record<string, string>): void
  /** Whether a person is changing the part, so that it must not be updated. */
  isBusy(): boolean
  sayOffline(isOffline: boolean): void
}

/** Refreshes the part immediately; false if that failed. */
type Refresh = (done?: Record<string, string>) => Promise<boolean>

/** Polling interval, in milliseconds. */
const EVERY = 15_000
/** Milliseconds. Polls overlap, because a change is committed after its timestamp. */
const OVERLAP = 30_000
/** Milliseconds after which the page is reread even without a change, since jobs become late. */
const OLD = 300_000
const MAX_CHANGES = '100'

/**
 * Keeps a part current while the page is visible. Polls for changes with a small call, and rereads the page when there
 * are any.
 *
 * @param part an element with an id; `data-since` is the time when the server read it
 */
export function followChanges(part: HTMLElement, { show, isBusy, sayOffline }: Followed): Refresh {
  let since = Date.parse(part.dataset.since ?? '') - OVERLAP
  let known: ReadonlySet<string> = new Set()
  let readAt = Date.now()
  let isStale = false
  let isPolling = false
  let isOffline = false

  async function refresh(done?: Record<string, string>): Promise<boolean> {
    const page = await readHere(done)
    const fresh = page?.getElementById(part.id)
    // A drag may have begun meanwhile.
    if (!page || !fresh || (!done && isBusy())) return false
    readAt = Date.now()
    isStale = false
    since = Math.max(since, Date.parse(fresh.dataset.since ?? '') - OVERLAP)
    show(fresh, page, done)
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
    // The session has ended: reloading redirects to sign-in, and then back.
    if (status === 401 || status === 421) location.reload()
    if (status !== 200) return false
    const keyOf = ({ id, version }: Changed) => `${id} ${version}`
    // An import may change thousands of jobs, of which only the first are known.
    const isNew = body.nextCursor !== null || body.data.some((each) => !known.has(keyOf(each)))
    const last = body.data.at(-1)
    if (last) since = Math.max(since, Date.parse(last.updatedAt) - OVERLAP)
    known = new Set(body.data.map(keyOf))
    return isNew
  }

  async function poll(): Promise<void> {
    if (isPolling || document.hidden || isBusy()) return
    isPolling = true
    try {
      if (await hasChanged()) isStale = true
      if (isStale || Date.now() - readAt > OLD) await refresh()
      if (isOffline) sayOffline(false)
      isOffline = false
    } catch {
      isOffline = true
      sayOffline(true)
    } finally {
      isPolling = false
    }
  }

  setInterval(poll, EVERY)
  document.addEventListener('visibilitychange', poll)
  return (done) => refresh(done).catch(() => false)
}

/** Fetches the current page. */
function readHere(more: Record<string, string> = {}): Promise<Document | null> {
  const address = new URL(location.href)
  for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value)
  return readPage(address.href)
}
