import { MAX_TOKEN_LENGTH } from '@mediajobs/domain'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookie with the access token of a person. Pages alone read it. docs/contract.md#c12-session-cookie */
export interface SessionCookie {
  /** The access token; `undefined` without the cookie, and for a value that no token has. */
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, session: { accessToken: string; expiresAt: string }): void
  clear(reply: FastifyReply): void
}

// Of characters that a header can have: the value becomes a part of one.
const TOKEN = new RegExp(`^\\w{1,${MAX_TOKEN_LENGTH}}$`)

/**
 * @param isSecure false for plain HTTP on this machine alone. There a browser keeps no `__Host-` cookie.
 */
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
