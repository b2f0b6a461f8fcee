import { isDeepStrictEqual } from 'node:util'

/**
 * The names of the fields of `input` that differ from the record; a field left out is no change, and
 * neither is 0 where -0 is.
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
