import { MAX_NOTES_LENGTH, mayMove } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, copyField, field, hidden } from '../change-form.ts'
import { confirmButton, facts } from '../parts.ts'
import { moverOf } from './moves.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

type Shown = NonNullable<View['delivery']>

const texts = TEXTS.delivery

type Who = Pick<View, 'staff' | 'project'>

export function mayDeliver({ staff, project }: Who): boolean {
  return mayMove(moverOf(staff, project), project.status, 'DELIVERED')
}

/** People who may deliver a project in some status may revoke its delivery in any. */
function mayRevoke({ staff, project }: Who): boolean {
  return mayMove(moverOf(staff, project), 'DELIVERED', 'DELIVERED')
}

/** The newest delivery and the client's decision. @param website the link to the property's website */
export function delivery(view: View, website: Html): Html {
  const { here, delivery: shown } = view
  const again = html`<a class="button" href="${here}/preview">${shown ? texts.again : texts.first}</a>`
  return html`${shown ? html`${factsOf(view, shown)}${unlockForm(view, shown)}` : html`<p>${texts.none}</p>`}
<div class="actions">${mayDeliver(view) ? again : nothing}${website}</div>`
}

function factsOf({ when: { time }, nameOf }: View, { body }: Shown): Html {
  const said = (instant: string | null, by: string | null = null) =>
    instant &&
    html`${time(instant)}${by === null ? nothing : html` · <span dir="auto">${nameOf(by)}</span>`}`
  return facts(
    [
      [texts.state, texts.states[body.state]],
      [texts.delivered, said(body.createdAt, body.deliveredByUserId)],
      [texts.message, body.message],
      [texts.expires, said(body.expiresAt)],
      [texts.approved, said(body.approvedAt, body.approvedByUserId)],
      [texts.asked, said(body.revisionRequestedAt)],
      [texts.revoked, said(body.revokedAt)],
      [texts.lock, lockOf(body, said)],
    ],
    true,
  )
}

type Said = (instant: string | null, by?: string | null) => Html | null | ''

/** Whether downloads await payment, or how they were unlocked. */
function lockOf(
  { lockedAt, unlockedAt, unlockReason, unlockedByUserId, unlockNote }: Shown['body'],
  said: Said,
): Html | string | null {
  if (lockedAt === null) return null
  if (unlockedAt === null || unlockReason === null) return texts.locked
  const note = unlockNote === null ? nothing : html`<br><span dir="auto">${unlockNote}</span>`
  return html`${texts.unlocked[unlockReason]} ${said(unlockedAt, unlockedByUserId)}${note}`
}

// Identifies the delivery by id, like its revocation: its ETag changes whenever the client opens it.
function unlockForm({ here, staff }: View, { body }: Shown): Html {
  const { id, lockedAt, unlockedAt, revokedAt } = body
  if (lockedAt === null || unlockedAt !== null || revokedAt !== null) return nothing
  if (!staff.may('unlockDelivery')) return nothing
  return html`<details class="asking"><summary class="button">${texts.unlock}</summary>
<p>${texts.unlockSure}</p>
${changeForm({
  action: `${here}/unlock`,
  class: 'narrow',
  content: html`${hidden({ delivery: id })}${field({ name: 'reason', label: texts.unlockReason, rows: 2, isRequired: true, maxLength: MAX_NOTES_LENGTH })}
<button class="go">${texts.unlock}</button>`,
})}</details>`
}

/** The newest delivery's link and views. */
export function clientLink(view: View, shown: Shown): Html {
  const { here } = view
  const { revokedAt } = shown.body
  if (revokedAt !== null)
    return html`<p class="soft">${texts.revoked} ${view.when.time(revokedAt)}</p>`
  const revoke = confirmButton({
    label: texts.revoke,
    question: texts.revokeSure,
    action: `${here}/revoke`,
    fields: hidden({ delivery: shown.body.id }),
  })
  return html`${seen(view, shown)}${link(view, shown)}${mayRevoke(view) ? revoke : nothing}`
}

/** Empty if the client decided without a counted view: browsers without JavaScript report none. */
function seen({ when: { time } }: View, { body }: Shown): Html {
  const { firstViewedAt: first, lastViewedAt: last, viewCount, downloadCount } = body
  if (first === null || last === null) {
    return hasDecided(body) ? nothing : html`<p class="soft">${texts.unseen}</p>`
  }
  const times =
    viewCount === 1
      ? time(first)
      : html`${texts.firstTime} ${time(first)}, ${texts.lastTime} ${time(last)}`
  return html`<p class="soft">${texts.views(viewCount)}, ${times}. ${texts.downloads(downloadCount)}</p>`
}

/** Whether the client decided themselves, not staff on their behalf. */
function hasDecided({ approvedAt, approvedByUserId, revisionRequestedAt }: Shown['body']): boolean {
  return revisionRequestedAt !== null || (approvedAt !== null && approvedByUserId === null)
}

function link({ staff }: View, { body: { deliveryUrl } }: Shown): Html {
  if (deliveryUrl === null)
    return staff.may('updateProject') ? nothing : html`<p class="soft">${texts.noLink}</p>`
  return copyField({
    id: 'link',
    label: texts.link,
    isTitled: true,
    value: deliveryUrl,
    more: html`<a class="button" href="${deliveryUrl}" rel="noreferrer">${texts.open}</a>`,
  })
}
