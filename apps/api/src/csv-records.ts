const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c

/** The opening quote of a cell has no closing quote, so the end of its row is unknown. */
export class UnclosedQuote extends Error {}

/**
 * Splits a CSV file (RFC 4180) into records: the bytes of each, without the end of its line. Lines with
 * only spaces are skipped. It copies no bytes, and leaves the cells to the caller.
 *
 * @throws {UnclosedQuote} at the end of the file.
 */
export function* recordsOf(file: Buffer): Generator<Buffer> {
  let start = 0
  while (start < file.length) {
    const end = endOfRecord(file, start)
    const record = file.subarray(start, end)
    if (record.some((byte) => byte !== SPACE && byte !== TAB)) yield record
    start = end + 1
  }
}

type Place = 'cell-start' | 'plain' | 'quoted' | 'behind-quote'

function endOfRecord(file: Buffer, start: number): number {
  let place: Place = 'cell-start'
  for (let i = start; i < file.length; i++) {
    const byte = file[i] as number
    if (place === 'quoted') {
      if (byte === QUOTE) place = 'behind-quote'
    } else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      return i
    } else {
      place = nextPlace(place, byte)
    }
  }
  if (place === 'quoted') throw new UnclosedQuote()
  return file.length
}

function nextPlace(place: Exclude<Place, 'quoted'>, byte: number): Place {
  if (byte === COMMA) return 'cell-start'
  // Two quotes in a row are one quote of the cell.
  if (byte === QUOTE && place !== 'plain') return 'quoted'
  if (place === 'cell-start' && (byte === SPACE || byte === TAB)) return place
  return place === 'behind-quote' ? place : 'plain'
}
