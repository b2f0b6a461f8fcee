import { formOf } from '../../forms.ts'
import { changeOf } from '../change-form.ts'
import { instantOf } from '../day.ts'
import type { Delivery, Project } from '../records.ts'
import { STATUS_NAMES } from '../texts.ts'
import { change } from './change.ts'
import { preview } from './preview.ts'
import { TEXTS } from './texts.ts'
import type { Visit } from './visit.ts'

/** Delivers a project to its client. */
export function deliver(visit: Visit) {
  const { request, reply, staff, url } = visit
  const form = formOf(request)
  const { ifMatch, idempotencyKey } = changeOf(request)
  const last = form.text('expires')
  const expiresAt = last && instantOf(`${last}T23:59:59`, staff.organization.timeZone ?? 'UTC')
  if (last && expiresAt === undefined) {
    reply.code(400)
    return preview(visit, { kind: 'problem', text: TEXTS.preview.badDay })
  }
  const payload = {
    message: form.text('message')?.trim() || null,
    expiresAt: expiresAt || null,
    force: form.text('force') === 'yes',
  }
  return change<Project>(visit, {
    call: { method: 'POST', url: `${url}/deliver`, payload, ifMatch, idempotencyKey },
    done: 'delivered',
    section: 'delivery',
    record: {
      url,
      wanted: () => TEXTS.preview.deliver,
      now: ({ status }) => STATUS_NAMES[status],
    },
    asks: {
      open_revision_items: {
        title: TEXTS.delivery.openTitle,
        yes: TEXTS.delivery.force,
        fields: { force: 'yes' },
      },
    },
    refuse: (notice) => preview(visit, notice),
  })
}

/** Revokes the link of the client. */
export function revoke(visit: Visit) {
  const { request, url } = visit
  const texts = TEXTS.delivery
  return change<Delivery>(visit, {
    call: { method: 'DELETE', url: `${url}/delivery`, ifMatch: changeOf(request).ifMatch },
    done: 'revoked',
    section: 'delivery',
    record: {
      url: `${url}/delivery`,
      wanted: () => texts.revoked,
      now: ({ revokedAt, state }) => (revokedAt === null ? texts.states[state] : texts.revoked),
    },
  })
}
