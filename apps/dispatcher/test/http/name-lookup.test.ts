import {
  addresses,
  alias,
  failing,
  type NameResponder,
  silent,
  startNameServer,
} from '@mediajobs/testing/dispatcher/name-server'
import t from 'tap'
import { askSystem, createAddressGuard, queryNameServers } from '../../src/http/connect.ts'
import { createPoster } from '../../src/http/post.ts'
import { posterFor, receiverFor } from '../support/poster.ts'

const IPV4 = '93.184.215.14'
const IPV6 = '2606:4700::1111'
const four = { address: IPV4, family: 4 }
const six = { address: IPV6, family: 6 }

const ofType =
  (ipv4: NameResponder, ipv6: NameResponder): NameResponder =>
  (type, asked) =>
    (type === 'A' ? ipv4 : ipv6)(type, asked)

t.test('a lookup returns all addresses of both families, IPv4 first', async (t) => {
  const server = await startNameServer(t, {
    'both.test': addresses(IPV6, IPV4),
    'four.test': addresses(IPV4),
    'six.test': addresses(IPV6),
    'alias.test': alias(['b.test', 'c.test'], IPV4, IPV6),
    'half-broken.test': ofType(addresses(IPV4), failing('SERVFAIL')),
  })
  const ask = queryNameServers([server.address])
  t.strictSame(await ask('both.test'), [four, six])
  t.strictSame(await ask('four.test'), [four])
  t.strictSame(await ask('six.test'), [six])
  t.strictSame(await ask('alias.test'), [four, six])
  t.strictSame(await ask('half-broken.test'), [four])
  t.strictSame(await ask('BOTH.test.'), [four, six])
})

t.test('a name server unresponsive for one family costs a second, not the attempt', async (t) => {
  const half = ofType(addresses(IPV4), silent)
  const server = await startNameServer(t, { 'half.test': half, 'silent.test': silent })
  const ask = queryNameServers([server.address])
  // Gives up after seven seconds.
  const without = ask('silent.test').catch(({ code }) => code)
  t.strictSame(await Promise.race([without, ask('half.test')]), [four])
})

t.test('a lost query is resent', async (t) => {
  const server = await startNameServer(t, {
    'lossy.test': (type, asked) => (asked === 0 ? null : addresses(IPV4)(type, asked)),
  })
  t.strictSame(await queryNameServers([server.address])('lossy.test'), [four])
})

t.test('an unresolvable name is a DNS failure, whatever the reason [c11-one-text]', async (t) => {
  const server = await startNameServer(t, {
    'silent.test': silent,
    'broken.test': failing('SERVFAIL'),
    'refused.test': failing('REFUSED'),
    'empty.test': addresses(),
    'mixed.test': ofType(addresses(), failing('SERVFAIL')),
  })
  const reasons = [
    ['silent.test', 'ETIMEOUT'],
    ['broken.test', 'ESERVFAIL'],
    ['refused.test', 'EREFUSED'],
    ['empty.test', 'ENODATA'],
    ['mixed.test', 'ESERVFAIL'],
    ['unknown.test', 'ENOTFOUND'],
    [`${'a'.repeat(70)}.test`, 'EBADNAME'],
  ] as const
  const guard = createAddressGuard({ resolveAll: queryNameServers([server.address]) })
  const poster = posterFor(t, { guard })
  await Promise.all(
    reasons.map(async ([host, code]) => {
      const outcome = await poster.post({ url: `http://${host}/`, headers: {}, body: '{}' })
      const message = "The address can't be reached from here."
      t.match(outcome, { kind: 'dns', message, detail: code }, host)
    }),
  )
  const nowhere = createAddressGuard({ resolveAll: queryNameServers(['127.0.0.1:1']) })
  const lost = posterFor(t, { guard: nowhere })
  t.match(await lost.post({ url: 'http://any.test/', headers: {}, body: '{}' }), { kind: 'dns' })
})

t.test("in production, the hosts file can't map a name to an internal address", async (t) => {
  const server = await startNameServer(t, {})
  await t.rejects(queryNameServers([server.address])('localhost'), { code: 'ENOTFOUND' })
  t.strictSame(server.questions.toSorted(), ['A localhost', 'AAAA localhost'])
  t.match(await askSystem('localhost'), [{ address: /^(127\.0\.0\.1|::1)$/ }])
})

t.test('localhost is resolved where private networks are allowed', async (t) => {
  const receiver = await receiverFor(t)
  const poster = createPoster({ guard: createAddressGuard({ allowPrivateNetworks: true }) })
  t.teardown(() => poster.close())
  const url = `http://localhost:${receiver.port}/`
  t.match(await poster.post({ url, headers: {}, body: '{}' }), { kind: 'answer', status: 200 })
})
