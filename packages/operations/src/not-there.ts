import { OperationError } from './errors.ts'

// For the admin command. An operator may know which records exist, so these errors say what is missing.

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
