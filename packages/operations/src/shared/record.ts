import { isDeepStrictEqual } from 'node:util'
import { preconditionFailed } from './errors.ts'

/** Whether `current` is the version that the caller wants to change. `undefined`: every version is. */
export type IsExpected<RecordType> = ((current: RecordType) => boolean) | undefined

/**
 * Refuses a change of a version that the caller has not read. The record is locked until the commit: when
 * two callers have read the same version, only one of them changes it. RFC 9110, section 13.1.1.
 *
 * @param current `undefined` when there is no record. Then every expectation fails.
 * @throws {OperationError} `precondition_failed`.
 */
export function expectRecord<RecordType>(
  current: RecordType | undefined,
  isExpected: IsExpected<RecordType>,
): void {
  if (!isExpected || (current !== undefined && isExpected(current))) return
  throw preconditionFailed('The record has changed since you read it. Read it again, then decide.')
}

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
