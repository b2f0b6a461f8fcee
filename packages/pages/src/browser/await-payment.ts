/** Milliseconds between two looks at a payment. Then the page is as if it had just been opened. */
const LOOKS = [1_000, 2_000, 2_000, 3_000, 5_000, 10_000, 20_000]

/** Opens the page again, without its query, once its JSON has changed. @param hasChanged whether a newer body says more */
export function awaitPayment<Body>(hasChanged: (body: Body) => boolean, n = 0): void {
  const delay = LOOKS[n]
  if (delay === undefined) {
    location.replace(location.pathname)
    return
  }
  setTimeout(async () => {
    // A page in the background waits until it is seen.
    if (document.visibilityState === 'hidden') {
      const goOn = () => awaitPayment(hasChanged, n)
      document.addEventListener('visibilitychange', goOn, { once: true })
    } else if (await look(hasChanged)) location.replace(location.pathname)
    else awaitPayment(hasChanged, n + 1)
  }, delay)
}

/** Whether the JSON of the page has changed. */
export async function look<Body>(hasChanged: (body: Body) => boolean): Promise<boolean> {
  try {
    const response = await fetch(location.pathname, { headers: { accept: 'application/json' } })
    return response.ok && hasChanged((await response.json()) as Body)
  } catch {
    return false
  }
}

/** Shows the button that prints. */
export function offerPrint(): void {
  const print = document.getElementById('print')
  print?.removeAttribute('hidden')
  print?.addEventListener('click', () => window.print())
}
