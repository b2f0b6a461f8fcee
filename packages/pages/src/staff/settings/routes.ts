import type { FastifyPluginAsync } from 'fastify'
import { accentOf } from '../../colour.ts'
import { formOf } from '../../forms.ts'
import { html } from '../../html.ts'
import { STAFF } from '../door.ts'
import { organizationAddress, type Query } from '../own-address.ts'
import { nothingHere, readTagged } from '../read-record.ts'
import { type Problems, recordForm } from '../records/form.ts'
import { doneNotice, problemNotice } from '../records/list.ts'
import { save } from '../records/save.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { type StaffVisit, serve } from '../serve.ts'
import { requireMay } from '../staff.ts'
import { FIELDS } from './fields.ts'
import { type Look, type Organization, preview, sentLook } from './preview.ts'
import { TEXTS } from './texts.ts'

interface SettingsRoute {
  Querystring: Query
}
type Visit = StaffVisit<SettingsRoute>

const AT = '/app/:organizationId/settings'

/** `/app/{organizationId}/settings`. docs/contract.md#c12-settings */
export const settingsPages: FastifyPluginAsync = async (app) => {
  app.get<SettingsRoute>(
    AT,
    STAFF,
    serve<SettingsRoute>((visit) => settingsPage(visit)),
  )
  app.post<SettingsRoute>(AT, STAFF, serve<SettingsRoute>(changeSettings))
}

interface Shown {
  problems?: Problems
  notice?: Notice
  /** Default: what is saved. */
  look?: Look
}

async function settingsPage(visit: Visit, shown: Shown = {}) {
  const { request, reply, staff } = visit
  requireMay(staff, 'updateOrganization')
  const record = await readTagged<Organization>(staff, '/organization')
  if (!record) throw nothingHere()
  const { problems, look = record.body } = shown
  const form = recordForm({
    action: addressOf(visit),
    fields: FIELDS,
    record: record.body,
    etag: record.etag,
    problems,
    submit: TEXTS.save,
    buttons: html`<button name="preview" value="yes" formnovalidate>${TEXTS.preview}</button>`,
  })
  return sendStaffPage(request, reply, staff, {
    title: TEXTS.title,
    section: 'settings',
    styles: ['staff/records/style.css', 'staff/settings/style.css'],
    notice: shown.notice ?? problemNotice(problems) ?? doneNotice(request.query, TEXTS.done),
    css: accentOf(look.colour, '.preview'),
    logoUrls: [look.logoUrl],
    body: html`<div class="beside"><div>${form}</div>${preview(look)}</div>`,
  })
}

function changeSettings(visit: Visit) {
  const { request, reply, staff } = visit
  requireMay(staff, 'updateOrganization')
  const here = addressOf(visit)
  const sent = formOf(request)
  if (sent.text('preview') !== undefined) {
    const problems = { head: [], fields: new Map<string, string>(), sent }
    const notice: Notice = { kind: 'done', text: TEXTS.unsaved }
    return settingsPage(visit, { problems, notice, look: sentLook(visit) })
  }
  return save<Organization>({
    visit,
    fields: FIELDS,
    method: 'PATCH',
    url: '/organization',
    done: (saved) => reply.redirect(`${here}?done=${'body' in saved ? 'saved' : 'same'}`, 303),
    back: here,
    refuse: (problems) => settingsPage(visit, { problems }),
  })
}

function addressOf({ request, staff }: Visit): string {
  return `${organizationAddress(request, staff.organization)}/settings`
}
