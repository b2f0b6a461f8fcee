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

/** The query of an address. A parameter that is given several times has a list. */
export type Query = Record<string, string | string[] | undefined>

/** The first value of a parameter. */
export function one(query: Query, name: string): string | undefined {
  return [query[name]].flat()[0]
}
