import { MAX_ARCHIVES, MAX_ARCHIVES_OF_NETWORK } from '@mediajobs/domain'

/** The archives that a process sends now. */
export interface OpenStreams {
  readonly count: number
  /** Which limit allows no further archive to `network`; `null` when one more can be sent. */
  refusal(network: string): 'network' | 'process' | null
  /** Counts one more archive. The function that it returns ends this count. */
  opened(network: string): () => void
  /** Resolves when none is open. */
  ended(): Promise<void>
}

export function createOpenStreams(): OpenStreams {
  const ofNetwork = new Map<string, number>()
  let count = 0
  let onEnded: (() => void)[] = []

  function close(network: string): void {
    count -= 1
    const left = (ofNetwork.get(network) ?? 1) - 1
    if (left > 0) ofNetwork.set(network, left)
    else ofNetwork.delete(network)
    if (count > 0) return
    for (const resolve of onEnded) resolve()
    onEnded = []
  }

  return {
    get count() {
      return count
    },
    refusal(network) {
      if ((ofNetwork.get(network) ?? 0) >= MAX_ARCHIVES_OF_NETWORK) return 'network'
      return count >= MAX_ARCHIVES ? 'process' : null
    },
    opened(network) {
      count += 1
      ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1)
      let isOpen = true
      return () => {
        if (isOpen) close(network)
        isOpen = false
      }
    },
    ended: () =>
      count === 0 ? Promise.resolve() : new Promise((resolve) => onEnded.push(resolve)),
  }
}
