import { MAX_FILE_FORM_BYTES } from '@mediajobs/domain'
import type { FastifyPluginAsync } from 'fastify'
import { formOf } from '../../forms.ts'
import { html, nothing } from '../../html.ts'
import { accentOf, logoOf } from '../../layout.ts'
import { staffOfRequest } from '../enter.ts'
import { takeFiles } from '../file-form.ts'
import { doneNotice } from '../list.ts'
import { readTagged } from '../read-record.ts'
import { problemNotice, recordForm, type Shown } from '../records/form.ts'
import { act, save } from '../records/save.ts'
import type { Organization } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { requireMay } from '../staff.ts'
import { TEXTS as CHANGES } from './change-policy.ts'
import { FIELDS } from './fields.ts'
import { logoSection, sendLogo } from './logo.ts'
import { paymentsSection, readAccount, removeAccount, saveAccount } from './payments.ts'
import { type Look, preview, sentLook } from './preview.ts'
import { TEXTS } from './texts.ts'

/** `/app/{organizationId}/settings`. docs/contract.md#c12-settings */
export const settingsPages = pagesAt('/settings', {
  'GET ': settingsPage,
  'POST ': changeSettings,
  'POST /logo/remove': removeLogo,
  'POST /payments': (visit) => saveAccount(visit, (notice) => settingsPage(visit, { notice })),
  'POST /payments/remove': (visit) =>
    removeAccount(visit, (notice) => settingsPage(visit, { notice })),
})

/** The route of the form that uploads a logo. */
export const logoPages: FastifyPluginAsync = async (app) => {
  takeFiles(app)
  // Refuses before the file is read.
  app.addHook('onRequest', async (request) => {
    requireMay(staffOfRequest(request), 'presignLogo')
  })
  const show = (visit: StaffVisit) => (notice: Notice) => settingsPage(visit, { notice })
  const forms = { 'POST /logo': (visit: StaffVisit) => sendLogo(visit, show(visit)) }
  const takesFile = { bodyLimit: MAX_FILE_FORM_BYTES }
  await app.register(pagesAt('/settings', forms, undefined, takesFile))
}

interface SettingsShown extends Shown {
  /** Default: the saved settings. */
  look?: Look
}

async function settingsPage(visit: StaffVisit, shown: SettingsShown = {}) {
  const { query, request, staff, at } = visit
  requireMay(staff, 'updateOrganization')
  const { body: record, etag } = await readTagged<Organization>(staff, '/organization')
  const payments = staff.may('putPaymentAccount')
    ? paymentsSection(visit, await readAccount(staff))
    : nothing
  const { problems, look = record } = shown
  const form = recordForm({
    action: at,
    fields: FIELDS,
    record,
    etag,
    problems,
    submit: TEXTS.save,
    buttons: html`<button name="preview" value="yes" formnovalidate>${TEXTS.preview}</button>`,
  })
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'settings',
    notice: shown.notice ?? problemNotice(problems) ?? doneNotice(query, TEXTS.done),
    css: accentOf(look.colour, '.preview'),
    styles: ['staff/settings/style.css'],
    module: 'staff/settings/browser/main.ts',
    urls: [request.server.host.uploadOrigin],
    logoUrls: [record.logo?.url, logoOf(look)],
    body: html`<div class="beside"><div><div class="actions"><a class="button" href="${at}/travel-zones">${TEXTS.travelZones}</a><a class="button" href="${at}/changes">${CHANGES.title}</a></div>${logoSection(record.logo, at)}${form}${payments}</div>${preview(look)}</div>`,
  })
}

async function changeSettings(visit: StaffVisit) {
  requireMay(visit.staff, 'updateOrganization')
  const sent = formOf(visit.request)
  const preview = sent.text('preview')
  if (preview !== undefined) {
    const problems = { head: [], fields: new Map<string, string>(), sent }
    const text = preview === 'logo' ? TEXTS.unsavedBesideLogo : TEXTS.unsaved
    const notice: Notice = { kind: 'done', text }
    return settingsPage(visit, { problems, notice, look: sentLook(visit) })
  }
  return save<Organization>({
    visit,
    fields: FIELDS,
    method: 'PATCH',
    url: '/organization',
    refuse: (problems) => settingsPage(visit, { problems }),
  })
}

function removeLogo(visit: StaffVisit) {
  requireMay(visit.staff, 'deleteLogo')
  return act<Organization>(visit, {
    call: { method: 'DELETE', url: '/organization/logo' },
    to: `${visit.at}?done=removed`,
    refuse: (notice) => settingsPage(visit, { notice }),
    texts: () => ['', ''],
  })
}
