import { MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  InjectOptions,
} from 'fastify'
import { PageError } from '../../errors.ts'
import { type Door, STAFF } from '../door.ts'

/** Headers of a module's request that an operation knows. No credential is among them. */
const REQUEST_HEADERS = ['content-type', 'if-match', 'if-none-match', 'idempotency-key', 'prefer']
const PREFIX = /^\/app\/[^/]+\/call/
/** What the server of the page sets itself. */
const OWN_HEADERS = new Set(['connection', 'content-length', 'date', 'keep-alive', 'vary'])

/**
 * `/app/{organizationId}/call/…`: every operation of the API that needs a credential, at its own path, for the
 * modules of staff pages. They call it with the cookie, so that no script ever has the token. The response is
 * that of the API. docs/contract.md#c12-call
 */
export const callRoutes: FastifyPluginAsync<Door> = async (app, door) => {
  // The operation parses it.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)

  for (const operation of door.operations.values()) {
    app.route<{ Params: { organizationId: string } }>({
      ...STAFF,
      method: operation.method,
      url: `/app/:organizationId/call${operation.url}`,
      bodyLimit: operation.bodyLimit,
      async onRequest(request) {
        door.site.refuseOthers(request)
        if (!isPlain(request)) throw noOperation()
        const token = door.cookie.read(request)
        if (token === undefined) throw noSession()
        if (mayBeLong(request)) await checkSession(app, request, credentialOf(request, token))
      },
      handler: async (request, reply) =>
        pass(app, request, reply, credentialOf(request, door.cookie.read(request) ?? '')),
    })
  }
  app.route({
    ...STAFF,
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/app/:organizationId/call/*',
    // Before a body is read.
    async onRequest() {
      throw noOperation()
    },
    handler: async () => null,
  })
}

/** The address of the call in the API. */
function addressOf({ url }: FastifyRequest): string {
  return url.replace(PREFIX, '')
}

/** Whether `inject` calls the operation that matched: it resolves `..` in a path, also where it is encoded. */
function isPlain(request: FastifyRequest): boolean {
  const [path = ''] = addressOf(request).split('?')
  return URL.parse(path, 'http://api')?.pathname === path
}

interface SentCredential {
  authorization: string
  'x-org-id': string
}

function credentialOf(
  { params }: FastifyRequest<{ Params: { organizationId: string } }>,
  token: string,
): SentCredential {
  return { authorization: `Bearer ${token}`, 'x-org-id': params.organizationId }
}

/** Whether a body may be longer than one that needs no credential. */
function mayBeLong({ headers }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return encoding !== undefined || Number(length ?? 0) > MAX_PUBLIC_BODY_BYTES
}

/** A long body is read only for a live session. */
async function checkSession(
  app: FastifyInstance,
  request: FastifyRequest,
  credential: SentCredential,
): Promise<void> {
  const { statusCode } = await inject(app, request, credential, { url: '/api-keys/current' })
  if (statusCode === 401 || statusCode === 421) throw noSession()
}

async function pass(
  app: FastifyInstance,
  request: FastifyRequest<{ Params: { organizationId: string } }>,
  reply: FastifyReply,
  credential: SentCredential,
): Promise<FastifyReply> {
  const { statusCode, headers, rawPayload } = await inject(app, request, credential, {
    method: request.method as 'GET',
    url: addressOf(request),
    ...(Buffer.isBuffer(request.body) && { payload: request.body }),
  })
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !OWN_HEADERS.has(name)) reply.header(name, value)
  }
  reply.vary('Cookie')
  return reply.code(statusCode).send(rawPayload)
}

function inject(
  app: FastifyInstance,
  request: FastifyRequest,
  credential: SentCredential,
  call: Pick<InjectOptions, 'method' | 'url' | 'payload'>,
) {
  const sent = REQUEST_HEADERS.flatMap((name) => {
    const value = request.headers[name]
    return value === undefined ? [] : [[name, value]]
  })
  const { traceparent } = request.headers
  return app.inject({
    ...call,
    remoteAddress: request.ip,
    headers: {
      ...Object.fromEntries(sent),
      ...credential,
      accept: 'application/json',
      host: request.host,
      'x-request-id': request.id,
      ...(typeof traceparent === 'string' && { traceparent }),
    },
  })
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
