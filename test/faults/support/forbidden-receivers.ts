import {
  addresses,
  alias,
  failing,
  inTurn,
  type NameResponder,
} from '@mediajobs/testing/dispatcher/name-server'
import { PRIVATE_HOSTS } from '@mediajobs/testing/dispatcher/private-hosts'

// Public but unassigned by IANA. A connection to the first leads nowhere; the second is only used together with an address
// that must be refused.
const PUBLIC = '2d00::1'
const PUBLIC_IPV4 = '93.184.215.14'

/** Hosts that must be refused as they are written. */
export const LITERAL_HOSTS = [
  ...PRIVATE_HOSTS,
  'hooks.example@127.0.0.1',
  'hooks.example:443@127.0.0.1',
]

/** Hosts that reach 127.0.0.1 if nothing is refused. */
export const REACHABLE_HOSTS = [
  '127.1',
  '2130706433',
  '0177.0.0.1',
  '①②⑦.0.0.1',
  '[::ffff:127.0.0.1]',
  'hooks.example@127.0.0.1',
  'loopback.test',
  'alias.test',
  'rebinding.test',
] as const

/** Invalid hosts: with a zone, or a number that's too large. */
export const IMPOSSIBLE_HOSTS = ['[fe80::1%25lo]', '[::1%lo]', '127.0.0.1.1', '4294967296'] as const

/** Names that resolve to forbidden addresses, alone or next to public ones. */
export const FORBIDDEN_ZONE: Record<string, NameResponder> = {
  'loopback.test': addresses('127.0.0.1'),
  'loopback-other.test': addresses('127.127.127.127'),
  'loopback-six.test': addresses('::1'),
  'unspecified.test': addresses('0.0.0.0'),
  'unspecified-six.test': addresses('::'),
  'ten.test': addresses('10.0.0.1'),
  'shared.test': addresses('100.64.0.1'),
  'metadata.test': addresses('169.254.169.254'),
  'metadata-six.test': addresses('fd00:ec2::254'),
  'azure.test': addresses('168.63.129.16'),
  'private.test': addresses('192.168.0.1'),
  'private-b.test': addresses('172.31.255.255'),
  'benchmark.test': addresses('198.19.0.1'),
  'multicast.test': addresses('239.1.1.1'),
  'broadcast.test': addresses('255.255.255.255'),
  'mapped.test': addresses('::ffff:7f00:1'),
  'compatible.test': addresses('::7f00:1'),
  'nat64.test': addresses('64:ff9b::7f00:1'),
  'teredo.test': addresses('2001:0:7f00:1::80ff:fffe'),
  'six-to-four.test': addresses('2002:7f00:1::'),
  'link-local.test': addresses('fe80::1'),
  'site-local.test': addresses('fec0::1'),
  'mixed.test': addresses(PUBLIC_IPV4, '127.0.0.1'),
  'mixed-last.test': addresses('127.0.0.1', PUBLIC_IPV4),
  'mixed-families.test': addresses(PUBLIC_IPV4, '::1'),
  'mixed-six.test': addresses(PUBLIC, '127.0.0.1'),
  'alias.test': alias(['loopback.test'], '127.0.0.1'),
  'alias-chain.test': alias(['a.test', 'b.test', 'localhost'], '127.0.0.1'),
  'alias-mixed.test': alias(['mixed.test'], PUBLIC_IPV4, '127.0.0.1'),
  '127.0.0.1.nip.test': addresses('127.0.0.1'),
}

/** DNS rebinding: public in the first response and loopback in later ones, with a TTL of 0. */
export const REBINDING_ZONE: Record<string, NameResponder> = {
  'rebinding.test': inTurn([PUBLIC], ['127.0.0.1']),
  'rebinding-six.test': inTurn([PUBLIC], ['::1']),
  // One family stays public; the other one changes.
  'rebinding-mixed.test': inTurn([PUBLIC], [PUBLIC, '127.0.0.1']),
}

/** Unresolvable names. The dispatcher must not try other names instead. */
export const UNRESOLVED_ZONE: Record<string, NameResponder> = {
  'broken.test': failing('SERVFAIL'),
  'refused.test': failing('REFUSED'),
}
