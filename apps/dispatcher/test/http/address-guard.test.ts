import type { LookupAddress } from 'node:dns'
import { PRIVATE_HOSTS } from '@mediajobs/testing/dispatcher/private-hosts'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import t from 'tap'
import type { ResolveAll } from '../../src/http/connect.ts'
import { AddressRefusedError, createAddressGuard } from '../../src/http/connect.ts'
import { createPoster } from '../../src/http/post.ts'
import { UNREACHABLE } from '../../src/http/post-outcome.ts'

const PUBLIC: LookupAddress = { address: '93.184.215.14', family: 4 }

const addresses = (...texts: string[]): LookupAddress[] =>
  texts.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** Returns one list of addresses after another. The last one is repeated. */
function scripted(...results: LookupAddress[][]): ResolveAll & { calls: string[] } {
  const calls: string[] = []
  const resolveAll: ResolveAll = async (hostname) => {
    const result = results[Math.min(calls.length, results.length - 1)] ?? []
    calls.push(hostname)
    return result
  }
  return Object.assign(resolveAll, { calls })
}

const RESOLVED = [
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['169.254.169.254'],
  ['0.0.0.0'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['::7f00:1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  ['fe80::1'],
  ['fe80::1%lo'],
  ['fd00::1'],
  ['93.184.215.14', '127.0.0.1'],
  ['2606:4700::1111', '::1'],
  ['127.0.0.1', '93.184.215.14'],
]

t.test('no private, local or special address gets a connection', async (t) => {
  const receiver = await startReceiver()
  const resolveAll = scripted(addresses('127.0.0.1'))
  const poster = createPoster({ timeoutMs: 2_000, guard: createAddressGuard({ resolveAll }) })
  t.teardown(async () => {
    await poster.close()
    await receiver.close()
  })
  for (const host of PRIVATE_HOSTS) {
    const url = `http://${host}:${receiver.port}/`
    const outcome = await poster.post({ url, headers: {}, body: '{}' })
    t.equal(outcome.kind, 'address_refused', host)
  }
  t.equal(receiver.connectionCount, 0)
  t.same(resolveAll.calls, [], 'no name server is queried')
})

t.test(
  'no name that resolves to a private address gets a connection [c7-private-addresses]',
  async (t) => {
    const receiver = await startReceiver()
    t.teardown(() => receiver.close())
    for (const resolved of RESOLVED) {
      const guard = createAddressGuard({ resolveAll: scripted(addresses(...resolved)) })
      const poster = createPoster({ timeoutMs: 2_000, guard })
      const url = `http://receiver.example:${receiver.port}/`
      const outcome = await poster.post({ url, headers: {}, body: '{}' })
      t.equal(outcome.kind, 'address_refused', resolved.join(' '))
      t.notMatch(
        JSON.stringify(outcome),
        resolved[0] ?? '',
        "the outcome doesn't contain the address",
      )
      await poster.close()
    }
    t.equal(receiver.connectionCount, 0)
  },
)

t.test('a name rebound to a private address after the check gets no connection', async (t) => {
  const receiver = await startReceiver()
  // In IANA's public block but unassigned: no host has this address.
  const resolveAll = scripted(addresses('2d00::1'), addresses('127.0.0.1'))
  const guard = createAddressGuard({ resolveAll })
  const poster = createPoster({ timeoutMs: 1_500, guard })
  t.teardown(async () => {
    await poster.close()
    await receiver.close()
  })
  const url = `http://rebinding.example:${receiver.port}/`
  const first = await poster.post({ url, headers: {}, body: '{}' })
  t.equal(resolveAll.calls.length, 1, 'a connection makes one lookup, and uses its result')
  t.not(first.kind, 'address_refused')
  const second = await poster.post({ url, headers: {}, body: '{}' })
  t.equal(second.kind, 'address_refused')
  t.equal(receiver.connectionCount, 0)
})

t.test(
  'private addresses are reachable if private networks are allowed [c7-private-addresses]',
  async (t) => {
    const receiver = await startReceiver()
    const resolveAll = scripted(addresses('127.0.0.1'))
    const guard = createAddressGuard({ allowPrivateNetworks: true, resolveAll })
    const poster = createPoster({ guard })
    t.teardown(async () => {
      await poster.close()
      await receiver.close()
    })
    for (const host of ['127.0.0.1', 'localhost', 'receiver.internal']) {
      const url = `http://${host}:${receiver.port}/`
      t.match(await poster.post({ url, headers: {}, body: '{}' }), { kind: 'answer', status: 200 })
    }
  },
)

t.test('a public address is returned in the requested form', async (t) => {
  const both = [PUBLIC, { address: '2606:4700::1111', family: 6 }]
  const { lookup } = createAddressGuard({ resolveAll: scripted(both) })
  await new Promise<void>((resolve) => {
    lookup('example.com', { all: true }, (error, found) => {
      t.equal(error, null)
      t.same(found, both)
      resolve()
    })
  })
  await new Promise<void>((resolve) => {
    lookup('example.com', {}, (error, found, family) => {
      t.equal(error, null)
      t.equal(found, PUBLIC.address)
      t.equal(family, 4)
      resolve()
    })
  })
})

t.test('one special address among public ones is enough to refuse the name', async (t) => {
  const resolveAll = scripted(addresses(PUBLIC.address, '10.0.0.1'))
  const { lookup } = createAddressGuard({ resolveAll })
  for (const all of [true, false]) {
    await new Promise<void>((resolve) => {
      lookup('example.com', { all }, (error, found) => {
        t.type(error, AddressRefusedError)
        t.same(found, [])
        resolve()
      })
    })
  }
})

t.test('a name without addresses and an unknown name are DNS failures', async (t) => {
  const unknown: ResolveAll = async () => {
    throw Object.assign(new Error('x'), { code: 'ENOTFOUND' })
  }
  for (const resolveAll of [scripted([]), unknown]) {
    const poster = createPoster({ guard: createAddressGuard({ resolveAll }) })
    const outcome = await poster.post({ url: 'http://nowhere.example/', headers: {}, body: '{}' })
    t.match(outcome, { kind: 'dns', message: UNREACHABLE, detail: 'ENOTFOUND' })
    await poster.close()
  }
})
