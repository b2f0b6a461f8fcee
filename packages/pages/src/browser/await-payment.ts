/** Delays between polls of a payment, in milliseconds. After the last, the page reloads without its query. */
const DELAYS = [1_000, 2_000, 2_000, 3_000, 5_000, 10_000, 20_000]

/** Reloads the page without its query once its JSON has changed. */
export function awaitPayment<Body>(hasChanged: (body: Body) => boolean, n = 0): void {
  const delay = DELAYS[n]
  if (delay === undefined) {
    location.replace(location.pathname)
    return
  }
  setTimeout(async () => {
    // A background page waits until it is visible.
    if (document.visibilityState === 'hidden') {
      const resume = () => awaitPayment(hasChanged, n)
      document.addEventListener('visibilitychange', resume, { once: true })
    } else if (await isChanged(hasChanged)) location.replace(location.pathname)
    else awaitPayment(hasChanged, n + 1)
  }, delay)
}

/** Whether the page's JSON has changed. */
export async function isChanged<Body>(hasChanged: (body: Body) => boolean): Promise<boolean> {
  try {
    const response = await fetch(location.pathname, { headers: { accept: 'application/json' } })
    return response.ok && hasChanged((await response.json()) as Body)
  } catch {
    return false
  }
}

/** Shows the print button. */
export function offerPrint(): void {
  const print = document.getElementById('print')
  print?.removeAttribute('hidden')
  print?.addEventListener('click', () => window.print())
}
