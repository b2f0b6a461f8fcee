// Without this script, the banner says how the payment stood when the page was opened.

const print = document.getElementById('print')
print?.removeAttribute('hidden')
print?.addEventListener('click', () => window.print())

/** Milliseconds between two looks at a payment. Then the page is as if it had just been opened. */
const LOOKS = [1_000, 2_000, 2_000, 3_000, 5_000, 10_000, 20_000]

const waiting = document.querySelector<HTMLElement>('[data-balance]')
if (waiting) look(0)

function look(n: number): void {
  const delay = LOOKS[n]
  if (delay === undefined) {
    location.replace(location.pathname)
    return
  }
  setTimeout(async () => {
    // A page in the background waits until it is seen.
    if (document.visibilityState === 'hidden') {
      document.addEventListener('visibilitychange', () => look(n), { once: true })
    } else if (await hasChanged()) location.replace(location.pathname)
    else look(n + 1)
  }, delay)
}

async function hasChanged(): Promise<boolean> {
  try {
    const response = await fetch(location.pathname, { headers: { accept: 'application/json' } })
    if (!response.ok) return false
    const { number, balanceAmount, payments } = (await response.json()) as {
      number: string
      balanceAmount: number
      payments: { status: string }[]
    }
    const isOnItsWay = payments.some(({ status }) => status === 'PROCESSING')
    const { number: shown, balance } = waiting?.dataset ?? {}
    return isOnItsWay || number !== shown || String(balanceAmount) !== balance
  } catch {
    return false
  }
}
