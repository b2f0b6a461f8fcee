import { lockOfGroup, MAX_NOTES_LENGTH } from '@mediajobs/domain'
import { beforeAndAfter, fileList, photoGrid, placeholders } from '../../delivery/media.ts'
import { TEXTS as DELIVERY } from '../../delivery/texts.ts'
import { contentsOf, filesOf, type Item, photosOf } from '../../delivery/view.ts'
import { addressLine } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, field } from '../change-form.ts'
import { instantOf, typedLastDay } from '../day.ts'
import { badRequest } from '../list.ts'
import { readList, readTagged } from '../read-record.ts'
import { type Customer, type Delivery, groupOf, type Media, type Project } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { COMMON, STATUS_NAMES } from '../texts.ts'
import { change } from './changes.ts'
import { mayDeliver } from './delivery.ts'
import { urlsOf } from './files.ts'
import type { Visit } from './read.ts'
import { TEXTS } from './texts.ts'
import { isCurrent } from './version-chain.ts'

/** A preview of the delivery, and the form to deliver it. */
export async function preview(visit: Visit, notice?: Notice, lastDayProblem?: string) {
  const { staff, url, here } = visit
  const [{ body: project }, { data: media }] = await Promise.all([
    readTagged<Project>(staff, url),
    readList<Media>(staff, `${url}/media?includeReplaced=true`),
  ])
  const shown = { media: itemsOf(media) }
  const photos = photosOf(shown)
  const { deliveryTerms } = staff.organization
  const texts = TEXTS.preview
  return sendStaffPage(visit, {
    title: addressLine(project) || COMMON.noAddress,
    notice,
    styles: ['staff/project/preview.css'],
    css: html`${placeholders(photos)}`,
    urls: urlsOf(media),
    body: html`<p><a href="${here}#delivery">${texts.back}</a></p>
${mayDeliver({ staff, project }) ? deliverForm(visit, project, await isLockedByPolicy(visit, project), lastDayProblem) : nothing}
<p class="soft">${shown.media.length === 0 ? texts.empty : texts.lead(contentsOf(shown, DELIVERY.en))}</p>
${photoGrid(photos, false, DELIVERY.en)}
${beforeAndAfter(photos, DELIVERY.en)}
${fileList(filesOf(shown), staff.format, DELIVERY.en)}
${deliveryTerms ? html`<p class="terms" dir="auto">${deliveryTerms}</p>` : nothing}`,
  })
}

/**
 * Whether the settings make downloads wait for payment: the customer's, else their group's, else the organization's.
 */
async function isLockedByPolicy({ staff }: Visit, { customerId }: Project): Promise<boolean> {
  const ofOrganization = staff.organization.lockDownloads ?? false
  if (customerId === null) return ofOrganization
  const [customer, group] = await Promise.all([
    readTagged<Customer>(staff, `/customers/${customerId}`),
    groupOf(staff, customerId),
  ])
  return customer.body.lockDownloads ?? (group && lockOfGroup(group)) ?? ofOrganization
}

/** The form, with its input if refused. */
function deliverForm(
  { request, here }: Visit,
  { version }: Project,
  isLocked: boolean,
  lastDayProblem: string | undefined,
): Html {
  const sent = formOf(request)
  const texts = TEXTS.preview
  return changeForm({
    action: `${here}/deliver`,
    etag: `"${version}"`,
    isOnce: true,
    class: 'narrow',
    content: html`${field({
      name: 'message',
      label: texts.message,
      rows: 3,
      value: sent.text('message') ?? '',
      maxLength: MAX_NOTES_LENGTH,
    })}
${field({
  name: 'expires',
  label: texts.expires,
  hint: texts.expiresHint,
  type: 'date',
  value: sent.text('expires') ?? '',
  problem: lastDayProblem,
})}
${field({
  name: 'payment',
  label: texts.payment,
  hint: texts.paymentHint,
  value: sent.text('payment') ?? '',
  choices: [
    ['', texts.paymentChoices.policy(isLocked)],
    ['yes', texts.paymentChoices.yes],
    ['no', texts.paymentChoices.no],
  ],
})}
<button class="go">${texts.deliver}</button>`,
  })
}

/**
 * The current media in the form of the client's view. Public pages of altered pictures are created only on delivery.
 */
function itemsOf(media: readonly Media[]): Item[] {
  const byId = new Map(media.map((each) => [each.id, each]))
  return media.filter(isCurrent).map((each) => {
    const original = each.alteredFromMediaId === null ? null : byId.get(each.alteredFromMediaId)
    return {
      ...each,
      // An upper bound: the real size is only known with the archive.
      mlsBytes: each.size,
      originalsUrl: null,
      alteredFrom: original
        ? { ...original, deleted: false }
        : original === null
          ? null
          : {
              id: each.alteredFromMediaId ?? '',
              filename: null,
              cdnUrl: null,
              deleted: true,
              preview: null,
            },
    }
  })
}

const PAYMENT: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['no', false],
])

/** Delivers a project to its client. */
export async function deliver(visit: Visit) {
  const { request, staff, url } = visit
  const form = formOf(request)
  const refuse = (notice: Notice) => preview(visit, notice)
  const zone = staff.organization.timeZone ?? 'UTC'
  const lastDay = typedLastDay(form.text('expires'), (local) => instantOf(local, zone))
  if ('problem' in lastDay) {
    return badRequest(visit, COMMON.marked, (notice) => preview(visit, notice, lastDay.problem))
  }
  const payload = {
    message: form.text('message')?.trim() || null,
    expiresAt: lastDay.instant,
    force: form.text('force') === 'yes',
    requirePayment: PAYMENT.get(form.text('payment') ?? '') ?? null,
  }
  return change<Project>(visit, {
    call: { method: 'POST', url: `${url}/deliver`, payload },
    done: 'delivered',
    section: 'delivery',
    record: { url, texts: ({ status }) => [TEXTS.preview.deliver, STATUS_NAMES[status]] },
    asks: {
      open_revision_items: {
        title: TEXTS.delivery.openTitle,
        yes: TEXTS.delivery.force,
        no: TEXTS.delivery.dontForce,
        fields: { force: 'yes' },
      },
    },
    refuse,
  })
}

/** The delivery the form was rendered for, even if its client has opened it since. */
function byId({ request, url }: Visit) {
  const shown = formOf(request).text('delivery')
  return {
    url: `${url}/delivery`,
    isSeen: ({ id }: Delivery) => id === shown,
    fields: ({ id }: Delivery) => ({ delivery: id }),
  }
}

/** Unlocks the downloads without a payment. */
export function unlock(visit: Visit) {
  const { lock, locked, unlocked } = TEXTS.delivery
  const reason = formOf(visit.request).text('reason')?.trim() ?? ''
  return change<Delivery>(visit, {
    call: { method: 'POST', url: `${visit.url}/delivery/unlock`, payload: { reason } },
    done: 'unlocked',
    section: 'delivery',
    record: {
      ...byId(visit),
      texts: ({ unlockReason }) => [lock, unlockReason ? unlocked[unlockReason] : locked],
    },
  })
}

/** Revokes the link of the client. */
export function revoke(visit: Visit) {
  const url = `${visit.url}/delivery`
  const { revoked, states } = TEXTS.delivery
  return change<Delivery>(visit, {
    call: { method: 'DELETE', url },
    done: 'revoked',
    section: 'delivery',
    record: {
      ...byId(visit),
      texts: ({ revokedAt, state }) => [revoked, revokedAt === null ? states[state] : revoked],
    },
  })
}
