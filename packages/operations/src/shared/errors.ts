import {
  cellOf,
  type FieldCode,
  hashSecret,
  isPublicId,
  type ProblemCode,
  type ProblemCodeOf,
  type RefusedField,
} from '@mediajobs/domain'

/** Why an operation was refused. The api maps it to a status. */
export type Refusal =
  | 'invalid'
  | 'unauthenticated'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'precondition_failed'
  | 'conflict'
  | 'too_many'
  | 'wrong_cell'
  | 'unavailable'

/** Details in the response to a refusal, besides the message. */
export interface RefusalDetails {
  /** The base URL of the cell that knows the credential. Always set for `wrong_cell`. */
  cellUrl?: string
  /** Where the client pays. Always set for `payment_required`. */
  payUrl?: string
  /** The order's current price. Always set for `price_changed`. */
  quote?: object
  /** The change's current fee. Always set for `fee_changed`. */
  fee?: { feeAmount: number; currency: string | null }
}

/** Codes that fit a refused field. */
type CodeOfField = Extract<ProblemCode, FieldCode> | 'not_found'

/** A refused operation. Messages are for the caller; the code is part of the contract (docs/errors.md). */
export class OperationError<Code extends ProblemCode = ProblemCode> extends Error {
  readonly kind: Refusal
  readonly code: Code
  /** One sentence per violation. Only `invalid` can have several. */
  readonly messages: readonly string[]
  /** The refused fields. For `invalid`, parallel to `messages`. */
  fields: readonly RefusedField[] = []
  /** The cell named by a credential unknown here: see {@link naming}. */
  cell: string | null = null
  /** Hash of a credential unknown here, whose organization may have moved. */
  credentialHash: Buffer | null = null
  /** The id of a public page, if that's the unknown credential. */
  publicId: string | null = null
  /** An organization on another cell, to which the api can redirect the caller. */
  organizationId: string | null = null
  details: RefusalDetails = {}
  /** Always set for `too_many`. */
  readonly retryAfterSeconds: number | undefined

  constructor(kind: Refusal, code: Code, messages: readonly string[], retryAfterSeconds?: number) {
    super(messages.join('; '))
    this.name = 'OperationError'
    this.kind = kind
    this.code = code
    this.messages = messages
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Sets the refused fields to these paths. @returns itself */
  at<Refused extends OperationError<CodeOfField>>(
    this: Refused,
    ...paths: readonly string[]
  ): Refused {
    const code = this.code === 'not_found' ? 'unknown_reference' : this.code
    const message = this.messages.join(' ')
    this.fields = paths.map((path) => ({ path, code, message }))
    return this
  }

  /**
   * Marks `credential` as unknown here. If it names another cell of CELL_URLS, the api responds with {@link wrongCell}
   * instead (docs/contract.md#c15-wrong-cell). @returns itself
   */
  naming(credential: string): this {
    this.cell = cellOf(credential)
    this.credentialHash = hashSecret(credential)
    this.publicId = isPublicId(credential) ? credential : null
    return this
  }

  /** Marks an organization that isn't served by this cell as the cause. @returns itself */
  ofOrganization(organizationId: string): this {
    this.organizationId = organizationId
    return this
  }
}

/** For input the schema can't check. The message is path and predicate. */
export function invalid(path: string, code: FieldCode, predicate: string): OperationError {
  return invalidFields([refusedField(path, code, predicate)])
}

/** @throws {OperationError} `invalid` if there are refused fields. */
export function refuseFields(fields: readonly RefusedField[]): void {
  if (fields.length > 0) throw invalidFields(fields)
}

/** The results of checks. @throws {OperationError} `invalid` with the refused fields of all of them */
export function checkAll<const Checks extends readonly (() => unknown)[]>(
  ...checks: Checks
): { -readonly [Index in keyof Checks]: ReturnType<Checks[Index]> } {
  const refused: RefusedField[] = []
  const results = checks.map((check) => {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof OperationError) || error.kind !== 'invalid') throw error
      if (error.fields.length === 0) throw error
      refused.push(...error.fields)
      return undefined
    }
  })
  refuseFields(refused)
  return results as { -readonly [Index in keyof Checks]: ReturnType<Checks[Index]> }
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

/** The same for a missing record and another organization's (docs/interface.md#i7-404). */
export function notFound(): OperationError<'not_found'> {
  return new OperationError('not_found', 'not_found', ['There is nothing here with this id.'])
}

/** For `catch`: names the field `path` in a `not_found`. */
export function missingAt(path: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof OperationError && error.code === 'not_found'
      ? notFound().at(path)
      : error
  }
}

export function conflict<Code extends ProblemCodeOf<409>>(
  code: Code,
  message: string,
): OperationError<Code> {
  return new OperationError('conflict', code, [message])
}

export function forbidden<Code extends ProblemCodeOf<403>>(
  code: Code,
  message: string,
): OperationError<Code> {
  return new OperationError('forbidden', code, [message])
}

export function unauthenticated<Code extends ProblemCodeOf<401>>(
  code: Code,
  message: string,
): OperationError<Code> {
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

/** For a credential of another cell. @param url that cell's base URL, without a trailing slash */
export function wrongCell(url: string): OperationError<'wrong_cell'> {
  const error = new OperationError('wrong_cell', 'wrong_cell', [
    `This credential belongs to another cell: send the request to ${url}.`,
  ])
  error.details = { cellUrl: url }
  return error
}

/** For writes during a move: docs/contract.md#c15-move */
export function organizationMoving(retryAfterSeconds: number): OperationError {
  return new OperationError(
    'unavailable',
    'organization_moving',
    [
      'The organization is being moved to another cell and accepts no changes for a few seconds. Nothing was changed: ' +
        'retry after Retry-After seconds.',
    ],
    retryAfterSeconds,
  )
}

/** For the locked parts of a delivery. @param payUrl where the client pays */
export function paymentRequired(payUrl: string): OperationError {
  const error = new OperationError('payment_required', 'payment_required', [
    'Downloads and approval are available once the invoice is paid.',
  ])
  error.details = { payUrl }
  return error
}

/** For an order whose price changed since the client saw it. */
export function priceChanged(quote: object): OperationError {
  const error = conflict('price_changed', 'The price has changed: order again at the new one.')
  error.details = { quote }
  return error
}

/** For an unavailable dependency. */
export function unavailable(
  code: ProblemCodeOf<503>,
  message: string,
  retryAfterSeconds: number,
): OperationError {
  return new OperationError('unavailable', code, [message], retryAfterSeconds)
}

// For the admin command. Operators may know what exists.

export function noSuch(message: string): OperationError {
  return new OperationError('not_found', 'not_found', [message])
}

export function noSuchOrganization(): OperationError {
  return noSuch('No organization has this id.')
}

export function noSuchPerson(email: string, organizationId?: string): OperationError {
  const where = organizationId === undefined ? '' : ' in this organization'
  return noSuch(`No user${where} has the email ${email}.`)
}
