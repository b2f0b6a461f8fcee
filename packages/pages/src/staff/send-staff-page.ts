import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AssetSource } from '../browser-files.ts'
import { accentOf } from '../colour.ts'
import { type Html, html, nothing } from '../html.ts'
import { logoOf } from '../layout.ts'
import { sendPage } from '../send-page.ts'
import { header } from './header.ts'
import type { Section } from './navigation.ts'
import { rootOf } from './own-address.ts'
import { LANGUAGE, SHELL } from './texts.ts'

/** The content of a staff page. */
export interface StaffPage {
  /** Title of the window and heading of the page. */
  title: string
  /** Between the heading and the main action, in one line on desktops. */
  tools?: Html | undefined
  /** The main action, next to the heading. */
  action?: Html | undefined
  /** In `<main>`, below the heading. */
  body: Html
  /** The current section of the navigation. */
  section?: Section
  /** Shown above the page: the outcome of a form. */
  notice?: Notice | undefined
  styles?: readonly AssetSource[]
  module?: AssetSource
  /** A module that `module` loads on demand. */
  more?: AssetSource
  /** Inline `<style>`: rules that depend on data. */
  css?: Html
  /** URLs on other hosts that the page loads from or sends to. */
  urls?: Iterable<string | null | undefined>
  /** URLs of logos besides the header's. */
  logoUrls?: Iterable<string | null | undefined>
  showsOwnVideos?: boolean
  hasFrames?: boolean
}

export interface Notice {
  kind: 'done' | 'problem'
  text: string
  /** A follow-up link. */
  link?: { url: string; text: string }
}

/** A browser's request for a page, and its reply. */
export interface PageVisit {
  request: FastifyRequest
  reply: FastifyReply
}

/** Sends a page with the visitor's navigation: an organization's, a person's, or none before sign-in. */
export async function sendStaffPage(
  { request, reply }: PageVisit,
  { title, notice, styles = [], module, more, urls = [], ...page }: StaffPage,
): Promise<FastifyReply> {
  const { staff } = request
  const organization = staff?.organization
  const css = html`${accentOf(organization?.colour ?? null)}${page.css ?? nothing}`
  const hasStyle = organization !== undefined || page.css !== undefined
  reply.vary('Cookie')
  const logoUrls = [organization && logoOf(organization), ...(page.logoUrls ?? [])]
  return sendPage(request, reply, {
    title: organization ? `${title} · ${organization.name}` : title,
    language: LANGUAGE,
    root: rootOf(request),
    styles: ['staff/style.css', ...styles],
    ...(module && { module }),
    ...(more && { more }),
    ...(organization && { shell: 'staff/palette/browser/main.ts' as const }),
    // Omitted for modules that fetch the page: their CSP allows only its own style and would log an error.
    ...(hasStyle && request.headers['sec-fetch-dest'] !== 'empty' && { css }),
    body: (address) => html`<a class="skip" href="#main">${SHELL.skip}</a>
${header(request, page.section, address('staff/palette/browser/work.ts'))}
<main id="main" tabindex="-1">
<div class="heading"><h1 dir="auto">${title}</h1>${page.tools ?? nothing}${page.action ?? nothing}</div>
${notice ? noticeOf(notice) : nothing}
${page.body}
</main>`,
    urls,
    logoUrls,
    showsOwnVideos: page.showsOwnVideos,
    hasFrames: page.hasFrames,
  })
}

function noticeOf({ kind, text, link }: Notice): Html {
  const role = kind === 'problem' ? 'alert' : 'status'
  const more = link ? html` <a href="${link.url}">${link.text}</a>` : nothing
  return html`<p class="notice ${kind}" role="${role}">${text}${more}</p>`
}
