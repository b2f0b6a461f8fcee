// Raw SQL: statements over several tables, pipelined.
import { newId, one, type Sql } from '@mediajobs/db'
import { isAway, sessions } from '@mediajobs/db/schema'
import { hashSecret, MAX_LIVE_SESSIONS, type Role, randomToken } from '@mediajobs/domain'
import type { Store, Tx } from '@mediajobs/outbox'
import { eq } from 'drizzle-orm'
import {
  accountsOf,
  createAccount,
  findPerson,
  type HashedAttempt,
  hashFor,
  matchingAccounts,
  openAccount,
  type Person,
} from './accounts.ts'
import { badSession } from './credentials/admission/admit.ts'
import { rememberNetwork } from './credentials/networks.ts'
import { beginSignIn } from './credentials/sign-in-slowing.ts'
import { notFound, unauthenticated } from './shared/errors.ts'
import { LEAST_ID } from './shared/turns.ts'

interface OwnOrganization {
  id: string
  name: string
  role: Role
  /** When the person's calendar feed was created; `null` without one. */
  calendarCreatedAt: string | null
}

interface SignedInPerson {
  user: { id: string; email: string; name: string }
  /** Where the account can act, oldest membership first. */
  organizations: OwnOrganization[]
}

/** The result of a sign-in. */
export interface SignedIn extends SignedInPerson {
  /** Shown once: only a hash is stored. */
  accessToken: string
  expiresAt: string
}

/** A person's session, across organizations. */
export interface Session {
  id: string
  /** The account that signed in. Never shown. */
  accountId: string
  /** The user's id in every organization. */
  personId: string
  email: string
  expiresAt: string
}

interface MembershipRow {
  email: string
  person_name: string
  organization_id: string
  organization_name: string
  role: Role
  active: boolean
  is_away: boolean
  calendar_created_at: string | null
}

const MEMBERSHIPS = `
  select u.email, m.name as person_name, m.role, m.active,
    m.moving and ${isAway('m.organization_id')} as is_away,
    o.id as organization_id, o.name as organization_name, c.created_at as calendar_created_at
  from memberships as m
  left join calendars as c on (c.organization_id, c.user_id) = (m.organization_id, m.user_id)
  join users as u on u.id = m.user_id
  join organizations as o on o.id = m.organization_id
  where m.user_id = $1 and m.account_id = $2
  order by m.active desc, m.created_at, m.organization_id`

/**
 * @returns `null` if the account has no memberships
 * @throws {OperationError} if all its organizations are away.
 */
async function findSignedInPerson(
  sql: Pick<Sql, 'query'>,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<SignedInPerson | null> {
  const found = await sql.query<MembershipRow>(MEMBERSHIPS, [personId, accountId])
  const [anywhere] = found
  if (!anywhere) return null
  const here = found.filter((row) => !row.is_away)
  const [first] = here
  if (!first) throw notFound().ofOrganization(anywhere.organization_id)
  return {
    user: { id: personId, email: first.email, name: first.person_name },
    organizations: here
      .filter(({ active }) => active)
      .map((row) => ({
        id: row.organization_id,
        name: row.organization_name,
        role: row.role,
        calendarCreatedAt: row.calendar_created_at,
      })),
  }
}

const SESSION = `
  select s.id, a.id as "accountId", p.id as "personId", p.email,
    s.expires_at as "expiresAt"
  from sessions as s
  join users as a on a.id = s.user_id
  join users as p on p.id = coalesce(a.person_id, a.id)
  where s.token_hash = $1 and s.expires_at > now()`

/** @throws {OperationError} `unauthenticated` for an unknown or expired token. */
export async function findSession(sql: Sql, token: string): Promise<Session> {
  const [session] = await sql.query<Session>(SESSION, [hashSecret(token)])
  if (!session) throw badSession().naming(token)
  return session
}

/**
 * A session's person, and where they can act.
 *
 * @throws {OperationError} `unauthenticated` if the account has no memberships left.
 */
export async function describeSession(
  sql: Sql,
  session: Session,
): Promise<SignedInPerson & { expiresAt: string }> {
  const person = await findSignedInPerson(sql, session)
  if (!person) throw badSession()
  return { expiresAt: session.expiresAt, ...person }
}

/** Signs out. */
export async function endSession(sql: Sql, session: Session): Promise<void> {
  await sql.orm.delete(sessions).where(eq(sessions.id, session.id))
}

interface NewSession {
  accountId: string
  personId: string
  /** The caller's IP address. */
  address: string
}

const END_OLDEST = `
  delete from sessions where id in (
    select id from sessions where user_id = $1 and expires_at > now()
    order by created_at desc, id desc offset ${MAX_LIVE_SESSIONS - 1})`

const START = `
  insert into sessions (id, user_id, token_hash, created_at, expires_at)
  values ($1, $2, $3, clock_timestamp(), now() + interval '12 hours')
  returning expires_at`

/**
 * Starts a 12-hour session (docs/contract.md#c2-session-token) for an account whose password was checked. Ends the oldest
 * sessions over the limit. The limit is exact because the caller has locked the person.
 *
 * @returns `null` if the account has no memberships
 */
export async function startSession(
  tx: Tx,
  { accountId, personId, address }: NewSession,
): Promise<SignedIn | null> {
  const accessToken = randomToken(tx.cell, 'mjs_')
  const [, started, person] = await Promise.all([
    tx.query(END_OLDEST, [accountId]),
    tx.query<{ expires_at: string }>(START, [newId(), accountId, hashSecret(accessToken)]),
    findSignedInPerson(tx, { accountId, personId }),
    rememberNetwork(tx, accountId, address),
  ])
  if (!person) return null
  const { expires_at: expiresAt } = one(started, 'the insert of a session')
  return { accessToken, expiresAt, ...person }
}

/**
 * Signs in to the account whose password matches. Hashes before opening the transaction. An unknown email costs the same
 * statements and hash, so timing doesn't reveal it.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `unauthenticated` (`sign_in_failed`), indistinguishable for an unknown email; `too_many`
 *   (`sign_in_slowed`).
 */
export async function signIn(
  store: Pick<Store, 'sql' | 'transaction'>,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<SignedIn> {
  const { sql } = store
  const personId = (await findPerson(sql, email))?.id ?? LEAST_ID
  const accounts = await accountsOf(sql, personId, address)
  const isKnown = accounts.some((account) => account.isKnown)
  const attempt = await beginSignIn(sql, { email, address, isKnown })
  const hash = await hashFor(password, personId, accounts)
  if (matchingAccounts(accounts, hash, attempt).length === 0) throw signInFailed()
  const tried = { personId, hash, address, onlyKnown: attempt.onlyKnown }
  const signedIn = await store.transaction(async (tx) => {
    const accountId = await openAccount(tx, tried)
    const started = accountId && (await startSession(tx, { accountId, personId, address }))
    if (!started) throw signInFailed()
    return started
  })
  await attempt.succeed()
  return signedIn
}

function signInFailed() {
  return unauthenticated('sign_in_failed', 'The email or the password is wrong.')
}

// Deactivated members can't accept.
const INVITED = `
  select u.id, u.email
  from invitations as i
  join memberships as m
    on m.organization_id = i.organization_id and m.user_id = i.user_id and m.active
  join users as u on u.id = i.user_id
  where i.token_hash = $1 and i.expires_at > now() and not ${isAway('i.organization_id')}`

// Lock order: the membership first, as when inviting and changing a role. Deletes all of the invitation's tokens,
// including mailed ones.
const ACCEPT = `
  with accepted as (
    update memberships as m set accepted_at = now(), account_id = $2
    from invitations as i
    where i.token_hash = $1 and i.expires_at > now()
      and m.organization_id = i.organization_id and m.user_id = i.user_id
      and m.active and m.account_id is null
    returning m.organization_id, m.user_id
  )
  delete from invitations as i using accepted
  where i.organization_id = accepted.organization_id and i.user_id = accepted.user_id
  returning i.user_id`

/**
 * Accepts an invitation and signs the person in. The membership joins the email's account with this password, or a new
 * one. The token works once, even under concurrency.
 *
 * The token allows guessing passwords of existing accounts, so wrong ones count as failed sign-ins. Failed sign-ins by
 * other callers don't block this one.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `unauthenticated` (`invitation_refused`), whether the token is unknown, expired or used;
 *   `too_many` (`sign_in_slowed`).
 */
export async function acceptInvitation(
  store: Pick<Store, 'sql' | 'transaction'>,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<SignedIn> {
  const { sql } = store
  const [person] = await sql.query<Person>(INVITED, [hashSecret(token)])
  if (!person) throw invitationRefused().naming(token)
  const { id: personId, email } = person
  const attempt = await beginSignIn(sql, { email, address, isKnown: true })
  const accounts = await accountsOf(sql, personId, address)
  const hash = await hashFor(password, personId, accounts)
  const tried = { personId, hash, address, onlyKnown: attempt.onlyKnown }
  const { signedIn, isNew } = await store.transaction((tx) => join(tx, hashSecret(token), tried))
  if (!isNew) await attempt.succeed()
  return signedIn
}

async function join(tx: Tx, tokenHash: Buffer, tried: HashedAttempt) {
  const { personId, hash, address } = tried
  const opened = await openAccount(tx, tried)
  const accountId = opened ?? (await createAccount(tx, personId, hash))
  const accepted = await tx.query(ACCEPT, [tokenHash, accountId])
  if (accepted.length === 0) throw invitationRefused()
  const signedIn = await startSession(tx, { accountId, personId, address })
  if (!signedIn) throw invitationRefused()
  return { signedIn, isNew: opened === null }
}

function invitationRefused() {
  return unauthenticated(
    'invitation_refused',
    'This invitation is unknown, expired or already accepted.',
  ).at('token')
}
