import { CUSTOMER_FIELDS } from '@mediajobs/domain'
import { findPortalSession, type PortalCaller } from '@mediajobs/operations/portal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'
import { recordProperties } from './record-schemas.ts'
import { bearerToken } from './routes.ts'
import { Id, Named, studioFields } from './schemas.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in customer, on routes below /portal that need one. */
    portal: PortalCaller | null
  }
}

/**
 * Admits only signed-in customers to the routes of `app`. They are PUBLIC: the admission plugins know staff and keys only.
 * docs/contract.md#c22-session
 */
export function admitCustomers(app: FastifyInstance): void {
  app.decorateRequest('portal', null)
  app.addHook('onRequest', async (request) => {
    const { authorization } = request.headers
    if (!authorization) {
      throw new HttpError(
        401,
        'credential_missing',
        "This operation requires a customer's session: send Authorization: Bearer <access token>.",
      )
    }
    request.portal = await findPortalSession(request.store.sql, bearerToken(authorization))
  })
}

/** The caller; only for routes of {@link admitCustomers}. */
export function callerOf({ portal }: FastifyRequest): PortalCaller {
  if (!portal) throw new Error('this route does not admit customers')
  return portal
}

const { id, email, name, phone, company, language } = CUSTOMER_FIELDS

/** Fields that customers may change. */
export const OWN_FIELDS = { name, phone, company, language }

export const PortalCustomer = Named(
  'PortalCustomer',
  recordProperties({ id, email, ...OWN_FIELDS }),
)

export const PortalStudio = Named(
  'PortalStudio',
  { id: Id, ...studioFields },
  { description: 'What the pages show of the organization' },
)
