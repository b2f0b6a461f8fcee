/** The formats that are read: docs/contract.md#c13-formats */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'tiff'

/** How many bytes {@link pictureFormat} looks at. */
export const HEAD_BYTES = 12

const STARTS: readonly (readonly [PictureFormat, string])[] = [
  ['jpeg', 'ffd8ff'],
  ['png', '89504e470d0a1a0a'],
  ['tiff', '49492a00'],
  ['tiff', '4d4d002a'],
  // Both byte orders of BigTIFF.
  ['tiff', '49492b00'],
  ['tiff', '4d4d002b'],
]

/** The format of a file that begins with `head`. The content type of its upload does not count. */
export function pictureFormat(head: Buffer): PictureFormat | null {
  const hex = head.toString('hex')
  const found = STARTS.find(([, start]) => hex.startsWith(start))
  if (found) return found[0]
  const isWebp =
    head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'webp' : null
}
