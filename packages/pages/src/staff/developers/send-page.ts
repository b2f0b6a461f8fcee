import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../html.ts'
import { organizationAddress } from '../own-address.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { type DevelopersSection, developersSectionsOf } from './sections.ts'
import { DEVELOPERS } from './texts.ts'
import { type Visit, withQuery } from './visit.ts'

interface DevelopersPage {
  title: string
  section: DevelopersSection
  notice?: Notice | undefined
  body: Html
}

/** Sends a page with the navigation of the pages for developers. */
export function sendDevelopersPage(visit: Visit, page: DevelopersPage): Promise<FastifyReply> {
  const { request, reply, staff } = visit
  return sendStaffPage(request, reply, staff, {
    ...page,
    section: 'developers',
    styles: ['staff/developers/style.css'],
    module: 'staff/developers/browser/main.ts',
    body: html`${developersNavigation(visit, page.section, visit.clock.isUtc)}
${page.body}`,
  })
}

/** The navigation of the pages for developers, on one of them. */
export function developersNavigation(
  { request, staff }: StaffVisit,
  current: DevelopersSection,
  isUtc = false,
): Html {
  const at = `${organizationAddress(request, staff.organization)}/developers`
  const links = developersSectionsOf(staff).map((section) => {
    const address = withQuery(`${at}/${section}`, [['zone', isUtc ? 'utc' : null]])
    const mark = section === current ? html` aria-current="page"` : nothing
    return html`<li><a href="${address}"${mark}>${DEVELOPERS.sections[section]}</a></li>`
  })
  return html`<nav class="subpages" aria-label="${DEVELOPERS.pages}"><ul>${links}</ul></nav>`
}

/** In which zone the times of a page are, and a link to the other one. */
export function zoneSwitch({ staff, clock, query }: Visit, here: string): Html {
  const zone = staff.organization.timeZone ?? 'UTC'
  const others = [...query].filter(([name]) => name !== 'zone' && name !== 'done')
  const address = withQuery(here, [...others, ['zone', clock.isUtc ? null : 'utc']])
  const link =
    zone === 'UTC'
      ? nothing
      : html` <a href="${address}">${clock.isUtc ? DEVELOPERS.local(zone) : DEVELOPERS.utc}</a>`
  return html`<p class="soft zone">${DEVELOPERS.zone(clock.timeZone)}${link}</p>`
}
