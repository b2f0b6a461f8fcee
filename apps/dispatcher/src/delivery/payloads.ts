import { dayOf, type Sql, statementByDay } from '@mediajobs/db'
import { MAX_HELD_PAYLOAD_BYTES } from '@mediajobs/domain'

/** An event's data, held in memory until released. */
export interface Payload {
  /** JSON. Null if the event has expired from the log. */
  readonly data: Buffer | null
  release(): void
}

export interface PayloadRef {
  readonly organizationId: string
  readonly eventId: string
  readonly bytes: number
}

/** Data of one event: held, being read, or waiting for room. */
interface Entry {
  data: Promise<Buffer | null | undefined>
  users: number
  isHeld: boolean
}

// Data up to this size is read with the deliveries, in one statement per batch.
const INLINE_BYTES = 8_192
const INLINE_SHARE = 1 / 8
// Reading a payload takes several times its size in memory.
const MAX_READS = 4

const read = statementByDay(
  (day) => `select data::text as data from events${day} where organization_id = $1 and id = $2`,
)

/**
 * Keeps event data in memory while it's posted: once per event, and at most `MAX_HELD_PAYLOAD_BYTES` in total.
 * docs/contract.md#c10-payload-bytes
 */
export class Payloads {
  /** Data up to this size is read with its delivery. */
  readonly inlineBytes: number
  readonly #room = new PayloadRoom(MAX_HELD_PAYLOAD_BYTES * (1 - INLINE_SHARE))
  readonly #sql: Sql
  readonly #entries = new Map<string, Entry>()
  readonly #waitingReads: (() => void)[] = []
  #reads = 0

  /** @param slots how many deliveries are posted concurrently, each holding its inline data */
  constructor(sql: Sql, slots: number) {
    const inlineRoom = MAX_HELD_PAYLOAD_BYTES * INLINE_SHARE
    this.inlineBytes = Math.min(INLINE_BYTES, Math.floor(inlineRoom / slots))
    this.#sql = sql
  }

  /** Excluding inline data. */
  get heldBytes(): number {
    return this.#room.heldBytes
  }

  /** Whether {@link take} would wait for room. */
  isFullFor({ organizationId, eventId, bytes }: PayloadRef): boolean {
    return !this.#entries.has(eventId) && !this.#room.isOpenTo(organizationId, bytes)
  }

  /**
   * Waits for room and reads the data, or shares that of another delivery of the event.
   *
   * @returns undefined if refused by {@link refuseWaiting}
   * @throws when the database is unreachable
   */
  async take(ref: PayloadRef): Promise<Payload | undefined> {
    const entry = this.#entries.get(ref.eventId) ?? this.#open(ref)
    entry.users += 1
    const release = () => this.#release(ref, entry)
    try {
      const data = await entry.data
      if (data !== undefined) return { data, release }
    } catch (error) {
      release()
      throw error
    }
    release()
    return undefined
  }

  /** Refuses all payloads waiting for room, so their jobs can be released. */
  refuseWaiting(): void {
    this.#room.refuseWaiting()
  }

  #open(ref: PayloadRef): Entry {
    const entry: Entry = { data: Promise.resolve(undefined), users: 0, isHeld: false }
    entry.data = this.#read(ref, entry)
    this.#entries.set(ref.eventId, entry)
    return entry
  }

  async #read(
    { organizationId, eventId, bytes }: PayloadRef,
    entry: Entry,
  ): Promise<Buffer | null | undefined> {
    entry.isHeld = await this.#room.enter(organizationId, bytes)
    if (!entry.isHeld) return undefined
    while (this.#reads >= MAX_READS) {
      await new Promise<void>((resolve) => this.#waitingReads.push(resolve))
    }
    this.#reads += 1
    try {
      const [row] = await read<{ data: string }>(this.#sql, dayOf(eventId), [
        organizationId,
        eventId,
      ])
      return row ? Buffer.from(row.data) : null
    } finally {
      this.#reads -= 1
      this.#waitingReads.shift()?.()
    }
  }

  #release({ organizationId, eventId, bytes }: PayloadRef, entry: Entry): void {
    entry.users -= 1
    if (entry.users > 0) return
    if (this.#entries.get(eventId) === entry) this.#entries.delete(eventId)
    if (entry.isHeld) this.#room.leave(organizationId, bytes)
  }
}

// One organization's maximum share of the bytes, the same share as of the slots. Far more than an event
// (`MAX_EVENT_BYTES`).
const ORGANIZATION_SHARE = 0.4

interface Claim {
  readonly organizationId: string
  readonly bytes: number
  readonly granted: (hasRoom: boolean) => void
}

/**
 * Grants bytes of memory to claims, in order. A claim waiting for its organization's share doesn't delay other
 * organizations. A claim waiting for the total delays all later claims, so small claims can't starve a large one.
 */
export class PayloadRoom {
  readonly #totalBytes: number
  readonly #shareBytes: number
  readonly #heldByOrganization = new Map<string, number>()
  #waiting: Claim[] = []
  #heldBytes = 0

  constructor(totalBytes: number) {
    this.#totalBytes = totalBytes
    this.#shareBytes = Math.floor(totalBytes * ORGANIZATION_SHARE)
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Whether a claim would be granted immediately. */
  isOpenTo(organizationId: string, bytes: number): boolean {
    return this.#waiting.length === 0 && this.#fits(organizationId, bytes)
  }

  /** Waits for room. False if refused. */
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

  refuseWaiting(): void {
    const refused = this.#waiting
    this.#waiting = []
    for (const { granted } of refused) granted(false)
  }

  #grant(): void {
    const left: Claim[] = []
    const overShare = new Set<string>()
    let isFull = false
    for (const claim of this.#waiting) {
      const { organizationId, bytes } = claim
      const isOverShare =
        overShare.has(organizationId) || this.#heldBy(organizationId) + bytes > this.#shareBytes
      if (isOverShare) overShare.add(organizationId)
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
    const isWithinShare = this.#heldBy(organizationId) + bytes <= this.#shareBytes
    return isWithinShare && this.#heldBytes + bytes <= this.#totalBytes
  }

  #heldBy(organizationId: string): number {
    return this.#heldByOrganization.get(organizationId) ?? 0
  }
}
