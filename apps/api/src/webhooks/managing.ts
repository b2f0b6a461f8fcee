import { MANAGING_ROLES } from '@mediajobs/domain'
import type { FastifyRequest } from 'fastify'
import { allow } from '../access.ts'

/** Reading too: payloads hold delivery tokens (contract, section 2). */
export const managing = allow('WEBHOOKS', MANAGING_ROLES)

/** For an operation that can be called without a body. */
export async function bodyIsOptional(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}
