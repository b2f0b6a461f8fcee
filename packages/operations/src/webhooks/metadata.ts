import { MAX_METADATA_KEY_LENGTH } from '@mediajobs/domain'
import { invalid } from '../shared/errors.ts'

/** @throws {OperationError} `invalid` for a key that is empty or too long. docs/contract.md#c16-description */
export function checkMetadata(metadata: Record<string, string> = {}): void {
  const isKey = (key: string) => key !== '' && key.length <= MAX_METADATA_KEY_LENGTH
  if (Object.keys(metadata).every(isKey)) return
  throw invalid(
    'metadata',
    'wrong_format',
    `must have keys of 1 to ${MAX_METADATA_KEY_LENGTH} characters`,
  )
}
