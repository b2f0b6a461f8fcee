import { PageError } from '../errors.ts'
import type { Staff } from './staff.ts'

/**
 * Refuses a page that holds a form for one operation to a role that may not call it.
 *
 * @throws {PageError} 403 `role_forbids`
 */
export function requireMay(staff: Pick<Staff, 'may'>, operationId: string): void {
  if (staff.may(operationId)) return
  throw new PageError(403, 'role_forbids', 'Your role has no access to this form.')
}
