import type { Transaction } from '@mediajobs/db'
import { KNOWN_NETWORK_DAYS, MAX_KNOWN_NETWORKS } from '@mediajobs/domain'
import { networkOf } from './network-of.ts'

/** SQL: whether the account `id` recently signed in from the network `name`, both SQL expressions. */
export function knowsNetwork(id: string, name: string): string {
  return `exists (
    select from sign_in_networks as n
    where n.account_id = ${id} and n.network_hash = ${networkHash(id, name)} and ${isRecent('n')})`
}

const REMEMBER = `
  insert into sign_in_networks (account_id, network_hash, last_at)
  values ($1, ${networkHash('$1::uuid', '$2')}, now())
  on conflict (account_id, network_hash) do update set last_at = excluded.last_at`

const FORGET = `
  delete from sign_in_networks as old
  where old.account_id = $1 and (not ${isRecent('old')} or old.network_hash in (
    select network_hash from sign_in_networks where account_id = $1
    order by last_at desc, network_hash offset ${MAX_KNOWN_NETWORKS}))`

/** Records the network of a sign-in, and deletes old and excess ones. */
export async function rememberNetwork(
  tx: Transaction,
  accountId: string,
  address: string,
): Promise<void> {
  await tx.query(REMEMBER, [accountId, networkOf(address)])
  await tx.query(FORGET, [accountId])
}

// Salted with the account, so that networks of different accounts can't be compared.
function networkHash(id: string, name: string): string {
  return `sha256(convert_to(${id}::text || ' ' || ${name}::text, 'UTF8'))`
}

function isRecent(row: string): string {
  return `${row}.last_at > now() - interval '${KNOWN_NETWORK_DAYS} days'`
}
