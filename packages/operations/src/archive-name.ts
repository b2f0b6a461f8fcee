import type { ArchiveSize } from '@mediajobs/domain'

// Unsafe in paths, shells, on Windows or in right-to-left names: controls, separators and bidi marks.
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}/\\:*?"<>|]/gu
// Windows device names, with any extension. Superscript digits count as digits.
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=\.|$)/i
const EXTENSION = /\.[^.\s]{1,16}$/u
// Linux allows 255. Leaves room for a number that makes a name unique.
const NAME_BYTES = 240
const NO_NAME = 'file'

/** `text` as a file name that is safe on every system. Changes only unsafe parts. */
export function safeFilename(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/^[.\s]+|[.\s]+$/gu, '')
  const name = plain || NO_NAME
  const [extension = ''] = EXTENSION.exec(name) ?? []
  const stem = name.slice(0, name.length - extension.length) || NO_NAME
  const whole = `${cut(stem, NAME_BYTES - Buffer.byteLength(extension)).trimEnd()}${extension}`
  // Last: trimming can leave a device name.
  return whole.replace(DEVICE, '_$1')
}

/** An archive's file name, from its project's address. */
export function archiveFilename(address: string | null, size: ArchiveSize): string {
  const name = safeFilename(address?.trim() || 'Delivery')
  return size === 'mls' ? `${name} (MLS).zip` : `${name}.zip`
}

/** Truncates `text` to `maxBytes` bytes, at a character boundary. */
function cut(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let bytes = 0
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > maxBytes) break
    kept += segment
  }
  return kept
}
