import { createServer } from 'node:http'
import sensible from '@fastify/sensible'
import {
  type CellUrls,
  DEFAULT_KEY_WINDOWS,
  type KeyRing,
  MAX_HEAD_BYTES,
  MAX_ORGANIZATION_WAIT_MS,
  MAX_PUBLIC_BODY_BYTES,
  otherCells,
  type RateWindow,
  SESSION_WINDOWS,
} from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import { createAdmitter } from '@mediajobs/operations/credentials'
import type { ReceiverPolicy } from '@mediajobs/operations/webhooks'
import type { Store } from '@mediajobs/outbox'
import { audience } from '@mediajobs/pages/audience'
import { checkoutOriginOf } from '@mediajobs/payments'
import { type Logger, oneAtATime } from '@mediajobs/runtime'
import fastify, { LogController } from 'fastify'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { archiveRoutes } from './archives/routes.ts'
import { availabilityRoutes } from './availability/routes.ts'
import { bulkImportRoutes } from './bulk-imports/routes.ts'
import { calendarRoutes } from './calendars/routes.ts'
import { discountRoutes } from './catalogue/discounts.ts'
import { offerRoutes } from './catalogue/offers.ts'
import { clientDeliveryRoutes } from './client-delivery/routes.ts'
import { customerGroupRoutes } from './customers/groups.ts'
import { CreateCustomerBody, customerRoutes } from './customers/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { mailRoutes } from './mails/routes.ts'
import { agentTools } from './mcp/collect-tools.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { bookRoutes } from './order-forms/book.ts'
import { orderFormRoutes } from './order-forms/routes.ts'
import { clientOrderRoutes } from './orders/client.ts'
import { orderRoutes } from './orders/routes.ts'
import { organizationRoutes } from './organization/routes.ts'
import { originalRoutes } from './originals/routes.ts'
import { pages } from './pages.ts'
import { paymentAccountRoutes } from './payments/account.ts'
import { checkoutRoutes } from './payments/checkouts.ts'
import { payLinkRoutes } from './payments/pay-links.ts'
import { paymentRoutes } from './payments/routes.ts'
import {
  authenticate,
  networkCalls,
  operations,
  pageCalls,
  rateLimit,
  requireAccess,
} from './plugins/admission.ts'
import { jsonBody } from './plugins/body/json-body.ts'
import { ignoredFields } from './plugins/body/unknown-fields.ts'
import { bodyPresence, validation } from './plugins/body/validation.ts'
import { sharesOf, takeTurns } from './plugins/fair-shares/fair-store.ts'
import { bookingWebsites } from './plugins/http/booking-websites.ts'
import { options } from './plugins/http/options.ts'
import {
  drain,
  errorHandler,
  etags,
  requestId,
  requestIdOf,
  safeHeaders,
} from './plugins/http/responses.ts'
import { serialization } from './plugins/http/serialization.ts'
import { tourHost } from './plugins/http/tour-host.ts'
import {
  UNREAD_LIMITS,
  type UnreadLimits,
  unreadResponses,
} from './plugins/http/unread-responses.ts'
import {
  REQUEST_LIMITS,
  type RequestLimits,
  readableUrl,
  respondToUnreadable,
  unreadableRequests,
} from './plugins/http/unreadable-request.ts'
import { idempotency } from './plugins/idempotency/idempotency.ts'
import { requestStore } from './plugins/idempotency/idempotent-request.ts'
import { linkCalls } from './plugins/link-calls.ts'
import { clock, metrics, requestEnd, requestLog, requestTraces } from './plugins/observability.ts'
import { openApi } from './plugins/openapi/document.ts'
import { requestRecords } from './plugins/request-records/plugin.ts'
import { portalRoutes } from './portal/routes.ts'
import { projectRoutes } from './projects/routes.ts'
import { CreateProjectBody } from './projects/schemas.ts'
import { reportRoutes } from './reports/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { revisionRoutes } from './revisions/routes.ts'
import { referenceRoutes } from './service/reference.ts'
import { healthRoutes, homeRoutes } from './service/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { userRoutes } from './users/routes.ts'
import { timeOffRoutes } from './users/time-off.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { siteMediaRoutes, siteRoutes } from './websites/public.ts'
import { websiteRoutes } from './websites/routes.ts'

export interface AppOptions {
  store: Store
  objectStore: ObjectStore
  keyRing: KeyRing
  logger: Logger
  /** The URL at which clients open deliveries; the delivery token is appended. */
  deliveryBaseUrl: string
  /** The origin of unbranded pages. Default: that of deliveries. */
  tourBaseUrl?: string | undefined
  /** Where clients reach the media processes. Required for archives. */
  mediaBaseUrl?: string | undefined
  /** The base URL of each cell, by name. */
  cellUrls?: CellUrls | undefined
  /** Overrides the URL of the payment provider's API. */
  paymentsApiUrl?: string | undefined
  keyWindows?: readonly RateWindow[]
  trustProxy?: boolean | string | ((address: string, hop: number) => boolean)
  /** Allowed URLs of subscriptions. Default: https and public addresses. */
  receivers?: ReceiverPolicy
  requestLimits?: RequestLimits
  /** How long a call waits for its turn. Default: `MAX_ORGANIZATION_WAIT_MS`. */
  turnWaitMs?: number
  unreadLimits?: UnreadLimits
  /** The share of successes in the request log, 0 to 1. Default: off. */
  requestLogSample?: number | 'off'
  /** Interval between writes of call counts. Default: 30,000. */
  callCountsEveryMs?: number
  /** Whether to serve agents. Default: true. */
  hasMcp?: boolean
  /** Whether to serve HTML pages. Default: true. */
  hasPages?: boolean
  /** How long requests are served after `close()`. Default: 0. */
  shutdownDelayMs?: number
}

// Longer than load balancers usually keep idle connections, so they close them first.
const KEEP_ALIVE_MS = 72_000

const PUBLIC_HTTPS: ReceiverPolicy = { allowHttp: false, allowPrivateNetworks: false }

/** The API: plugins in the order in which they run, then modules. */
export async function buildApp(appOptions: AppOptions) {
  const { store, objectStore, keyRing, logger, deliveryBaseUrl, hasMcp = true } = appOptions
  const shares = sharesOf(store, appOptions.turnWaitMs ?? MAX_ORGANIZATION_WAIT_MS)
  const receivers = appOptions.receivers ?? PUBLIC_HTTPS
  const limits = appOptions.requestLimits ?? REQUEST_LIMITS
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // No logger per request: the few lines that need a request id add it.
    childLoggerFactory: (parent) => parent,
    genReqId: requestIdOf,
    requestIdHeader: false,
    // For unknown routes; each route has its own bound.
    bodyLimit: MAX_PUBLIC_BODY_BYTES,
    trustProxy: appOptions.trustProxy ?? false,
    // No path is longer, so an overlong id is a 404 like any unknown id, not a routing error.
    routerOptions: { maxParamLength: MAX_HEAD_BYTES, constraints: { audience } },
    rewriteUrl: readableUrl,
    return503OnClosing: false,
    serverFactory: (handle) =>
      createServer(
        {
          maxHeaderSize: limits.headBytes,
          headersTimeout: limits.headMs,
          requestTimeout: limits.requestMs,
          keepAliveTimeout: KEEP_ALIVE_MS,
          connectionsCheckingInterval: limits.headMs / 10,
          // Checked by `unreadableRequests`: Node.js would respond without a body.
          requireHostHeader: false,
        },
        oneAtATime(handle),
      ),
    clientErrorHandler: respondToUnreadable,
  })
  const keyWindows = appOptions.keyWindows ?? DEFAULT_KEY_WINDOWS
  const admitter = createAdmitter({
    sql: store.quick,
    keyWindows,
    sessionWindows: SESSION_WINDOWS,
    onUsageNotSaved: (err) => logger.warn({ err }, 'last use of API keys not saved'),
  })

  await app.register(openApi)
  await app.register(sensible)
  await app.register(safeHeaders)
  await app.register(requestId)
  await app.register(pageCalls)
  await app.register(requestEnd)
  await app.register(requestTraces)
  await app.register(unreadableRequests)
  await app.register(drain, { delayMs: appOptions.shutdownDelayMs ?? 0 })
  await app.register(requestLog)
  await app.register(metrics, { store, objectStore, shares })
  await app.register(clock, { store })
  await app.register(requestRecords, {
    store,
    logger,
    sample: appOptions.requestLogSample ?? 'off',
    countsEveryMs: appOptions.callCountsEveryMs,
  })
  await app.register(tourHost, { tourBaseUrl: appOptions.tourBaseUrl, deliveryBaseUrl })
  await app.register(networkCalls)
  await app.register(bodyPresence)
  await app.register(jsonBody)
  await app.register(validation)
  await app.register(serialization)
  await app.register(requestStore, { store, shares })
  await app.register(authenticate, { admitter })
  await app.register(rateLimit)
  await app.register(takeTurns, { shares })
  await app.register(requireAccess)
  await app.register(operations)
  await app.register(linkCalls)
  if (hasMcp) await app.register(agentTools)
  await app.register(ignoredFields)
  await app.register(idempotency)
  await app.register(etags)
  await app.register(errorHandler, {
    otherCells: otherCells(store.cell, appOptions.cellUrls),
    sql: store.sql,
  })
  await app.register(bookingWebsites)
  await app.register(options)
  await app.register(unreadResponses, { limits: appOptions.unreadLimits ?? UNREAD_LIMITS })

  const links = {
    keyRing,
    deliveryBaseUrl,
    tourBaseUrl: appOptions.tourBaseUrl,
    cdnUrl: objectStore.cdnUrl,
    hasArchives: appOptions.mediaBaseUrl !== undefined,
    sendsMail: store.sendsMail,
  }
  await app.register(homeRoutes)
  await app.register(referenceRoutes)
  await app.register(healthRoutes, { store })
  await app.register(sessionRoutes, { sendsMail: store.sendsMail })
  await app.register(organizationRoutes, { objectStore })
  await app.register(userRoutes)
  await app.register(timeOffRoutes)
  await app.register(calendarRoutes, { deliveryBaseUrl })
  await app.register(availabilityRoutes)
  await app.register(apiKeyRoutes, { keyWindows, sessionWindows: SESSION_WINDOWS })
  await app.register(customerRoutes)
  await app.register(customerGroupRoutes)
  await app.register(mailRoutes)
  await app.register(projectRoutes, links)
  await app.register(revisionRoutes)
  await app.register(clientDeliveryRoutes, links)
  await app.register(originalRoutes, links)
  await app.register(mediaRoutes, { objectStore })
  await app.register(websiteRoutes, links)
  await app.register(siteRoutes, links)
  await app.register(siteMediaRoutes, links)
  await app.register(archiveRoutes, {
    deliveryBaseUrl,
    mediaBaseUrl: appOptions.mediaBaseUrl,
    cell: store.cell,
  })
  await app.register(offerRoutes)
  await app.register(discountRoutes)
  await app.register(orderFormRoutes, { deliveryBaseUrl })
  await app.register(bookRoutes, links)
  await app.register(invoiceRoutes)
  await app.register(paymentRoutes)
  await app.register(payLinkRoutes, links)
  await app.register(portalRoutes, links)
  const payments = { keyRing, paymentsApiUrl: appOptions.paymentsApiUrl, deliveryBaseUrl }
  await app.register(paymentAccountRoutes, payments)
  await app.register(checkoutRoutes, payments)
  await app.register(orderRoutes)
  await app.register(clientOrderRoutes, { ...links, ...payments })
  await app.register(webhookRoutes, { keyRing, receivers })
  await app.register(eventRoutes)
  await app.register(reportRoutes)
  await app.register(requestRoutes)
  await app.register(bulkImportRoutes, {
    creates: { CUSTOMERS: CreateCustomerBody, PROJECTS: CreateProjectBody },
  })
  if (hasMcp) await app.register(mcpRoutes)
  if (appOptions.hasPages ?? true)
    await app.register(pages, {
      admitter,
      deliveryBaseUrl,
      uploadOrigin: objectStore.uploadOrigin,
      fileOrigin: new URL(objectStore.cdnUrl('')).origin,
      checkoutOrigin: checkoutOriginOf(appOptions.paymentsApiUrl),
      hasArchives: links.hasArchives,
    })
  return app
}

export type App = Awaited<ReturnType<typeof buildApp>>
