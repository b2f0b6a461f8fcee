import { MAX_SEARCH_LENGTH, MAX_SEARCH_WORDS, MIN_SEARCH_WORD_LENGTH } from '@mediajobs/domain'
import type { FastifyRequest } from 'fastify'
import { type Html, html, nothing } from '../html.ts'
import { type IconName, icon } from '../icons.ts'
import { logoOf } from '../layout.ts'
import { type Section, sectionsOf } from './navigation.ts'
import { organizationAddress, rootOf } from './own-address.ts'
import { TEXTS as PALETTE } from './palette/texts.ts'
import { initials } from './parts.ts'
import type { Person, Staff } from './staff.ts'
import { ROLE_NAMES, SECTION_NAMES, SHELL } from './texts.ts'

/** Tabs on phones, besides More. */
const MAX_TABS = 3

const LOGO_HEIGHT = 28
const WIDEST_LOGO = 84

/** The search limits, as `searchWords` and the browser read them. */
export const SEARCH_LIMITS = [MAX_SEARCH_LENGTH, MAX_SEARCH_WORDS, MIN_SEARCH_WORD_LENGTH].join()

const SECTION_ICONS: Record<Section, IconName> = {
  today: 'clock',
  board: 'square-kanban',
  calendar: 'calendar',
  orders: 'inbox',
  customers: 'users',
  reports: 'chart-column',
  catalogue: 'package',
  people: 'user',
  developers: 'code-xml',
  settings: 'settings',
}

/** The sidebar on desktops; a top line and a bottom bar on phones. Empty before sign-in. */
export function header(request: FastifyRequest, open: Section | undefined, palette: string): Html {
  const { staff, person } = request
  const name = staff?.name ?? person?.user.name
  if (name === undefined) return nothing
  const root = rootOf(request)
  const home =
    person && !staff
      ? html`<li><a href="${root}app">${icon('building-2')}<span class="label" dir="auto">${homeOf(person)}</span></a></li>`
      : nothing
  return html`<header class="top">${staff ? places(request, staff, open, palette) : studios(person, root)}
<nav class="you" aria-label="${SHELL.you}"><ul>${home}
<li><a href="${root}app/account">${initials(name)}<span class="label"><span class="hidden">${SHELL.account}: </span><span dir="auto">${name}</span>${staff ? html`<span class="soft">${ROLE_NAMES[staff.role]}</span>` : nothing}</span></a></li>
</ul></nav>
</header>`
}

/** A person's organizations, on desktops. */
function studios(person: Person | null, root: string): Html {
  if (!person || person.organizations.length < 2) return nothing
  return html`<nav class="studios" aria-label="${SHELL.organizations}"><ul>${person.organizations.map(
    ({ id, name }) =>
      html`<li><a href="${root}app/${id}">${initials(name)}<span dir="auto">${name}</span></a></li>`,
  )}</ul></nav>`
}

/** The name of what `/app` shows: the only organization, or the list. */
function homeOf({ organizations: [first, second] }: Person): string {
  return first && !second ? first.name : SHELL.organizations
}

function places(
  request: FastifyRequest,
  staff: Staff,
  open: Section | undefined,
  palette: string,
): Html {
  const { organization } = staff
  const address = organizationAddress(request, organization)
  const sections = sectionsOf(staff)
  const [tabs, rest] = [sections.slice(0, MAX_TABS), sections.slice(MAX_TABS)]
  const links = (each: readonly Section[]) =>
    each.map(
      (section) =>
        html`<li${section === 'settings' ? html` class="foot"` : nothing}><a href="${address}/${section}"${section === open ? html` aria-current="page"` : nothing}>${icon(SECTION_ICONS[section])}${SECTION_NAMES[section]}</a></li>`,
    )
  const isInRest = open !== undefined && rest.includes(open)
  // Phones show the rest while the empty `details` is open; desktops always show it.
  return html`
${company(organization, `${rootOf(request)}app`)}
${finder(staff, address, palette)}
<nav aria-label="${SHELL.pages}"><ul>${links(tabs)}</ul>
<details class="${isInRest ? 'others here' : 'others'}"><summary>${icon('ellipsis')}${SHELL.more}</summary></details>
<ul class="rest">${links(rest)}</ul></nav>`
}

/** The search. Without the module it links to the board's search. */
function finder({ may }: Staff, home: string, palette: string): Html {
  const lists = { projects: may('listProjects'), customers: may('listCustomers') }
  const found = Object.entries(lists).flatMap(([name, mayList]) => (mayList ? [name] : []))
  return html`<a class="finder" href="${home}/board#q" data-home="${home}" data-may="${found.join(' ')}" data-limits="${SEARCH_LIMITS}" data-module="${palette}">${icon('search')}<span class="label">${PALETTE.search}</span><kbd hidden></kbd></a>`
}

/** @param home the list of organizations, or the first page of a single one */
function company(organization: Staff['organization'], home: string): Html {
  const { name, logo: uploaded } = organization
  const logoUrl = logoOf(organization)
  // Sized in advance to avoid a layout shift.
  const ratio = uploaded?.url ? (uploaded.width ?? 1) / (uploaded.height ?? 1) : 1
  const width = Math.round(Math.min(LOGO_HEIGHT * ratio, WIDEST_LOGO))
  const logo = logoUrl
    ? html`<img class="logo" src="${logoUrl}" alt="" width="${width}" height="${LOGO_HEIGHT}">`
    : initials(name)
  return html`<a class="company" href="${home}">${logo}<span dir="auto">${name}</span></a>`
}
