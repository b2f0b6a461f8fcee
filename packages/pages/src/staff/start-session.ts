import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../call-api.ts'
import type { Door } from './door.ts'
import { callWith } from './staff.ts'

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  door: Door
}

/**
 * Puts a new session into the browser. The token is always a new one of the API, never one that the browser
 * had before; the session of that one is ended.
 */
export async function startSession(
  { request, reply, door }: Visit,
  session: { accessToken: string; expiresAt: string },
): Promise<void> {
  const before = door.cookie.read(request)
  door.cookie.set(reply, session)
  if (before !== undefined) await endSession(request, before)
}

/** Ends a session, if it is still live. */
export function endSession(request: FastifyRequest, token: string) {
  const call = { method: 'DELETE', url: '/auth/sessions/current' } as const
  return callWith<ErrorBody>(request, { token }, call)
}
