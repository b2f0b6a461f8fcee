import type { ArchiveSize } from '@mediajobs/domain'

// Characters that are dangerous in a path, in a shell, on Windows or in a right-to-left name: controls,
// separators, and the marks that change the direction of a text (Unicode's property Bidi_Control).
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}/\\:*?"<>|]/gu
// Names that Windows has for devices, with any extension. It takes superscript digits for digits.
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=\.|$)/i
const EXTENSION = /\.[^.\s]{1,16}$/u
// Linux allows 255 bytes. The difference is for a number that makes a name unique.
const NAME_BYTES = 240
const NO_NAME = 'file'

/** `text` as a file name that is safe on every system. Only unsafe parts are changed. */
export function safeFilename(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/^[.\s]+|[.\s]+$/gu, '')
  const name = plain || NO_NAME
  const [extension = ''] = EXTENSION.exec(name) ?? []
  const stem = name.slice(0, name.length - extension.length) || NO_NAME
  const whole = `${cut(stem, NAME_BYTES - Buffer.byteLength(extension)).trimEnd()}${extension}`
  // Last, because what is trimmed can leave the name of a device.
  return whole.replace(DEVICE, '_$1')
}

/** The file name of an archive, made from the address of its project. */
export function archiveFilename(address: string | null, size: ArchiveSize): string {
  const name = safeFilename(`${address ?? ''}`.trim() || 'Delivery')
  return size === 'mls' ? `${name} (MLS).zip` : `${name}.zip`
}

/** The beginning of `text`, of at most `maxBytes` bytes. Characters are not cut in two. */
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
