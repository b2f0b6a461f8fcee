import type { Transaction } from '@mediajobs/db'
import { accountsOf, matchingAccounts } from '../users/account.ts'
import { lockPerson } from '../users/person.ts'

/** A hashed password, with the accounts on which it may be tried. */
export interface HashedAttempt {
  personId: string
  hashes: readonly string[]
  /** The caller's IP address. */
  address: string
  onlyKnown: boolean
}

/**
 * Locks the person, and finds the account that has the password. Several accounts with the same password are
 * merged into one: a person who knows it can sign in to each of them, and gets all of their organizations
 * (docs/contract.md#c2-users-same-address).
 *
 * @returns the account's id, or `null` when none has the password now.
 */
export async function openAccount(tx: Transaction, tried: HashedAttempt): Promise<string | null> {
  const { personId, hashes, address } = tried
  await lockPerson(tx, personId)
  const open = matchingAccounts(await accountsOf(tx, personId, address), hashes, tried)
  // The person's own account is kept: its row is the person too.
  const kept = open.find(({ id }) => id === personId) ?? open[0]
  if (!kept) return null
  const others = open.filter((account) => account !== kept).map(({ id }) => id)
  if (others.length > 0) await merge(tx, { personId, kept: kept.id, others })
  return kept.id
}

const MOVE_TO_OWN = `
  update memberships set accepted_at = joined_at, joined_at = null, account_id = null
  where user_id = $1 and account_id = any ($2)`
const MOVE_TO_FURTHER = `
  update memberships set account_id = $3 where user_id = $1 and account_id = any ($2)`
const MOVE_SESSIONS = 'update sessions set user_id = $1 where user_id = any ($2)'
const DELETE_ACCOUNTS = 'delete from users where id = any ($1) and person_id is not null'

interface Merge {
  personId: string
  kept: string
  others: readonly string[]
}

async function merge(tx: Transaction, { personId, kept, others }: Merge): Promise<void> {
  if (kept === personId) await tx.query(MOVE_TO_OWN, [personId, others])
  else await tx.query(MOVE_TO_FURTHER, [personId, others, kept])
  await tx.query(MOVE_SESSIONS, [kept, others])
  await tx.query(DELETE_ACCOUNTS, [others])
}
