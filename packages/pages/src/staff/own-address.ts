import type { FastifyRequest } from 'fastify'

// A dummy host: URLs that resolve to a different host are external.
const HERE = 'https://here.invalid'

/**
 * The relative URL from a request to the service's root: `../../`. Pages use only relative URLs, so they work below a
 * proxy's path.
 */
export function rootOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const { pathname } = new URL(url, HERE)
  return '../'.repeat(pathname.split('/').length - 2) || './'
}

/** The organization's URL, relative to the page: `../../app/0198…`. */
export function organizationAddress(
  request: Pick<FastifyRequest, 'url'>,
  organization: { id: string },
): string {
  return `${rootOf(request)}app/${organization.id}`
}

/**
 * The path and query of a staff page, like `/app/…/today?day=…`; `undefined` for any other URL, so sign-in can't be
 * used as an open redirect.
 */
export function staffAddress(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address, HERE)) return undefined
  const { origin, pathname, search } = new URL(address, HERE)
  return origin === HERE && pathname.startsWith('/app/') ? pathname + search : undefined
}

/** The staff page a form was sent from; `undefined` without a referrer. */
export function pageBefore({ headers, host }: FastifyRequest): string | undefined {
  const { referer } = headers
  if (referer === undefined || !URL.canParse(referer)) return undefined
  const url = new URL(referer)
  return url.host === host ? staffAddress(url.pathname + url.search) : undefined
}

/** The non-empty query parameters. */
export function queryOf({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of new URL(url, HERE).searchParams) {
    if (value.trim() !== '') query.append(name, value.trim())
  }
  return query
}

/** A URL with the non-empty parameters. */
export function withQuery(
  address: string,
  parameters: Iterable<readonly [string, string | null | undefined]>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of parameters) if (value) query.append(name, value)
  if (query.size === 0) return address
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}
