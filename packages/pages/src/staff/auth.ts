import { MAX_FORM_BYTES, MAX_TOKEN_LENGTH } from '@mediajobs/domain'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PageError } from '../errors.ts'
import { OPEN } from '../host.ts'

/** Authentication of staff pages: the session cookie, and the origin that their forms must come from. */
export interface Auth {
  cookie: SessionCookie
  site: OwnSite
}

/** The options of a page that needs a sign-in, outside any organization. */
export const PERSON = { ...OPEN, bodyLimit: MAX_FORM_BYTES } as const

/** The options of an organization's page. Its API calls enforce permissions. */
export const STAFF = { ...PERSON, config: { ...OPEN.config, isOfMember: true } } as const

/** The cookie with a person's access token, read only by pages. docs/contract.md#c12-session-cookie */
export interface SessionCookie {
  /** The access token; `undefined` without the cookie or if it is malformed. */
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, session: { accessToken: string; expiresAt: string }): void
  clear(reply: FastifyReply): void
}

// Safe in a header, where the value ends up.
const TOKEN = new RegExp(`^\\w{1,${MAX_TOKEN_LENGTH}}$`)

/** @param isSecure false only for plain HTTP on loopback, where browsers reject `__Host-` cookies */
export function sessionCookie(isSecure: boolean): SessionCookie {
  const name = isSecure ? '__Host-session' : 'session'
  const attributes = { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' } as const

  function write(reply: FastifyReply, value: string, expiresAt: Date, maxAge: number): void {
    const cookie = { name, value, expires: expiresAt, maxAge, ...attributes }
    reply.header('set-cookie', stringifySetCookie(cookie))
  }

  return {
    read({ headers }) {
      const value = parseCookie(headers.cookie ?? '')[name]
      return value !== undefined && TOKEN.test(value) ? value : undefined
    },
    set(reply, { accessToken, expiresAt }) {
      const end = new Date(expiresAt)
      write(reply, accessToken, end, Math.floor((end.getTime() - Date.now()) / 1_000))
    },
    clear: (reply) => write(reply, '', new Date(0), 0),
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The service's public origin. */
export interface OwnSite {
  /** Whether it is plain HTTP on loopback, as in `dev`. */
  isLocal: boolean
  /** The base URL, with a trailing slash. */
  root: string
  /** Whether a form came over plain HTTP, where browsers drop secure cookies. */
  isUnsafe(request: FastifyRequest): boolean
  /**
   * Refuses cross-site requests.
   *
   * @throws {PageError} 403 `cross_site`
   */
  refuseOthers(request: FastifyRequest): void
}

/**
 * `Sec-Fetch-Site` decides, because no page can set it. Browsers from before 2023 don't send it, and none does over
 * plain HTTP except to loopback: then `Origin` must be that of `DELIVERY_BASE_URL`, or have the host of the request.
 * docs/contract.md#c12-same-origin
 */
export function ownSite(deliveryBaseUrl: string): OwnSite {
  const base = new URL(deliveryBaseUrl)
  const isLocal = base.protocol === 'http:' && LOOPBACK.test(base.hostname)

  // A proxy may change the host, so the configured origin counts too.
  const ownOrigins = ({ headers }: FastifyRequest) => [
    base.origin,
    `${isLocal ? 'http' : 'https'}://${headers.host}`,
  ]

  function isOwn(request: FastifyRequest): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers
    if (site !== undefined) return site === 'same-origin'
    if (origin !== undefined) return ownOrigins(request).includes(origin)
    // Other sites can't read the response, and a GET changes nothing.
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
        "This didn't come from a page of this service. Open the page again, and send it from there.",
      )
    },
  }
}
