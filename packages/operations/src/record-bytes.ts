import { bytesAtMost, jsonBytes } from './page-bytes.ts'
import { invalid } from './shared/errors.ts'

/** A bound on a record's size as UTF-8 JSON. */
export interface RecordBound<Fields extends object> {
  /** In messages: `project`. */
  name: string
  maxBytes: number
  /** Fields whose length integrators control. */
  texts: readonly (keyof Fields & string)[]
  /** Maximum for all other fields, always counted in full, so that no move or assignment exceeds the bound. */
  otherBytes: number
}

/** @throws {OperationError} `invalid` if `after` is too large, at its longest text. */
export function checkRecordBytes<Fields extends object>(
  { name, maxBytes, texts, otherBytes }: RecordBound<Fields>,
  after: Partial<Fields>,
): void {
  // Fast path: avoids serializing fields just to measure them.
  let atMost = otherBytes
  for (const field of texts) atMost += bytesAtMost(after[field])
  if (atMost <= maxBytes) return
  const bytes =
    otherBytes + jsonBytes(Object.fromEntries(texts.map((field) => [field, after[field] ?? null])))
  if (bytes <= maxBytes) return
  const size = (field: keyof Fields) => jsonBytes(after[field] ?? null)
  const [longest] = texts.toSorted((a, b) => size(b) - size(a))
  throw invalid(
    longest ?? name,
    'too_large',
    `makes the ${name} too large: as JSON it may have ${maxBytes} bytes, ` +
      `but would have ${bytes}`,
  )
}
