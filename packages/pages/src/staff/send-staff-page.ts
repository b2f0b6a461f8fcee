import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AssetSource, bundleAssets } from '../assets.ts'
import { accentOf } from '../colour.ts'
import { type Html, html, nothing } from '../html.ts'
import { company, layOut } from '../layout.ts'
import { newNonce, sendPage } from '../send-page.ts'
import { type Section, sectionsOf } from './navigation.ts'
import { organizationAddress, rootOf } from './own-address.ts'
import type { Staff } from './staff.ts'
import { LANGUAGE, ROLE_NAMES, SECTION_NAMES, SHELL } from './texts.ts'

/** What a staff page says. */
export interface StaffPage {
  /** Of the window, and the heading of the page. */
  title: string
  /** In `<main>`, below the heading. */
  body: Html
  /** Which link of the navigation is this page. */
  section?: Section
  /** A sentence above all: what was done, or why it was not. */
  notice?: Notice | undefined
  styles?: readonly AssetSource[]
  module?: AssetSource
  /** Of `<style>`: what no style sheet can know. */
  css?: Html
  /** Addresses on other hosts that the page loads from or sends to. */
  urls?: Iterable<string | null | undefined>
  /** Addresses of logos beside that of the header. */
  logoUrls?: Iterable<string | null | undefined>
  showsOwnVideos?: boolean
}

export interface Notice {
  kind: 'done' | 'problem'
  text: string
  /** Where the person can go on. */
  link?: { url: string; text: string }
}

/** Sends a page of an organization, with its name and the navigation that the role has. */
export function sendStaffPage(
  request: FastifyRequest,
  reply: FastifyReply,
  staff: Staff,
  page: StaffPage,
): Promise<FastifyReply> {
  const { organization } = staff
  const root = rootOf(request)
  const header = html`<header class="top">
${company(organization)}
<nav aria-label="${SHELL.pages}"><ul>${sectionsOf(staff).map((section) => {
    const current = section === page.section ? html` aria-current="page"` : nothing
    const address = `${organizationAddress(request, organization)}/${section}`
    return html`<li><a href="${address}"${current}>${SECTION_NAMES[section]}</a></li>`
  })}</ul></nav>
${youLinks(root, ROLE_NAMES[staff.role])}
</header>`
  const title = `${page.title} · ${organization.name}`
  const css = html`${accentOf(organization.colour)}${page.css ?? nothing}`
  const logoUrls = [organization.logoUrl, ...(page.logoUrls ?? [])]
  return sendShell(request, reply, { ...page, css, logoUrls, header, windowTitle: title })
}

/** Sends a page of no organization: the sign-in, the account. */
export function sendPlainPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: StaffPage & { isSignedIn?: boolean },
): Promise<FastifyReply> {
  const header = page.isSignedIn
    ? html`<header class="top">${youLinks(rootOf(request))}</header>`
    : nothing
  return sendShell(request, reply, { ...page, header, windowTitle: page.title })
}

function youLinks(root: string, role?: string): Html {
  return html`<nav aria-label="${SHELL.you}"><ul>
<li><a href="${root}app">${SHELL.organizations}</a></li>
<li><a href="${root}app/account">${SHELL.account}</a>${role ? html` <span class="soft">${role}</span>` : nothing}</li>
</ul></nav>`
}

async function sendShell(
  request: FastifyRequest,
  reply: FastifyReply,
  page: StaffPage & { header: Html; windowTitle: string },
): Promise<FastifyReply> {
  const { title, body, notice, styles = [], module, css, urls = [], header, windowTitle } = page
  const { showsOwnVideos, logoUrls } = page
  const [assets, nonce] = [await bundleAssets(), newNonce()]
  const document = layOut({
    title: windowTitle,
    language: LANGUAGE,
    root: rootOf(request),
    assets,
    nonce,
    styles: ['staff/style.css', ...styles],
    ...(module && { module }),
    // A module that reads the page has a policy with another nonce, which refuses this style with an error.
    ...(css && request.headers['sec-fetch-dest'] !== 'empty' && { css }),
    body: html`<a class="skip" href="#main">${SHELL.skip}</a>
${header}
<main id="main" tabindex="-1">
<h1 dir="auto">${title}</h1>
${notice ? noticeOf(notice) : nothing}
${body}
</main>`,
  })
  reply.vary('Cookie')
  return sendPage(request, reply, { html: document, nonce, urls, logoUrls, showsOwnVideos })
}

function noticeOf({ kind, text, link }: Notice): Html {
  const role = kind === 'problem' ? 'alert' : 'status'
  const more = link ? html` <a href="${link.url}">${link.text}</a>` : nothing
  return html`<p class="notice ${kind}" role="${role}">${text}${more}</p>`
}
