import { isDeepStrictEqual } from 'node:util'

/**
 * The names of the fields of `input` that differ from the record. A field that is left out is no change.
 * 0 and -0 are equal.
 */
export function changedFields<RecordType extends object>(
  record: RecordType,
  input: Partial<RecordType>,
): (keyof RecordType & string)[] {
  return (Object.keys(input) as (keyof RecordType & string)[]).filter(
    (field) =>
      input[field] !== undefined &&
      input[field] !== record[field] &&
      !isDeepStrictEqual(input[field], record[field]),
  )
}
