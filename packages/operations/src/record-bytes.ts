import { bytesAtMost, jsonBytes } from './page-bytes.ts'
import { invalid } from './shared/errors.ts'

/** The bound of a record's size as JSON in UTF-8. */
export interface RecordBound<Fields extends object> {
  /** The name of the record in messages: `project`. */
  name: string
  maxBytes: number
  /** The fields whose length an integrator decides. */
  texts: readonly (keyof Fields & string)[]
  /**
   * The most bytes of all other fields with their names. They are always counted at this maximum, so that no
   * move and no assignment is refused because of the record's size.
   */
  otherBytes: number
}

/**
 * @param before the record before a change. A record from the time before this bound may keep its size or
 *   become smaller.
 * @throws {OperationError} `invalid` when `after` is too large. The message names its longest text.
 */
export function checkRecordBytes<Fields extends object>(
  { name, maxBytes, texts, otherBytes }: RecordBound<Fields>,
  after: Partial<Fields>,
  before?: Fields,
): void {
  // Nearly always true. Then no field is serialised only to measure it.
  let atMost = otherBytes
  for (const field of texts) atMost += bytesAtMost(after[field])
  if (atMost <= maxBytes) return
  const bytes = otherBytes + textBytes(texts, after)
  if (bytes <= maxBytes) return
  if (before && textBytes(texts, after) <= textBytes(texts, before)) return
  const size = (field: keyof Fields) => jsonBytes(after[field] ?? null)
  const [longest] = texts.toSorted((a, b) => size(b) - size(a))
  throw invalid(
    longest ?? name,
    'too_large',
    `makes the ${name} too large: as JSON it may have ${maxBytes} bytes, ` +
      `but would have ${bytes}`,
  )
}

function textBytes<Fields extends object>(
  texts: readonly (keyof Fields & string)[],
  record: Partial<Fields>,
): number {
  return jsonBytes(Object.fromEntries(texts.map((field) => [field, record[field] ?? null])))
}
