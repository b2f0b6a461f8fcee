import { pagesAt } from '../serve.ts'
import { openDeliveries, retryDelivery, showDeliveries } from './deliveries/deliveries.ts'
import { recover } from './deliveries/missed.ts'
import { confirmResend, resendDeliveries } from './deliveries/resend.ts'
import { showEventTypes } from './event-types/page.ts'
import { showEvents } from './events.ts'
import { createKey, newKey, revokeKey, rotateKey } from './keys/changes.ts'
import { listKeys, showKey } from './keys/keys.ts'
import { showRequests } from './requests.ts'
import { developersSectionsOf } from './texts.ts'
import { developersVisit, type Visit } from './visit.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  newWebhook,
  rotateSecret,
  switchWebhook,
  testWebhook,
} from './webhooks/change.ts'
import { listWebhooks, showWebhook } from './webhooks/page.ts'

/** `/app/{organizationId}/developers/…`. docs/contract.md#c12-developers */
export const developerPages = pagesAt<Visit>(
  '/developers',
  {
    'GET ': ({ reply, staff, at }) =>
      reply.redirect(`${at}/${developersSectionsOf(staff)[0] ?? 'deliveries'}`, 303),
    'GET /deliveries': openDeliveries,
    'POST /deliveries/:id/retry': retryDelivery,
    'GET /deliveries/resend': confirmResend,
    'POST /deliveries/resend': resendDeliveries,
    'GET /webhooks': listWebhooks,
    'GET /webhooks/new': newWebhook,
    'POST /webhooks': createWebhook,
    'GET /webhooks/:id': showWebhook,
    'POST /webhooks/:id/change': changeWebhook,
    'POST /webhooks/:id/on': (visit) => switchWebhook(visit, true),
    'POST /webhooks/:id/off': (visit) => switchWebhook(visit, false),
    'POST /webhooks/:id/rotate': rotateSecret,
    'POST /webhooks/:id/delete': deleteWebhook,
    'POST /webhooks/:id/test': testWebhook,
    'POST /webhooks/:id/recover': (visit) => recover(visit, showDeliveries),
    'GET /keys': listKeys,
    'GET /keys/new': newKey,
    'POST /keys': createKey,
    'GET /keys/:id': showKey,
    'POST /keys/:id/rotate': rotateKey,
    'POST /keys/:id/revoke': revokeKey,
    'GET /events': showEvents,
    'GET /events/types': showEventTypes,
    'GET /requests': showRequests,
  },
  developersVisit,
)
