// One organization holds at most two fifths of the bytes, as it has at most two fifths of the slots.
const ORGANIZATION_SHARE = 0.4

interface Claim {
  readonly organizationId: string
  readonly bytes: number
  readonly granted: (hasRoom: boolean) => void
}

/**
 * Grants bytes of memory to claims, in their order. A claim that waits because its organization has used its
 * share delays no other organization. A claim that waits because the room is full delays all later claims,
 * so that small claims cannot make a large one wait for ever.
 */
export class PayloadRoom {
  readonly #totalBytes: number
  readonly #heldByOrganization = new Map<string, number>()
  #waiting: Claim[] = []
  #heldBytes = 0

  constructor(totalBytes: number) {
    this.#totalBytes = totalBytes
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Bytes that one organization may hold. */
  get shareBytes(): number {
    return Math.floor(this.#totalBytes * ORGANIZATION_SHARE)
  }

  /** Whether a claim would be granted at once. */
  isOpenTo(organizationId: string, bytes: number): boolean {
    return this.#waiting.length === 0 && this.#fits(organizationId, bytes)
  }

  /**
   * Waits for room.
   *
   * @returns false when the claim was refused; then nothing is held
   */
  enter(organizationId: string, bytes: number): Promise<boolean> {
    return new Promise((granted) => {
      this.#waiting.push({ organizationId, bytes, granted })
      this.#grant()
    })
  }

  leave(organizationId: string, bytes: number): void {
    this.#heldBytes -= bytes
    const ofOrganization = this.#heldBy(organizationId) - bytes
    if (ofOrganization === 0) this.#heldByOrganization.delete(organizationId)
    else this.#heldByOrganization.set(organizationId, ofOrganization)
    this.#grant()
  }

  /** Refuses all claims that wait now. */
  refuseWaiting(): void {
    const refused = this.#waiting
    this.#waiting = []
    for (const { granted } of refused) granted(false)
  }

  #grant(): void {
    const left: Claim[] = []
    const waitForThemselves = new Set<string>()
    let isFull = false
    for (const claim of this.#waiting) {
      const { organizationId, bytes } = claim
      const isOverShare =
        waitForThemselves.has(organizationId) ||
        this.#heldBy(organizationId) + bytes > this.shareBytes
      if (isOverShare) waitForThemselves.add(organizationId)
      else isFull ||= this.#heldBytes + bytes > this.#totalBytes
      if (isOverShare || isFull) left.push(claim)
      else this.#hold(claim)
    }
    this.#waiting = left
  }

  #hold({ organizationId, bytes, granted }: Claim): void {
    this.#heldBytes += bytes
    this.#heldByOrganization.set(organizationId, this.#heldBy(organizationId) + bytes)
    granted(true)
  }

  #fits(organizationId: string, bytes: number): boolean {
    const isWithinShare = this.#heldBy(organizationId) + bytes <= this.shareBytes
    return isWithinShare && this.#heldBytes + bytes <= this.#totalBytes
  }

  #heldBy(organizationId: string): number {
    return this.#heldByOrganization.get(organizationId) ?? 0
  }
}
