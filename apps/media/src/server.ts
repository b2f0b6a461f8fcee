import { createServer } from 'node:http'
import { MAX_CONNECTIONS, MAX_HEAD_BYTES, MAX_HEAD_MS, MAX_REQUEST_MS } from '@mediajobs/domain'
import { type Logger, oneAtATime, type ProcessHealth, probe } from '@mediajobs/runtime'
import fastify, { LogController } from 'fastify'
import { type ArchiveRoutesOptions, archiveRoutes } from './archives/routes.ts'
import { Problem, respondWithProblem } from './problem.ts'

export interface ServerOptions extends ArchiveRoutesOptions {
  logger: Logger
  health: ProcessHealth
  /** When it is aborted, the process is about to end: clients should take another connection. */
  closing: AbortSignal
  trustProxy: boolean | string | ((address: string, hop: number) => boolean)
}

// No response of this server is a page.
const SAFE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

const LIMITS = {
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: MAX_HEAD_MS,
  requestTimeout: MAX_REQUEST_MS,
  connectionsCheckingInterval: MAX_HEAD_MS / 10,
}

/** The HTTP server of a media process: its archives and its health checks. */
export function buildServer(options: ServerOptions) {
  const { logger, health, closing, trustProxy } = options
  const app = fastify({
    loggerInstance: logger,
    // The address of an archive contains its token, so requests are not logged.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => crypto.randomUUID(),
    trustProxy,
    bodyLimit: 1,
    routerOptions: { maxParamLength: MAX_HEAD_BYTES },
    return503OnClosing: false,
    serverFactory: (handle) => createServer(LIMITS, oneAtATime(handle)),
  })
  app.server.maxConnections = MAX_CONNECTIONS
  app.setErrorHandler(respondWithProblem)
  app.setNotFoundHandler(() => {
    throw new Problem('not_found', 'There is nothing at this address.')
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...SAFE_HEADERS, 'x-request-id': request.id })
    if (closing.aborted) reply.header('connection', 'close')
  })
  for (const path of ['/health/live', '/health/ready'] as const) {
    app.get(path, async (_request, reply) => {
      const { status, body } = await probe(health, path)
      return reply.code(status).send(body)
    })
  }
  app.register(archiveRoutes, options)
  return app
}
