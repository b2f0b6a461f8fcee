let lock: WakeLockSentinel | undefined
let isWanted = false

/** Keeps the screen on, where the browser can: a phone that sleeps stops the upload. */
export function stayAwake(isRunning: boolean): void {
  isWanted = isRunning
  if (isRunning) void ask()
  else void lock?.release()
}

// The browser ends the lock of a page that is hidden.
document.addEventListener('visibilitychange', () => isWanted && void ask())

async function ask(): Promise<void> {
  if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return
  if (lock && !lock.released) return
  // A battery that is nearly empty refuses it.
  lock = await navigator.wakeLock.request('screen').catch(() => undefined)
  if (!isWanted) void lock?.release()
}
