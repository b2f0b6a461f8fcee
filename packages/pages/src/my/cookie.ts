import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The browser's sessions, one per organization, in a cookie that only pages read. docs/contract.md#c22-cookie */
export type ClientCookie = ReturnType<typeof clientCookie>

// Sent with every request, so kept small.
const MAX_SESSIONS = 8
const DAYS = 30
// Safe in a header, where the value ends up.
const SESSION = /^([0-9a-f-]{36})~(\w{1,200})$/

/** @param isSecure false only for plain HTTP on loopback, where browsers reject `__Host-` cookies */
export function clientCookie(isSecure: boolean) {
  const name = isSecure ? '__Host-client' : 'client'
  const attributes = { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' } as const

  function sessionsOf({ headers }: FastifyRequest): [organizationId: string, token: string][] {
    const value = parseCookie(headers.cookie ?? '')[name] ?? ''
    return value.split('.', MAX_SESSIONS).flatMap((each) => {
      const [, organizationId, token] = SESSION.exec(each) ?? []
      return organizationId && token ? [[organizationId, token]] : []
    })
  }

  function write(reply: FastifyReply, sessions: readonly (readonly [string, string])[]): void {
    const value = sessions.map((each) => each.join('~')).join('.')
    const maxAge = value === '' ? 0 : DAYS * 86_400
    const expires = new Date(value === '' ? 0 : Date.now() + maxAge * 1_000)
    reply.header('set-cookie', stringifySetCookie({ name, value, maxAge, expires, ...attributes }))
  }

  const others = (request: FastifyRequest, organizationId: string) =>
    sessionsOf(request).filter(([of]) => of !== organizationId)

  return {
    read: (request: FastifyRequest, organizationId: string) =>
      sessionsOf(request).find(([of]) => of === organizationId)?.[1],
    /** By organization, newest first. */
    all: (request: FastifyRequest) =>
      sessionsOf(request).map(([organizationId, token]) => ({ organizationId, token })),
    /** Adds a session, newest first. Drops the oldest beyond a limit. */
    add(
      request: FastifyRequest,
      reply: FastifyReply,
      { organizationId, accessToken }: { organizationId: string; accessToken: string },
    ): void {
      const sessions = [[organizationId, accessToken] as const, ...others(request, organizationId)]
      write(reply, sessions.slice(0, MAX_SESSIONS))
    },
    drop: (request: FastifyRequest, reply: FastifyReply, organizationId: string) =>
      write(reply, others(request, organizationId)),
  }
}
