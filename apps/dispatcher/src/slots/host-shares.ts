import { MAX_HOST_CONNECTIONS } from '@mediajobs/domain'

/** The key of a host for one organization. Ports, paths and subscriptions make no difference. */
export function hostOf(organizationId: string, url: string): string {
  return `${organizationId} ${URL.parse(url)?.hostname ?? ''}`
}

/** Counts the POSTs of one organization to one host. docs/contract.md#c10-host-connections */
export class HostShares {
  readonly #running = new Map<string, number>()

  /** Whether the host may have one more POST. True for a host that is not known yet. */
  hasRoom(host: string | undefined): boolean {
    return host === undefined || (this.#running.get(host) ?? 0) < MAX_HOST_CONNECTIONS
  }

  enter(host: string): void {
    this.#running.set(host, (this.#running.get(host) ?? 0) + 1)
  }

  leave(host: string): void {
    const left = (this.#running.get(host) ?? 1) - 1
    if (left === 0) this.#running.delete(host)
    else this.#running.set(host, left)
  }
}
