import { isIP, isIPv6 } from 'node:net'
import type { Transaction } from '@mediajobs/db'
import { groupsOfIPv6, ipv4Of, KNOWN_NETWORK_DAYS, MAX_KNOWN_NETWORKS } from '@mediajobs/domain'

// The /64 of a subscriber: the first 4 of 8 groups (RFC 4291).
const NETWORK_GROUPS = 4
// IPv4-mapped (RFC 4291, section 2.5.5.2), even in hexadecimal.
const MAPPED = /^0:0:0:0:0:ffff:/
// Some gateways append a port. RFC 7239 quotes both.
const BRACKETED = /^"?\[([^\]]*)\](?::\d+)?"?$/
const WITH_PORT = /^"?(\d+\.\d+\.\d+\.\d+)(?::\d+)?"?$/
// Shared by everything that isn't an IP address: some proxies forward text made up by callers, which must not buy them a
// fresh limit.
const NO_ADDRESS = 'none'

/**
 * A caller's network: the IPv4 address, or the /64 of an IPv6 address, which providers assign to one customer. Ignores a
 * port.
 */
export function networkOf(address: string): string {
  const text = address.trim()
  const [plain = ''] = (BRACKETED.exec(text)?.[1] ?? WITH_PORT.exec(text)?.[1] ?? text).split('%')
  if (isIP(plain) === 0) return NO_ADDRESS
  if (!isIPv6(plain)) return plain
  const groups = groupsOfIPv6(plain)
  if (MAPPED.test(groups.join(':'))) return ipv4Of(groups.slice(-2))
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

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
