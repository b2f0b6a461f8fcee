import { mayMove } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { copyField } from '../change-form.ts'
import { askingButton, facts } from '../parts.ts'
import { moverOf } from './moves.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

type Shown = NonNullable<View['delivery']>

type Who = Pick<View, 'staff' | 'project'>

export function mayDeliver({ staff, project }: Who): boolean {
  return mayMove(moverOf(staff, project), project.status, 'DELIVERED')
}

/** Who may deliver a project at any time may revoke its delivery, whatever the status is now. */
function mayRevoke({ staff, project }: Who): boolean {
  return mayMove(moverOf(staff, project), 'DELIVERED', 'DELIVERED')
}

/** The section with the newest delivery: its link, who saw it, the client's decision. */
export function delivery(view: View): Html {
  const { here, delivery: shown } = view
  const texts = TEXTS.delivery
  return html`${shown ? html`${factsOf(view, shown)}${link(view, shown)}` : html`<p>${texts.none}</p>`}
<div class="actions">
${mayDeliver(view) ? html`<a class="button" href="${here}/preview">${shown ? texts.again : texts.first}</a>` : nothing}
${shown && shown.body.revokedAt === null && mayRevoke(view) ? askingButton({ label: texts.revoke, question: texts.revokeSure, action: `${here}/revoke`, etag: shown.etag }) : nothing}
</div>`
}

function factsOf({ staff, people }: View, { body }: Shown): Html {
  const { dayAndTime } = staff.format
  const texts = TEXTS.delivery
  const by = (id: string | null) => (id === null ? '' : ` · ${people.nameOf(id)}`)
  return facts(
    [
      [texts.state, texts.states[body.state]],
      [texts.delivered, `${dayAndTime(body.createdAt)}${by(body.deliveredByUserId)}`],
      [texts.message, body.message],
      [texts.seen, seenOf(body, dayAndTime)],
      [texts.expires, body.expiresAt && dayAndTime(body.expiresAt)],
      [
        texts.approved,
        body.approvedAt && `${dayAndTime(body.approvedAt)}${by(body.approvedByUserId)}`,
      ],
      [texts.asked, body.revisionRequestedAt && dayAndTime(body.revisionRequestedAt)],
      [texts.revoked, body.revokedAt && dayAndTime(body.revokedAt)],
    ],
    true,
  )
}

/** `null` when the client has decided, and no view was counted: a browser without JavaScript reports none. */
function seenOf(body: Shown['body'], dayAndTime: (instant: string) => string): string | null {
  const { firstViewedAt, lastViewedAt, viewCount, downloadCount } = body
  const texts = TEXTS.delivery
  if (firstViewedAt === null || lastViewedAt === null) return hasDecided(body) ? null : texts.unseen
  return texts.views(viewCount, dayAndTime(firstViewedAt), dayAndTime(lastViewedAt), downloadCount)
}

/** Whether the client has decided. A member can approve for them. */
function hasDecided({ approvedAt, approvedByUserId, revisionRequestedAt }: Shown['body']): boolean {
  return revisionRequestedAt !== null || (approvedAt !== null && approvedByUserId === null)
}

function link({ staff }: View, { body: { deliveryUrl, revokedAt } }: Shown): Html {
  const texts = TEXTS.delivery
  if (revokedAt !== null) return nothing
  if (deliveryUrl === null)
    return staff.may('updateProject') ? nothing : html`<p class="soft">${texts.noLink}</p>`
  return copyField({
    id: 'link',
    label: texts.link,
    value: deliveryUrl,
    more: html`<a class="button" href="${deliveryUrl}" rel="noreferrer">${texts.open}</a>`,
  })
}
