import {
  cellOf,
  type FieldCode,
  hashSecret,
  isFieldCode,
  type ProblemCode,
  type ProblemCodeOf,
  type RefusedField,
} from '@mediajobs/domain'

/** Why an operation was refused. The api maps each kind to a status. */
export type Refusal =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'precondition_failed'
  | 'conflict'
  | 'too_many'
  | 'wrong_cell'
  | 'unavailable'

/**
 * A refused operation. Its messages are for the caller; its code is part of the contract (docs/errors.md).
 */
export class OperationError extends Error {
  readonly kind: Refusal
  readonly code: ProblemCode
  /** One sentence for each violation. Only `invalid` can have more than one. */
  readonly messages: readonly string[]
  /** The refused fields of the input. For `invalid` there is one for each message, in the same order. */
  fields: readonly RefusedField[] = []
  /** The cell that the caller's credential names, when the credential is unknown here: see {@link naming}. */
  cell: string | null = null
  /** The hash of the credential that is unknown here: its organization may have been moved. */
  credentialHash: Buffer | null = null
  /** The organization that is away, so that the caller can be sent to its cell. */
  organizationId: string | null = null
  /** The base URL of the cell that knows the caller's credential. `wrong_cell` always has it. */
  cellUrl: string | undefined
  /** Seconds after which the same call may succeed. `too_many` always has it. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: Refusal,
    code: ProblemCode,
    messages: readonly string[],
    retryAfterSeconds?: number,
  ) {
    super(messages.join('; '))
    this.name = 'OperationError'
    this.kind = kind
    this.code = code
    this.messages = messages
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** @returns itself, as an error about the fields at these paths */
  at(...paths: readonly string[]): this {
    const code = isFieldCode(this.code) ? this.code : 'unknown_reference'
    const message = this.messages.join(' ')
    this.fields = paths.map((path) => ({ path, code, message }))
    return this
  }

  /**
   * Says that `credential` is unknown here. When it names another cell of CELL_URLS, the api responds with
   * {@link wrongCell} in place of this error (docs/contract.md#c15-wrong-cell).
   *
   * @returns itself
   */
  naming(credential: string): this {
    this.cell = cellOf(credential)
    this.credentialHash = hashSecret(credential)
    return this
  }

  /**
   * Says that the cause is an organization that is not at home in this cell.
   *
   * @returns itself
   */
  ofOrganization(organizationId: string): this {
    this.organizationId = organizationId
    return this
  }
}

/** For input that its schema cannot check. The message is the path and the predicate. */
export function invalid(path: string, code: FieldCode, predicate: string): OperationError {
  return invalidFields([refusedField(path, code, predicate)])
}

/** @throws {OperationError} `invalid` when there is a refused field. */
export function refuseFields(fields: readonly RefusedField[]): void {
  if (fields.length > 0) throw invalidFields(fields)
}

export function invalidFields(fields: readonly RefusedField[]): OperationError {
  const messages = fields.map(({ message }) => message)
  const error = new OperationError('invalid', 'invalid_request', messages)
  error.fields = fields
  return error
}

export function refusedField(path: string, code: FieldCode, predicate: string): RefusedField {
  return { path, code, message: `${path} ${predicate}` }
}

/**
 * The same for a missing record and one of another organization (docs/interface.md#i7-404), so without details.
 */
export function notFound(): OperationError {
  return new OperationError('not_found', 'not_found', ['There is nothing here with this id.'])
}

export function conflict(code: ProblemCodeOf<409>, message: string): OperationError {
  return new OperationError('conflict', code, [message])
}

export function forbidden(code: ProblemCodeOf<403>, message: string): OperationError {
  return new OperationError('forbidden', code, [message])
}

export function unauthenticated(code: ProblemCodeOf<401>, message: string): OperationError {
  return new OperationError('unauthenticated', code, [message])
}

export function preconditionFailed(message: string): OperationError {
  return new OperationError('precondition_failed', 'version_mismatch', [message]).at('If-Match')
}

export function tooMany(
  code: ProblemCodeOf<429>,
  message: string,
  retryAfterSeconds: number,
): OperationError {
  return new OperationError('too_many', code, [message], retryAfterSeconds)
}

/**
 * For a credential that another cell knows.
 *
 * @param url the base URL of that cell, without a slash at its end
 */
export function wrongCell(url: string): OperationError {
  const error = new OperationError('wrong_cell', 'wrong_cell', [
    `This credential belongs to another cell: send the request to ${url}.`,
  ])
  error.cellUrl = url
  return error
}

/** For a write of an organization that is being moved to another cell: docs/contract.md#c15-move */
export function organizationMoving(retryAfterSeconds: number): OperationError {
  return new OperationError(
    'unavailable',
    'organization_moving',
    [
      'The organization is being moved to another cell, and takes no changes for some seconds. Nothing was changed: ' +
        'wait for as long as Retry-After says, then send the same request again.',
    ],
    retryAfterSeconds,
  )
}

// For the admin command. Operators may know which records exist, so these errors say what is missing.

export function noSuch(message: string): OperationError {
  return new OperationError('not_found', 'not_found', [message])
}

export function noSuchOrganization(): OperationError {
  return noSuch('There is no organization with this id.')
}

export function noSuchPerson(email: string, organizationId?: string): OperationError {
  const where = organizationId === undefined ? '' : ' in this organization'
  return noSuch(`No user${where} has the email ${email}.`)
}
