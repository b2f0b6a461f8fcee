/** Where a file is on its way. `here`: the project has it already, which `checking` finds out. `refused`: it is never sent. */
type State =
  | 'ready'
  | 'refused'
  | 'here'
  | 'checking'
  | 'waiting'
  | 'sending'
  | 'sent'
  | 'done'
  | 'failed'

/** The address that a file is put to. */
interface Upload {
  uploadUrl: string
  key: string
  /** Of `performance.now()`. */
  signedAt: number
}

/** What makes a picture an altered one. The original is in the list, or was in the project before. */
export interface Pair {
  original: Row | Medium
  kind: string
  kindName: string
  note: string
}

/** A file of the project. */
export interface Medium {
  id: string
  filename: string
  size: number
  type: string
}

/** A file that was chosen. */
export interface Row {
  readonly file: File
  /** Composed (NFC): macOS decomposes names, and others would not find them again. */
  readonly name: string
  readonly contentType: string
  /** A media type of the API: PHOTO, VIDEO … */
  type: string
  state: State
  /** Bytes. */
  sent: number
  /** Why it was refused or has failed. */
  reason: string
  warnings: string[]
  upload: Upload | undefined
  /** When all bytes were sent, of `performance.now()`. */
  sentAt: number
  mediaId: string | undefined
  /** The person wants it twice. */
  isWanted: boolean
  pair: Pair | undefined
  /** Ends the PUT. */
  abort: AbortController | undefined
}

/** Whether it is on its way: leaving the page would lose it. */
export function isUnderWay({ state }: Row): boolean {
  return state === 'checking' || state === 'waiting' || state === 'sending' || state === 'sent'
}

/** Whether it is, or will be, a file of the project by this upload. */
export function counts({ state }: Row): boolean {
  return state !== 'refused' && state !== 'here'
}

/** Whether it was sent, or was to be. */
export function isBegun(row: Row): boolean {
  return counts(row) && row.state !== 'ready'
}

export function originalId({ original }: Pair): string | undefined {
  return 'file' in original ? original.mediaId : original.id
}

export function originalName({ original }: Pair): string {
  return 'file' in original ? original.name : original.filename
}
