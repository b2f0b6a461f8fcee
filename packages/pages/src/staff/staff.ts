import type { Schemas } from '@mediajobs/client'
import { accessRefusal, type RequiredAccess } from '@mediajobs/domain'
import type { FastifyRequest } from 'fastify'
import { type ApiResponse, callApi } from '../call-api.ts'
import { PageError } from '../errors.ts'
import type { Format } from '../format.ts'
import type { Caller, Operation } from '../host.ts'

/** The response of `GET /auth/sessions/current`. */
export type Person = Schemas['CurrentSession']

/** An API call on behalf of a page's person. */
export interface StaffCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query of the operation. */
  url: string
  payload?: object
  /** For a `Buffer` payload. Default: JSON. */
  contentType?: string
  /** Default: JSON. */
  accept?: string
  /** `If-Match`. */
  ifMatch?: string | undefined
  /** Idempotency key. */
  idempotencyKey?: string | undefined
}

/** A signed-in person, in the organization of the page's URL. */
export interface Staff extends Caller {
  name: string
  organization: Schemas['Organization']
  /** Formats times, sizes and money in the organization's locale. */
  format: Format
  /**
   * Whether the role may call an operation, by its id in the OpenAPI document. For moves, which depend
   * on the project, use `movesFrom` of the domain. docs/contract.md#c2-access
   *
   * @throws when the API has no such operation.
   */
  may: (operationId: string) => boolean
  /** Calls an operation as this person in this organization. */
  call<Body>(call: StaffCall): Promise<ApiResponse<Body>>
}

/** Calls the API with an access token, within an organization or as the person alone. */
export function callWith<Body>(
  request: FastifyRequest,
  { token, organizationId }: { token: string; organizationId?: string },
  { ifMatch, idempotencyKey, contentType, accept, ...call }: StaffCall,
): Promise<ApiResponse<Body>> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(organizationId !== undefined && { 'x-org-id': organizationId }),
    ...(accept !== undefined && { accept }),
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
  return callApi<Body>(request, { ...call, headers })
}

/** The signed-in person of a page. */
export function staffOf(
  operations: ReadonlyMap<string, Operation>,
  { userId, role, scopes }: Caller,
  { name, organization, format, call }: Pick<Staff, 'name' | 'organization' | 'format' | 'call'>,
): Staff {
  const accessOf = (id: string): RequiredAccess => {
    const operation = operations.get(id)
    if (!operation) throw new Error(`the API has no operation ${id}`)
    return operation.access
  }
  return {
    userId,
    role,
    scopes,
    name,
    organization,
    format,
    may: (operationId) => accessRefusal(accessOf(operationId), { role, scopes }) === null,
    call,
  }
}

/**
 * Refuses a form's page to roles that may not call its operation.
 *
 * @throws {PageError} 403 `role_forbids`
 */
export function requireMay(staff: Pick<Staff, 'may'>, operationId: string): void {
  if (staff.may(operationId)) return
  throw new PageError(403, 'role_forbids', 'Your role has no access to this form.')
}
