import type { FastifyRequest } from 'fastify'

// Addresses are resolved against a host that does not exist, to see whether they stay on it.
const HERE = 'https://here.invalid'

/**
 * From the address of a request to the root of the service: `../../`. Pages use relative addresses alone, so
 * that they work below a path of a proxy.
 */
export function rootOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const { pathname } = new URL(url, HERE)
  return '../'.repeat(pathname.split('/').length - 2) || './'
}

/** The address of the organization of a request, from its page: `../../app/0198…`. */
export function organizationAddress(
  request: Pick<FastifyRequest, 'url'>,
  organization: { id: string },
): string {
  return `${rootOf(request)}app/${organization.id}`
}

/**
 * The path and query of a staff page that a caller names, like `/app/…/today?day=…`; `undefined` for every
 * other address, so that no link can lead a person from the sign-in to another site.
 */
export function staffAddress(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address, HERE)) return undefined
  const { origin, pathname, search } = new URL(address, HERE)
  return origin === HERE && pathname.startsWith('/app/') ? pathname + search : undefined
}

/** The staff page from which a form was sent; `undefined` when the browser does not say it. */
export function pageBefore({ headers, host }: FastifyRequest): string | undefined {
  const { referer } = headers
  if (referer === undefined || !URL.canParse(referer)) return undefined
  const url = new URL(referer)
  return url.host === host ? staffAddress(url.pathname + url.search) : undefined
}

/** The parameters of the address of a request that are not empty. */
export function queryOf({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of new URL(url, HERE).searchParams) {
    if (value.trim() !== '') query.append(name, value.trim())
  }
  return query
}

/** An address with the parameters that are not empty. */
export function withQuery(
  address: string,
  parameters: Iterable<readonly [string, string | null | undefined]>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of parameters) if (value) query.append(name, value)
  if (query.size === 0) return address
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}
