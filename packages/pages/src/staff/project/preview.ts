import { MAX_NOTES_LENGTH } from '@mediajobs/domain'
import type { ErrorBody } from '../../call-api.ts'
import { beforeAndAfter, fileList, photoGrid, placeholders } from '../../delivery/media.ts'
import { contentsOf, filesOf, type Item, photosOf } from '../../delivery/view.ts'
import { addressLine } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, changeOf } from '../change-form.ts'
import { instantOf } from '../day.ts'
import type { List } from '../read-record.ts'
import type { Delivery, Media, Project } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import { STATUS_NAMES } from '../texts.ts'
import { change } from './change.ts'
import { mayDeliver } from './delivery.ts'
import { urlsOf } from './files.ts'
import type { Visit } from './read.ts'
import { TEXTS } from './texts.ts'

/** The delivery as the client will see it, and the form that delivers it. */
export async function preview(visit: Visit, notice?: Notice) {
  const { staff, url, here } = visit
  const [project, media] = await Promise.all([
    staff.call<Project & ErrorBody>({ method: 'GET', url }),
    staff.call<List<Media> & ErrorBody>({ method: 'GET', url: `${url}/media` }),
  ])
  const refused = [project, media].find(({ status }) => status !== 200)
  if (refused) return sendStaffProblem(visit, refused)
  const shown = { media: itemsOf(media.body.data) }
  const photos = photosOf(shown)
  const { deliveryTerms } = staff.organization
  const texts = TEXTS.preview
  return sendStaffPage(visit, {
    title: addressLine(project.body) || TEXTS.noAddress,
    notice,
    styles: ['delivery/style.css', 'staff/project/style.css'],
    css: html`${placeholders(photos)}`,
    urls: urlsOf(media.body.data),
    body: html`<p><a href="${here}#delivery">${texts.back}</a></p>
${mayDeliver({ staff, project: project.body }) ? deliverForm(visit, project.body) : nothing}
<p class="soft">${shown.media.length === 0 ? texts.empty : texts.lead(contentsOf(shown))}</p>
${photoGrid(photos, false)}
${beforeAndAfter(photos)}
${fileList(filesOf(shown), staff.format)}
${deliveryTerms ? html`<p class="terms" dir="auto">${deliveryTerms}</p>` : nothing}`,
  })
}

/** The form; with what was written in it, when it was refused. */
function deliverForm({ request, here }: Visit, { version }: Project): Html {
  const sent = formOf(request)
  const texts = TEXTS.preview
  return changeForm({
    action: `${here}/deliver`,
    etag: `"${version}"`,
    isOnce: true,
    class: 'narrow',
    content: html`<p class="field"><label for="message">${texts.message}</label>
<textarea id="message" name="message" rows="3" dir="auto" maxlength="${MAX_NOTES_LENGTH}">${sent.text('message') ?? ''}</textarea></p>
<p class="field"><label for="expires">${texts.expires}</label>
<span class="soft" id="expires-hint">${texts.expiresHint}</span>
<input id="expires" name="expires" type="date" aria-describedby="expires-hint" value="${sent.text('expires') ?? ''}"></p>
<button class="go">${texts.deliver}</button>`,
  })
}

/** Media as the client's view has them. The public page of an altered picture is made by the delivery. */
function itemsOf(media: readonly Media[]): Item[] {
  const byId = new Map(media.map((each) => [each.id, each]))
  return media.map((each) => {
    const original = each.alteredFromMediaId === null ? null : byId.get(each.alteredFromMediaId)
    return {
      ...each,
      // Of the archive, which comes with the delivery.
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
