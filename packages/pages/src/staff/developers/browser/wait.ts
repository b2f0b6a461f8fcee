import { call } from '../../browser/call.ts'

/** Milliseconds between two looks, and for how long: a receiver has ten seconds. */
const EVERY = 500
const LONGEST = 15_000

/** Loads the page again as soon as the delivery that it waits for has ended. Without it there is a link. */
export function waitForEnd(): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-wait]')
  const path = link?.dataset.wait
  if (!link || path === undefined) return
  const end = performance.now() + LONGEST
  const look = async () => {
    const found = await call<{ finishedAt: string | null }>('GET', path).catch(() => undefined)
    if (found?.isSuccess && found.body.finishedAt !== null) location.replace(link.href)
    else if (performance.now() < end) setTimeout(look, EVERY)
    else if (link.dataset.late) link.before(link.dataset.late, ' ')
  }
  setTimeout(look, EVERY)
}
