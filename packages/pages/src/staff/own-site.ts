import type { FastifyRequest } from 'fastify'
import { PageError } from '../errors.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Where the service is, as browsers see it. */
export interface OwnSite {
  /** Whether it is plain HTTP on this machine: `dev`. */
  isLocal: boolean
  /** The address of the service, with a slash at its end. */
  root: string
  /** Whether a form came over plain HTTP, where a browser keeps no secure cookie. Its page alone knows it. */
  isUnsafe(request: FastifyRequest): boolean
  /**
   * Refuses what another site sends through the browser of a person.
   *
   * @throws {PageError} 403 `cross_site`
   */
  refuseOthers(request: FastifyRequest): void
}

/**
 * `Sec-Fetch-Site` decides, because no page can set it. Browsers of before 2023 do not send it, and none does on
 * plain HTTP: then `Origin` must be that of `DELIVERY_BASE_URL`, or have the host of the request.
 * docs/contract.md#c12-same-origin
 */
export function ownSite(deliveryBaseUrl: string): OwnSite {
  const base = new URL(deliveryBaseUrl)
  const isLocal = base.protocol === 'http:' && LOOPBACK.test(base.hostname)

  // A proxy may replace the host: the address of the configuration counts too.
  const ownOrigins = ({ headers }: FastifyRequest) => [
    base.origin,
    `${isLocal ? 'http' : 'https'}://${headers.host}`,
  ]

  function isOwn(request: FastifyRequest): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers
    if (site !== undefined) return site === 'same-origin'
    if (origin !== undefined) return ownOrigins(request).includes(origin)
    // Another site cannot read the response, and a GET changes nothing.
    return request.method === 'GET' || request.method === 'HEAD'
  }

  return {
    isLocal,
    root: new URL('.', base).href,
    isUnsafe({ headers: { origin } }) {
      if (!origin?.startsWith('http://') || !URL.canParse(origin)) return false
      return !LOOPBACK.test(new URL(origin).hostname)
    },
    refuseOthers(request) {
      if (isOwn(request)) return
      throw new PageError(
        403,
        'cross_site',
        'This did not come from a page of this service. Open the page again, and send it from there.',
      )
    },
  }
}
