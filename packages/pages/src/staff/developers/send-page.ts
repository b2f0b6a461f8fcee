import type { EVENTS, TEST_EVENT } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import type { ApiResponse, ErrorBody } from '../../call-api.ts'
import { apiMessageOf } from '../../for-people.ts'
import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { copyButton, copyField, field } from '../change-form.ts'
import { problem } from '../list.ts'
import { withQuery } from '../own-address.ts'
import { RefusedRead } from '../read-record.ts'
import { type Notice, recordRefusal, type StaffPage, sendStaffPage } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { COMMON } from '../texts.ts'
import {
  DEVELOPERS,
  type DevelopersSection,
  developersSectionsOf,
  eventText,
  OVERLAPS,
} from './texts.ts'
import { linkTo, type Visit } from './visit.ts'

interface DevelopersPage extends Omit<StaffPage, 'section'> {
  section: DevelopersSection
}

/** Sends a page with the developer navigation. */
export function sendDevelopersPage(
  visit: StaffVisit,
  { section, body, ...page }: DevelopersPage,
): Promise<FastifyReply> {
  return sendStaffPage(visit, {
    styles: ['staff/developers/style.css'],
    module: 'staff/developers/browser/main.ts',
    ...page,
    section: 'developers',
    body: html`${navigation(visit, section)}
${body}`,
  })
}

/** The navigation of the developer pages. */
function navigation({ home, staff, query }: StaffVisit, current: DevelopersSection): Html {
  const zone = query.get('zone') === 'utc' ? 'utc' : null
  return html`<nav class="tabs" aria-label="${DEVELOPERS.pages}"><ul>${developersSectionsOf(
    staff,
  ).map((section) => {
    const address = withQuery(`${home}/developers/${section}`, [['zone', zone]])
    const mark = section === current ? html` aria-current="page"` : nothing
    return html`<li><a href="${address}"${mark}>${DEVELOPERS.sections[section]}</a></li>`
  })}</ul></nav>`
}

/** The page's time zone, with a link to switch it. */
export function zoneSwitch({ staff, clock, query }: Visit, here: string): Html {
  const zone = staff.format.zone()
  const others = [...query].filter(([name]) => name !== 'zone' && name !== 'done')
  const address = withQuery(here, [...others, ['zone', clock.isUtc ? null : 'utc']])
  const text = clock.isUtc ? DEVELOPERS.local(zone) : DEVELOPERS.utc
  return html`<p class="soft zone">${COMMON.zone(clock.zone)}${zone === 'UTC' ? nothing : html` <a href="${address}">${text}</a>`}</p>`
}

/** Statuses a person can fix by changing the form, or by waiting. */
const FIXABLE = [400, 403, 409, 422, 429]

/**
 * The notice of a refused form. The page gets the API's status.
 *
 * @param list URL of the list with the record, if the form created one
 * @throws {RefusedRead} for refusals that a form can't fix, shown as a problem page.
 */
export function refusedNotice(
  { request, reply }: Visit,
  response: ApiResponse<ErrorBody>,
  list?: string,
): Notice {
  if (!FIXABLE.includes(response.status)) throw new RefusedRead(response)
  recordRefusal({ request, reply }, response)
  const { body } = response
  if (body.code !== 'secret_already_shown') return problem(apiMessageOf(body))
  const link = list && { link: { url: list, text: DEVELOPERS.backToList } }
  return { ...problem(DEVELOPERS.shownBefore), ...link }
}

interface ShownOnce extends Pick<DevelopersPage, 'title' | 'section'> {
  /** Label of the secret. */
  label: string
  secret: string
  more: Html
  /** URL of the next page. */
  next: string
}

/** Sends the only page that shows a new secret. */
export function sendShownOnce(visit: Visit, { label, secret, more, next, ...page }: ShownOnce) {
  const copied = { id: 'secret', label, value: secret, rows: 2, button: DEVELOPERS.copy }
  return sendDevelopersPage(visit, {
    ...page,
    notice: { kind: 'done', text: DEVELOPERS.once },
    body: html`${copyField(copied)}
${more}
<p><a class="button" href="${next}">${DEVELOPERS.kept}</a></p>`,
  })
}

/** When the replaced secret or key stops working, with a countdown. */
export function overlapNote(clock: Visit['clock'], text: string, until: string): Html {
  return html`<p>${text} ${clock.exact(until)}<span hidden> · <span role="timer" data-until="${until}"></span></span></p>`
}

/** How long a replaced secret or key keeps working. */
export function overlapField(label: string): Html {
  return field({ name: 'overlap', label, choices: OVERLAPS })
}

/** Lists the page's keyboard shortcuts, with a switch. Hidden without the module. */
export function shortcuts(page: 'list' | 'deliveries' = 'list'): Html {
  const { [page]: text, on, off } = DEVELOPERS.keys
  return html`<p class="soft shortcuts" data-shortcuts hidden>${text} <button type="button" data-on="${on}" data-off="${off}">${off}</button></p>`
}

/** Placeholder for a secret; as a header value, it keeps the stored one. docs/contract.md#c16-headers */
export const HIDDEN = '********'

/** An id with a copy button. */
export function copiedId(elementId: string, name: string, id: string, href?: string): Html {
  const text = html`<code id="${elementId}">${id}</code>`
  const button = { id: elementId, text: icon('copy'), label: DEVELOPERS.copyId(name) }
  return html`${href ? html`<a href="${href}">${text}</a>` : text} ${copyButton(button)}`
}

/** The meaning of an event, with a link to its type. */
export function eventMeaning(visit: Visit, event: keyof typeof EVENTS | typeof TEST_EVENT): Html {
  const address = `${linkTo(visit, 'events/types')}#${event}`
  return html`<p class="soft">${eventText(event)}. <a href="${address}">${DEVELOPERS.eventType}</a></p>`
}

/** A link to an event's job. */
export function projectLink({ home }: Visit, data: unknown): Html | undefined {
  const id = projectIn(data)
  return id === undefined
    ? undefined
    : html`<a href="${home}/projects/${encodeURIComponent(id)}">${DEVELOPERS.openProject}</a>`
}

function projectIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if ('projectId' in data && typeof data.projectId === 'string') return data.projectId
  return 'invoice' in data ? projectIn(data.invoice) : undefined
}
