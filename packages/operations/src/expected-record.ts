import { preconditionFailed } from './errors.ts'

/** Says whether a record is one that the caller wants to change. `undefined`: any record is. */
export type IsExpected<RecordType> = ((current: RecordType) => boolean) | undefined

/**
 * Refuses a change of a record that the caller has not seen. The record is locked until the commit, so
 * of two callers who have seen the same record one changes it. RFC 9110, section 13.1.1.
 *
 * @param current `undefined` when there is no record: none is expected then
 * @throws {OperationError} `precondition_failed`.
 */
export function expectRecord<RecordType>(
  current: RecordType | undefined,
  isExpected: IsExpected<RecordType>,
): void {
  if (!isExpected || (current !== undefined && isExpected(current))) return
  throw preconditionFailed('The record has changed since. Read it again and decide anew.')
}
