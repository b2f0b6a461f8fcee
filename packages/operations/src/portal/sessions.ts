// Raw SQL: one-line writes, pipelined.
import { newId, type Sql } from '@mediajobs/db'
import { isAway, portalSessions as table } from '@mediajobs/db/schema'
import {
  hashSecret,
  MAX_PORTAL_SESSIONS,
  PORTAL_SESSION_DAYS,
  randomToken,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { unauthenticated } from '../shared/errors.ts'

/** A signed-in customer. */
export interface PortalCaller {
  sessionId: string
  organizationId: string
  customerId: string
  expiresAt: string
}

export interface NewPortalSession {
  organizationId: string
  /** Shown once: only a hash is stored. */
  accessToken: string
  expiresAt: string
}

const SESSION = `
  select id as "sessionId", organization_id as "organizationId", customer_id as "customerId",
    expires_at as "expiresAt"
  from portal_sessions
  where token_hash = $1 and expires_at > now() and not ${isAway('portal_sessions.organization_id')}`

/** @throws {OperationError} `unauthenticated` for an unknown or ended session. */
export async function findPortalSession(sql: Sql, token: string): Promise<PortalCaller> {
  const [caller] = await sql.query<PortalCaller>(SESSION, [hashSecret(token)])
  if (!caller) throw sessionEnded().naming(token)
  return caller
}

export function sessionEnded() {
  return unauthenticated(
    'session_invalid',
    'This access token is unknown or has ended. Request a new link with POST /portal/sign-ins.',
  )
}

const END_OLDEST = `
  delete from portal_sessions where organization_id = $1 and id in (
    select id from portal_sessions
    where organization_id = $1 and customer_id = $2 and expires_at > now()
    order by created_at desc, id desc offset ${MAX_PORTAL_SESSIONS - 1})`

/** Starts a session. The caller has locked the customer's row. */
export async function startPortalSession(
  tx: Tx,
  { organizationId, customerId }: Pick<PortalCaller, 'organizationId' | 'customerId'>,
): Promise<NewPortalSession> {
  await tx.query(END_OLDEST, [organizationId, customerId])
  const accessToken = randomToken(tx.cell, 'mjc_')
  const expiresAt = new Date(Date.now() + PORTAL_SESSION_DAYS * 86_400_000).toISOString()
  await tx.orm.insert(table).values({
    organizationId,
    id: newId(),
    tokenHash: hashSecret(accessToken),
    customerId,
    expiresAt,
  })
  return { organizationId, accessToken, expiresAt }
}

/** Signs out. */
export async function endPortalSession(
  { orm }: Sql,
  { organizationId, sessionId }: PortalCaller,
): Promise<void> {
  await orm
    .delete(table)
    .where(and(eq(table.organizationId, organizationId), eq(table.id, sessionId)))
}

const END_LINKS = 'delete from portal_sign_ins where organization_id = $1 and customer_id = $2'
const END_SESSIONS = 'delete from portal_sessions where organization_id = $1 and customer_id = $2'

/** Ends a customer's sessions and sign-in links. */
export async function endPortalAccess(
  tx: Pick<Tx, 'query'>,
  { organizationId, customerId }: Pick<PortalCaller, 'organizationId' | 'customerId'>,
): Promise<void> {
  await Promise.all(
    [END_LINKS, END_SESSIONS].map((statement) => tx.query(statement, [organizationId, customerId])),
  )
}
