import { invalid } from './errors.ts'
import { bytesAtMost, jsonBytes } from './page-bytes.ts'

/** How large a record may be as JSON in UTF-8. */
export interface RecordBound<Fields extends object> {
  /** As a sentence names it: `project`. */
  name: string
  maxBytes: number
  /** The fields whose length an integrator decides. */
  texts: readonly (keyof Fields & string)[]
  /**
   * What all other fields come to with their names, each at its longest. They are counted so from the
   * beginning: then no move and no assignment is ever refused for the record's size.
   */
  otherBytes: number
}

/**
 * @param before the record before a change. One that was stored while there was no bound, or a wider
 *   one, may stay as large as it is, or become smaller.
 * @throws {OperationError} `invalid` when `after` is too large. It names the longest of its texts.
 */
export function checkRecordBytes<Fields extends object>(
  { name, maxBytes, texts, otherBytes }: RecordBound<Fields>,
  after: Partial<Fields>,
  before?: Fields,
): void {
  // Nearly always: nothing is serialised to be measured.
  let atMost = otherBytes
  for (const field of texts) atMost += bytesAtMost(after[field])
  if (atMost <= maxBytes) return
  const bytes = otherBytes + textBytes(texts, after)
  if (bytes <= maxBytes) return
  if (before && textBytes(texts, after) <= textBytes(texts, before)) return
  const size = (field: keyof Fields) => jsonBytes(after[field] ?? null)
  const [longest] = texts.toSorted((a, b) => size(b) - size(a))
  throw invalid(
    `${longest} makes the ${name} too large: as JSON it may have ${maxBytes} bytes, ` +
      `and would have ${bytes}`,
  )
}

function textBytes<Fields extends object>(
  texts: readonly (keyof Fields & string)[],
  record: Partial<Fields>,
): number {
  return jsonBytes(Object.fromEntries(texts.map((field) => [field, record[field] ?? null])))
}
