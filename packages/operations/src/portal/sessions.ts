// Raw SQL: locks, and one-line writes, pipelined.
import { newId, type Sql } from '@mediajobs/db'
import { isAway, portalSignInRequests, portalSessions as table } from '@mediajobs/db/schema'
import {
  hashSecret,
  type Language,
  MAX_PORTAL_SESSIONS,
  MAX_PORTAL_SIGN_INS_OF_ADDRESS,
  MAX_PORTAL_SIGN_INS_OF_NETWORK,
  PORTAL_SESSION_DAYS,
  PORTAL_SIGN_IN_SPAN_MS,
  randomToken,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { networkOf } from '../credentials/networks.ts'
import { type CallLimit, callLimit } from '../credentials/rate-windows.ts'
import { hashedEmail } from '../credentials/sign-in-slowing.ts'
import type { CdnUrl } from '../previews.ts'
import { notFound, unauthenticated } from '../shared/errors.ts'
import { getPortalStudio, type PortalStudio } from '../shown-organization.ts'

function limitOf(limit: number): CallLimit {
  return callLimit(
    [{ limit, spanMs: PORTAL_SIGN_IN_SPAN_MS }],
    'Too many sign-in links were requested: retry after Retry-After seconds.',
  )
}

const countNetwork = limitOf(MAX_PORTAL_SIGN_INS_OF_NETWORK)
const countAddress = limitOf(MAX_PORTAL_SIGN_INS_OF_ADDRESS)

const ORGANIZATION = `select from organizations where id = $1 and not ${isAway('organizations.id')}`

/**
 * Requests a mail that signs a customer in. A dispatcher looks the address up, so timing and response don't reveal whether
 * it is known.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `not_found` for an unknown organization; `too_many` (`rate_limited`) by network, or by email,
 *   known or not.
 */
export async function requestPortalSignIn(
  sql: Sql,
  { email, organizationId }: { email: string; organizationId: string },
  address: string,
): Promise<void> {
  // Network first: a refused caller must not use up the email's count.
  await countNetwork(sql, `portal-sign-in:network:${networkOf(address)}`)
  const [organization] = await sql.query(ORGANIZATION, [organizationId])
  if (!organization) throw notFound().at('organizationId').ofOrganization(organizationId)
  await countAddress(sql, `portal-sign-in:account:${organizationId}:${hashedEmail(email)}`)
  await sql.orm.insert(portalSignInRequests).values({ organizationId, id: newId(), email })
}

/** A working, unused link. */
export interface PortalSignIn {
  expiresAt: string
  customerName: string
  customerEmail: string
  customerLanguage: Language | null
  organization: PortalStudio
}

interface SignInRow extends Omit<PortalSignIn, 'organization'> {
  organizationId: string
  customerId: string
}

const IS_LIVE = `
  s.token_hash = $1 and s.expires_at > clock_timestamp() and not ${isAway('s.organization_id')}`

const SIGN_IN = `
  select s.organization_id as "organizationId", s.customer_id as "customerId",
    s.expires_at as "expiresAt", c.name as "customerName", c.email as "customerEmail",
    c.language as "customerLanguage"
  from portal_sign_ins as s
  join customers as c on c.organization_id = s.organization_id and c.id = s.customer_id
  where ${IS_LIVE}`

/**
 * Reads a link without using it up: mail scanners open links.
 *
 * @throws {OperationError} `not_found` unless the link would work.
 */
export async function getPortalSignIn(
  sql: Sql,
  token: string,
  cdnUrl: CdnUrl,
): Promise<PortalSignIn> {
  const [found] = await sql.query<SignInRow>(SIGN_IN, [hashSecret(token)])
  if (!found) throw notFound().naming(token)
  const { organizationId, customerId, ...signIn } = found
  return { ...signIn, organization: await getPortalStudio(sql, organizationId, cdnUrl) }
}

const LOCK = 'select from customers where organization_id = $1 and id = $2 for no key update'

const USE = `
  delete from portal_sign_ins where organization_id = $2 and customer_id = $3 and exists (
    select from portal_sign_ins as s where ${IS_LIVE})
  returning 1`

/**
 * Signs a customer in with a mailed token. The token works once, even under concurrency, and ends the customer's other
 * links: a session needs only one.
 *
 * @throws {OperationError} `unauthenticated` (`sign_in_link_refused`), whether the token is unknown, expired or used.
 */
export async function acceptPortalSignIn(tx: Tx, token: string): Promise<NewPortalSession> {
  const tokenHash = hashSecret(token)
  const [link] = await tx.query<SignInRow>(SIGN_IN, [tokenHash])
  if (!link) throw refused().naming(token)
  // Under the lock, the customer still has the address that got the mail: changing it revokes the link.
  await tx.query(LOCK, [link.organizationId, link.customerId])
  const used = await tx.query(USE, [tokenHash, link.organizationId, link.customerId])
  if (used.length === 0) throw refused()
  return startPortalSession(tx, link)
}

function refused() {
  return unauthenticated(
    'sign_in_link_refused',
    'This link is unknown, expired or already used. Request a new one.',
  ).at('token')
}

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
async function startPortalSession(
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
