import { PROJECT_STATUSES } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { addressLine } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { html } from '../../html.ts'
import { changeForm, changeOf, hidden } from '../change-form.ts'
import type { Section } from '../navigation.ts'
import { read, readTagged } from '../read-record.ts'
import type { Project } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { COMMON } from '../texts.ts'
import type { Visit } from './read.ts'
import { TEXTS } from './texts.ts'

/** Whether a form ends the shoot of a project without files, and the person hasn't been asked. */
export async function endsWithoutFiles({ request, staff, url }: Visit): Promise<boolean> {
  const form = formOf(request)
  if (form.text('to') !== 'UPLOADED' || form.text('sure')) return false
  const media = await staff.call<{ data?: unknown[] }>({ method: 'GET', url: `${url}/media` })
  // Don't ask if the media can't be read: the move then reports the error.
  if (media.status !== 200 || media.body.data?.length !== 0) return false
  const project = await read<Project>(staff, url)
  return project !== undefined && isBefore(project.status, 'UPLOADED')
}

function isBefore(one: Project['status'], other: Project['status']): boolean {
  return PROJECT_STATUSES.indexOf(one) < PROJECT_STATUSES.indexOf(other)
}

/** Redirects to the question, a separate page so Back resends no form. */
export function toQuestion({ request, reply }: Visit, query = new URLSearchParams()): FastifyReply {
  const { ifMatch } = changeOf(request)
  if (ifMatch) query.set('version', ifMatch)
  return reply.redirect(`no-files?${query}`, 303)
}

interface Question {
  section?: Section
  /** Where the form is sent. */
  action: string
  back: string
}

/** Asks whether a shoot without files is done. The URL contains the version the person saw. */
export async function askAboutFiles(
  visit: Visit,
  { action, back, ...page }: Question,
): Promise<FastifyReply> {
  const { staff, url, query } = visit
  const { body } = await readTagged<Project>(staff, url)
  const { title, text, yes, no } = TEXTS.noFiles
  return sendStaffPage(visit, {
    ...page,
    title,
    body: html`<p dir="auto">${text(addressLine(body) || COMMON.noAddress)}</p>
<div class="actions">${changeForm({
      action,
      etag: query.get('version') ?? undefined,
      content: html`${hidden({ sure: 'yes' })}<button class="go" name="to" value="UPLOADED">${yes}</button>`,
    })}
<a class="button" href="${back}">${no}</a></div>`,
  })
}
