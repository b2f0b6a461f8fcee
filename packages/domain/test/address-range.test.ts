import { BlockList } from 'node:net'
import t from 'tap'
import { isPublicAddress, isReachable, refusalOfHost } from '../src/address-range.ts'

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '3ffe:ffff::1',
]

const SPECIAL = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.175.48.1',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:2::1',
  '2001:10::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2002:808:808::1',
  '2620:4f:8000::1',
  '3fff::1',
  '3fff:fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
]

const NO_ADDRESS = [
  '',
  'example.com',
  '8.8.8',
  '08.8.8.8',
  '0x8.8.8.8',
  '[2606:4700::1]',
  '8.8.8.8 ',
]

t.test('requests may go to addresses of the public internet', async (t) => {
  for (const address of PUBLIC) t.ok(isPublicAddress(address), address)
})

t.test('no request may go to a special address, in any IPv6 form', async (t) => {
  for (const address of SPECIAL) t.notOk(isPublicAddress(address), address)
})

t.test('an invalid address is not public', async (t) => {
  for (const text of NO_ADDRESS) t.notOk(isPublicAddress(text), text)
})

function networks(...subnets: string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/')
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

t.test(
  "an allowed network is reachable, and other private networks aren't [c16-networks]",
  async (t) => {
    const policy = { allowedNetworks: networks('10.20.0.0/16', 'fd00:20::/32') }
    for (const address of ['10.20.0.1', '10.20.255.255', 'fd00:20::1', '8.8.8.8']) {
      t.ok(isReachable(address, policy), address)
    }
    for (const address of ['10.21.0.1', '127.0.0.1', 'fd00:21::1', '::1', 'example.com']) {
      t.notOk(isReachable(address, policy), address)
    }
  },
)

t.test(
  'a blocked network is never reachable, in any form of its addresses [c16-networks]',
  async (t) => {
    const blockedNetworks = networks('10.20.0.0/16', '8.8.8.0/24', '2606:4700::/32')
    const forms = [
      '10.20.3.4',
      '8.8.8.8',
      '2606:4700::1',
      '::ffff:10.20.3.4',
      '::ffff:a14:304',
      '::a14:304',
      '64:ff9b::a14:304',
      '64:ff9b::10.20.3.4',
      '2002:a14:304::1',
      '2606:4700::1%eth0',
    ]
    const allowedNetworks = networks('0.0.0.0/0', '::/0')
    for (const policy of [{}, { allowPrivateNetworks: true }, { allowedNetworks }]) {
      for (const address of forms) {
        t.notOk(isReachable(address, { ...policy, blockedNetworks }), address)
      }
      t.ok(isReachable('9.9.9.9', { ...policy, blockedNetworks }))
    }
    t.ok(isReachable('10.21.0.1', { allowPrivateNetworks: true, blockedNetworks }))
    t.ok(isReachable('64:ff9b::a15:304', { allowPrivateNetworks: true, blockedNetworks }))
  },
)

t.test(
  'where networks are allowed, a local name is checked by its addresses [c16-networks]',
  async (t) => {
    const policy = { allowedNetworks: networks('10.20.0.0/16') }
    for (const host of ['crm.internal', 'localhost']) {
      t.equal(refusalOfHost(new URL(`https://${host}/`), policy), null)
    }
    t.equal(refusalOfHost(new URL('https://10.20.0.1/'), policy), null)
    t.equal(refusalOfHost(new URL('https://127.0.0.1/'), policy), 'special_address')
  },
)

t.test("public names and addresses aren't refused before a DNS lookup", async (t) => {
  const hosts = [
    'example.com',
    'example.com.',
    'notlocalhost',
    'localhost.example.com',
    'internal.example.com',
    'myinternal',
    '8.8.8.8',
    '[2606:4700:4700::1111]',
  ]
  for (const host of hosts) t.equal(refusalOfHost(new URL(`https://${host}/hook`)), null, host)
})
