import type { Schemas } from '@mediajobs/client'
import { LOGO_TYPES, MAX_LOGO_BYTES } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { fileOf } from '../file-form.ts'
import { badRequest, problem, refusal } from '../list.ts'
import { confirmButton, section } from '../parts.ts'
import type { Notice } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { LOGO, TEXTS } from './texts.ts'

/** The logo and its upload. The module sends the file directly to the store. docs/contract.md#c12-settings */
export function logoSection(logo: Staff['organization']['logo'], at: string): Html {
  const shown = logo?.url
    ? html`<p><img class="logo" src="${logo.url}" alt="${TEXTS.logo}" height="40"></p>`
    : html`<p class="soft">${TEXTS.noLogo}</p>`
  const isPending = logo?.state === 'PENDING'
  const reload = html`<noscript><a class="button" href="${at}">${LOGO.reload}</a></noscript>`
  const upload = changeForm({
    action: `${at}/logo`,
    hasFile: true,
    class: 'upload',
    content: html`<label class="button chooser">${logo ? LOGO.replace : LOGO.choose}<input type="file" name="file" required accept="${LOGO_TYPES.join()}" data-max-bytes="${MAX_LOGO_BYTES}" aria-describedby="logo-hint"></label>
<p class="soft" id="logo-hint">${LOGO.hint}</p>
<button>${LOGO.send}</button>`,
  })
  return section(
    'logo',
    TEXTS.logo,
    html`${shown}
${upload}
<p id="logo-said" role="status" data-state="${logo?.state ?? nothing}">${isPending ? html`${LOGO.pending} ${reload}` : (logo?.reason ?? nothing)}</p>
${logo ? confirmButton({ action: `${at}/logo/remove`, label: TEXTS.removeLogo, question: TEXTS.removeAsk }) : nothing}`,
  )
}

const STORE_TIMEOUT_MS = 10_000

/** Uploads the logo of a plain form, as the module does. */
export async function sendLogo(
  visit: StaffVisit,
  refuse: (notice: Notice) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request, reply, staff, at } = visit
  const file = fileOf(request)
  if (!file || !LOGO_TYPES.some((type) => type === file.type)) {
    return badRequest(visit, LOGO.notPicture, refuse)
  }
  if (file.bytes.length > MAX_LOGO_BYTES) return badRequest(visit, LOGO.tooLarge, refuse)
  const post = <Body>(step: string, payload: object) =>
    staff.call<Body & ErrorBody>({ method: 'POST', url: `/organization/logo/${step}`, payload })
  const refused = ({ status, body }: { status: number; body: ErrorBody }) => {
    reply.code(status)
    return refuse(refusal(body))
  }
  const presigned = await post<Schemas['PresignedLogo']>('presign', { contentType: file.type })
  if (presigned.status >= 300) return refused(presigned)
  const { uploadUrl, key } = presigned.body
  if (!(await upload(uploadUrl, file))) {
    reply.code(503)
    return refuse(problem(LOGO.failed))
  }
  const confirmed = await post('confirm', { key })
  if (confirmed.status >= 300) return refused(confirmed)
  return reply.redirect(`${at}?done=logo`, 303)
}

/** Uploads a file to the store; false if that fails. */
async function upload(url: string, { bytes, type }: { bytes: Buffer; type: string }) {
  const signal = AbortSignal.timeout(STORE_TIMEOUT_MS)
  const sent = { method: 'PUT', headers: { 'content-type': type }, body: new Uint8Array(bytes) }
  return fetch(url, { ...sent, signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}
