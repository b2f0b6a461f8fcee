import { OperationError } from './errors.ts'

// For operators: they may know which records exist.

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
