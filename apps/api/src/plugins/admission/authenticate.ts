import type { Admission, Admitter } from '@mediajobs/operations/credentials'
import { organizationMoving } from '@mediajobs/operations/errors'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { bearerToken, isBearer } from '../../vocabulary/access.ts'
import { HttpError } from '../../vocabulary/errors.ts'

interface Options {
  admitter: Admitter
}

/**
 * Authenticates callers of non-public routes. A Bearer token wins over a key, even if it is invalid
 * (docs/interface.md#i5-bearer-wins); other schemes of `Authorization` are ignored (docs/contract.md#c11-other-schemes).
 * With a key, `x-org-id` is ignored: the key names the organization.
 */
export const authenticate = fp<Options>(async (app, { admitter }) => {
  app.decorateRequest('admission', null)

  async function admit(request: FastifyRequest): Promise<Admission> {
    if (request.page?.admission) return request.page.admission
    const { authorization, 'x-api-key': key, 'x-org-id': organization } = request.headers
    if (isBearer(authorization)) {
      return admitter.bySession(bearerToken(authorization), oneValue(organization))
    }
    if (typeof key !== 'string') throw noCredential(authorization)
    return admitter.byApiKey(key)
  }

  app.addHook('onRequest', async (request) => {
    if (request.is404) {
      // An unknown path is a 404 with or without a key, but a valid key is counted and shown its limits.
      request.admission = await admit(request).catch(() => null)
    } else if (request.routeOptions.config.access !== 'public') {
      request.admission = await admit(request)
      refuseFrozen(request, request.admission)
    }
  })
})

/** Before the body is read. The database refuses writes admitted earlier. */
function refuseFrozen({ method }: FastifyRequest, { frozenSeconds }: Admission): void {
  if (frozenSeconds === null || method === 'GET' || method === 'HEAD') return
  throw organizationMoving(frozenSeconds)
}

function noCredential(authorization: string | undefined): HttpError {
  return authorization
    ? new HttpError(
        401,
        'session_invalid',
        'The scheme of Authorization is not Bearer. Send an API key in the header x-api-key, or Authorization: Bearer <access token>.',
      )
    : new HttpError(401, 'credential_missing', 'Send an API key in the header x-api-key.')
}

/** The first value of a header; `undefined` without one and for an empty one. */
function oneValue(header: string | string[] | undefined): string | undefined {
  return [header].flat()[0] || undefined
}
