const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c

/** A quote that opens a cell is never closed: where its row ends can't be known. */
export class UnclosedQuote extends Error {}

/**
 * The records of a CSV file (RFC 4180), each as its bytes without the end of its line. Lines of
 * nothing but spaces are no records. One pass, without memory: a record is read by others, one by one.
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
  // A second quote right behind one stands for a quote in the cell.
  if (byte === QUOTE && place !== 'plain') return 'quoted'
  if (place === 'cell-start' && (byte === SPACE || byte === TAB)) return place
  return place === 'behind-quote' ? place : 'plain'
}
