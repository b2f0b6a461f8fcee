import sensible from '@fastify/sensible'
import {
  DEFAULT_KEY_WINDOWS,
  type KeyRing,
  type RateWindow,
  SESSION_WINDOWS,
} from '@mediajobs/domain'
import { createAdmitter, type ReceiverPolicy } from '@mediajobs/operations'
import type { Store } from '@mediajobs/outbox'
import type { Logger } from '@mediajobs/runtime'
import fastify, { LogController } from 'fastify'
import { customerRoutes } from './customers/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { authenticate } from './plugins/authenticate.ts'
import { errorHandler } from './plugins/error-handler.ts'
import { ignoredFields } from './plugins/ignored-fields.ts'
import { jsonBody } from './plugins/json-body.ts'
import { options } from './plugins/options.ts'
import { rateLimit } from './plugins/rate-limit.ts'
import { readableUrl } from './plugins/readable-url.ts'
import { requestId, requestIdOf } from './plugins/request-id.ts'
import { requestLog } from './plugins/request-log.ts'
import { requireAccess } from './plugins/require-access.ts'
import { validation } from './plugins/validation.ts'
import { projectRoutes } from './projects/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export interface AppOptions {
  store: Store
  keyRing: KeyRing
  logger: Logger
  /** Where clients open what was delivered to them; the token is put behind it. */
  deliveryBaseUrl: string
  keyWindows?: readonly RateWindow[]
  trustProxy?: boolean | string | ((address: string, hop: number) => boolean)
  /** What a webhook subscription's URL may be: production wants https and public addresses. */
  receivers?: ReceiverPolicy
}

// Contract, section 1: a body over 1 MiB is a 413.
const BODY_LIMIT_BYTES = 1_048_576
const PUBLIC_HTTPS: ReceiverPolicy = { allowHttp: false, allowPrivateNetworks: false }

// As long as any address: an id that is too long is an id that nobody has, and no error of its own.
const MAX_PARAM_LENGTH = 16_384

/** The API: its plugins in the order in which they run, then its modules. */
export async function buildApp(appOptions: AppOptions) {
  const { store, keyRing, logger, deliveryBaseUrl } = appOptions
  const receivers = appOptions.receivers ?? PUBLIC_HTTPS
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: appOptions.trustProxy ?? false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    rewriteUrl: readableUrl,
    return503OnClosing: false,
  })
  const admitter = createAdmitter(appOptions.keyWindows ?? DEFAULT_KEY_WINDOWS, SESSION_WINDOWS)

  await app.register(requestId)
  await app.register(requestLog)
  await app.register(sensible)
  await app.register(jsonBody)
  await app.register(validation)
  await app.register(authenticate, { store, admitter })
  await app.register(rateLimit)
  await app.register(requireAccess)
  await app.register(ignoredFields)
  await app.register(errorHandler)
  await app.register(options)

  await app.register(healthRoutes, { store })
  await app.register(customerRoutes, { store })
  await app.register(projectRoutes, { store, keyRing, deliveryBaseUrl })
  await app.register(webhookRoutes, { store, keyRing, receivers })
  return app
}

export type App = Awaited<ReturnType<typeof buildApp>>
