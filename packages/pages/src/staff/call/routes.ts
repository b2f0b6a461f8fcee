import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { rawCall } from '../../call-api.ts'
import { PageError } from '../../errors.ts'
import { type Auth, type SessionCookie, STAFF } from '../auth.ts'

interface Route {
  Params: { organizationId: string }
}

/** Request headers to forward: no credentials. */
const REQUEST_HEADERS = ['content-type', 'if-match', 'if-none-match', 'idempotency-key', 'prefer']
const PREFIX = /^\/app\/[^/]+\/call/
/** Response headers set by this server, not forwarded. */
const OWN_HEADERS = new Set(['connection', 'content-length', 'date', 'keep-alive', 'vary'])

/**
 * `/app/{organizationId}/call/…`: the authenticated API operations at their own paths, for the modules of staff pages.
 * Modules use the cookie, so no script ever sees the token. Returns the API's response. docs/contract.md#c12-call
 */
export const callRoutes: FastifyPluginAsync<Auth> = async (app, auth) => {
  // The operation parses the body.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)

  for (const operation of app.host.operations.values()) {
    app.route<Route>({
      ...STAFF,
      config: { ...STAFF.config, calledRoute: operation.url },
      method: operation.method,
      // Modules send no HEAD, and each route costs at startup.
      exposeHeadRoute: false,
      url: `/app/:organizationId/call${operation.url}`,
      bodyLimit: operation.bodyLimit,
      // Refuses before the body is read.
      async onRequest(request, reply) {
        auth.site.refuseOthers(request)
        if (!isPlain(request)) throw noOperation()
        await app.host.admitMember(request, reply, credentialOf(request, auth.cookie))
      },
      handler: (request, reply) => pass(request, reply, credentialOf(request, auth.cookie)),
    })
  }
  app.route({
    ...STAFF,
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/app/:organizationId/call/*',
    // Refuses before the body is read.
    async onRequest() {
      throw noOperation()
    },
    handler: async () => null,
  })
}

/** The API URL of the call. */
function addressOf({ url }: FastifyRequest): string {
  return url.replace(PREFIX, '')
}

/** Whether `inject` would call the matched operation: it resolves `..` in paths, even if encoded. */
function isPlain(request: FastifyRequest): boolean {
  const [path = ''] = addressOf(request).split('?')
  return URL.parse(path, 'http://api')?.pathname === path
}

function credentialOf(request: FastifyRequest<Route>, cookie: SessionCookie) {
  const token = cookie.read(request)
  if (token === undefined) throw noSession()
  return { token, organizationId: request.params.organizationId }
}

async function pass(
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  { token, organizationId }: { token: string; organizationId: string },
): Promise<FastifyReply> {
  const sent = REQUEST_HEADERS.flatMap((name) => {
    const value = request.headers[name]
    return value === undefined ? [] : [[name, value]]
  })
  const { statusCode, headers, rawPayload } = await rawCall(request, {
    method: request.method as 'GET',
    url: addressOf(request),
    headers: {
      ...Object.fromEntries(sent),
      authorization: `Bearer ${token}`,
      'x-org-id': organizationId,
    },
    ...(Buffer.isBuffer(request.body) && { payload: request.body }),
  })
  if (statusCode >= 400) request.problemCode = JSON.parse(rawPayload.toString()).code
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !OWN_HEADERS.has(name)) reply.header(name, value)
  }
  reply.vary('Cookie')
  return reply.code(statusCode).send(rawPayload)
}

function noOperation(): PageError {
  return new PageError(404, 'not_found', 'The API has no such operation for a person.')
}

function noSession(): PageError {
  return new PageError(
    401,
    'session_invalid',
    'Your session has ended. Load the page again to sign in.',
  )
}
