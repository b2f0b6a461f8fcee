import type { Sql } from '@mediajobs/db'
import { MAX_EVENT_BYTES, MAX_HELD_PAYLOAD_BYTES } from '@mediajobs/domain'
import { PayloadReader } from './payload-reader.ts'
import { PayloadRoom } from './payload-room.ts'

/** An event's data as the bytes of its JSON text. Held in memory until it is released. */
export interface Payload {
  /** Null when the event is no longer in the log. */
  readonly data: Buffer | null
  release(): void
}

/** The event of a payload, and the bytes of its data. */
export interface PayloadRef {
  readonly organizationId: string
  readonly eventId: string
  readonly bytes: number
}

/** The data of one event: held, being read, or waiting for room. */
interface Entry {
  data: Promise<Buffer | null | undefined>
  users: number
  isHeld: boolean
}

// Data up to this size are read with the deliveries, in one statement for a batch.
const INLINE_BYTES = 8_192
// The bytes have three shares: an eighth for inline data, three eighths for payloads up to the size that an event
// may have today (`MAX_EVENT_BYTES`), and half for events that were stored before records had a limit. So no payload
// waits for one of a larger kind.
const INLINE_SHARE = 1 / 8
const ORDINARY_SHARE = 3 / 8
const LARGE_SHARE = 1 / 2
// While a payload is read, memory holds several copies of it. So large ones are read one after the other.
const ORDINARY_READS = 4
const LARGE_READS = 1

/**
 * Keeps the data of events in memory while they are posted: once for each event, and at most
 * `MAX_HELD_PAYLOAD_BYTES` in all. docs/contract.md#c10-payload-bytes
 */
export class Payloads {
  /** Data up to this size are read together with their delivery. */
  readonly inlineBytes: number
  readonly #ordinary = new PayloadRoom(MAX_HELD_PAYLOAD_BYTES * ORDINARY_SHARE)
  readonly #large = new PayloadRoom(MAX_HELD_PAYLOAD_BYTES * LARGE_SHARE)
  readonly #ordinaryReader: PayloadReader
  readonly #largeReader: PayloadReader
  readonly #entries = new Map<string, Entry>()

  /** @param slots how many deliveries, each with its inline data, can be posted at once */
  constructor(sql: Sql, slots: number) {
    const inlineRoom = MAX_HELD_PAYLOAD_BYTES * INLINE_SHARE
    this.inlineBytes = Math.min(INLINE_BYTES, Math.floor(inlineRoom / slots))
    this.#ordinaryReader = new PayloadReader(sql, ORDINARY_READS)
    this.#largeReader = new PayloadReader(sql, LARGE_READS)
  }

  /** The bytes that are held, without inline data. */
  get heldBytes(): number {
    return this.#ordinary.heldBytes + this.#large.heldBytes
  }

  /** Whether there can ever be room for so many bytes. */
  canHold(bytes: number): boolean {
    return bytes <= this.#roomFor(bytes).shareBytes
  }

  /** Whether {@link take} would wait for room. */
  isFullFor({ organizationId, eventId, bytes }: PayloadRef): boolean {
    if (this.#entries.has(eventId)) return false
    return !this.#roomFor(bytes).isOpenTo(organizationId, bytes)
  }

  /**
   * Waits for room and reads the data, or shares the data of another delivery of the same event.
   *
   * @returns undefined when the wait was refused: see {@link refuseWaiting}
   * @throws when the database cannot be reached
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

  /** Refuses all payloads that wait for room now, so that their jobs can be given back. */
  refuseWaiting(): void {
    this.#ordinary.refuseWaiting()
    this.#large.refuseWaiting()
  }

  #open(ref: PayloadRef): Entry {
    const entry: Entry = { data: Promise.resolve(undefined), users: 0, isHeld: false }
    entry.data = this.#read(ref, entry)
    this.#entries.set(ref.eventId, entry)
    return entry
  }

  async #read(ref: PayloadRef, entry: Entry): Promise<Buffer | null | undefined> {
    const { organizationId, eventId, bytes } = ref
    entry.isHeld = await this.#roomFor(bytes).enter(organizationId, bytes)
    if (!entry.isHeld) return undefined
    const reader = bytes > MAX_EVENT_BYTES ? this.#largeReader : this.#ordinaryReader
    return reader.read(organizationId, eventId)
  }

  #release({ organizationId, eventId, bytes }: PayloadRef, entry: Entry): void {
    entry.users -= 1
    if (entry.users > 0) return
    if (this.#entries.get(eventId) === entry) this.#entries.delete(eventId)
    if (entry.isHeld) this.#roomFor(bytes).leave(organizationId, bytes)
  }

  #roomFor(bytes: number): PayloadRoom {
    return bytes > MAX_EVENT_BYTES ? this.#large : this.#ordinary
  }
}
