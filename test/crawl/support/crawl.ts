import { addressesOf, formsOf, type PageForm } from '@mediajobs/testing/api/page-forms'
import type { Opened } from '@mediajobs/testing/api/staff-browser'
import type { Test } from 'tap'

/** Visits of URLs that differ only in ids and parameter values, besides the starts. */
const VISITS = 2
/** Maximum redirects of a link. */
const MAX_STEPS = 4
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Delivery token. */
const TOKEN = /(?<=^\/deliveries\/)[\w-]+/

export interface Site {
  /** Opens a path as the crawling person. */
  open(path: string): Promise<Opened>
  /** The service's origins; others aren't opened. */
  origins: readonly [string, ...string[]]
}

/** A form that changes something. */
export interface FoundForm extends PageForm {
  /** Path of its page. */
  from: string
  /** Path of its action. */
  to: string
}

interface Link {
  path: string
  /** Path of its page; `undefined` for a start. */
  from: string | undefined
}

/**
 * Opens everything reachable from `starts` by links and GET forms. Fails for each broken link and each file that can't be
 * loaded.
 *
 * @returns the opened paths, and the forms that change something
 */
export async function crawl(t: Test, site: Site, starts: readonly string[]) {
  const waiting: Link[] = starts.map((path) => ({ path, from: undefined }))
  const isNew = onceEach()
  const visited: string[] = []
  const forms = new Map<string, FoundForm>()
  for (let link = waiting.shift(); link; link = waiting.shift()) {
    if (!isNew(link)) continue
    visited.push(link.path)
    const page = await follow(site, link.path)
    expectFound(t, link, page)
    if (!page.headers.get('content-type')?.startsWith('text/html')) continue
    const found = formsIn(site, page)
    for (const form of found.filter(({ method }) => method === 'POST')) {
      if (!forms.has(patternOf(form.to))) forms.set(patternOf(form.to), form)
    }
    const [inside, outside] = split(linksIn(site, page, found), page)
    for (const each of inside) expectFound(t, each, page)
    waiting.push(...outside)
  }
  return { visited, forms: [...forms.values()] }
}

/** Separates links within the same page from others. */
function split(links: readonly Link[], { path }: Page): [inside: Link[], outside: Link[]] {
  const isInside = (link: Link) => link.path.startsWith(`${path}#`)
  return [links.filter(isInside), links.filter((link) => !isInside(link))]
}

/** Whether to follow a link. */
function onceEach() {
  const visited = new Set<string>()
  const visits = new Map<string, number>()
  return ({ path, from }: Link): boolean => {
    const pattern = patternOf(path)
    const count = visits.get(pattern) ?? 0
    if (visited.has(path) || (from !== undefined && count >= VISITS)) return false
    visited.add(path)
    if (from !== undefined) visits.set(pattern, count + 1)
    return true
  }
}

interface Page extends Opened {
  path: string
}

/** Follows redirects, as a browser does. */
async function follow({ open }: Site, link: string): Promise<Page> {
  let path = link.split('#')[0] ?? ''
  for (let steps = 0; ; steps++) {
    const page = await open(path)
    const { status, location } = page
    if (status !== 303 || location === undefined || steps === MAX_STEPS) return { ...page, path }
    path = location
  }
}

function expectFound(t: Test, { path, from = 'the start' }: Link, { status, text }: Page): void {
  t.ok(status === 200 || status === 307, `${from} leads to ${path}: ${status}`)
  const [, part] = path.split('#')
  if (part) t.ok(text.includes(`id="${part}"`), `${from} leads to ${path}`)
}

function formsIn(site: Site, page: Page): FoundForm[] {
  return formsOf(page).flatMap((form) => {
    const to = ownPath(site, page, form.action || page.path)
    return to === undefined ? [] : { ...form, from: page.path, to }
  })
}

function linksIn(site: Site, page: Page, forms: readonly FoundForm[]): Link[] {
  const { links, files } = addressesOf(page)
  const searches = forms
    .filter(({ method }) => method === 'GET')
    .map(({ to, entries }) => `${to.split('?')[0]}?${new URLSearchParams(entries)}`)
  const paths = [...links, ...files].flatMap((address) => ownPath(site, page, address) ?? [])
  return [...paths, ...searches].map((path) => ({ path, from: page.path }))
}

/** Path, query and fragment; `undefined` on another host. */
function ownPath({ origins }: Site, { path }: Page, address: string): string | undefined {
  const url = new URL(address, new URL(path, origins[0]))
  return origins.includes(url.origin) ? url.pathname + url.search + url.hash : undefined
}

function patternOf(path: string): string {
  const [address = '', part = ''] = path.replaceAll(ID, '{id}').replace(TOKEN, '{token}').split('#')
  const [route = '', query] = address.split('?')
  const names = new Set(new URLSearchParams(query).keys())
  return `${route}?${[...names].sort()}#${part}`
}
