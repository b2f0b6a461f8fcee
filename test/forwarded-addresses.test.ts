import { createTestDatabase } from '@mediajobs/db/testing'
import { startApi } from '@mediajobs/testing/service/process'
import t, { type Test } from 'tap'

// SECURITY.md, "Guessed delivery links": sixty calls a minute per network, however a proxy writes its address.

const CALLS_A_MINUTE = 60

const { url: databaseUrl } = await createTestDatabase(t)
const api = await startApi(t, databaseUrl, { TRUST_PROXY: '1' })

async function open(forwardedFor: string): Promise<number> {
  const headers = { 'x-forwarded-for': forwardedFor }
  const { status } = await fetch(`${api.url}/deliveries/unknown`, { headers })
  return status
}

/** Makes one call more than a network may, from `addresses` in turn: only the last is refused. */
async function expectOneNetwork(t: Test, addresses: readonly string[]): Promise<void> {
  const statuses: number[] = []
  for (let call = 0; call <= CALLS_A_MINUTE; call++) {
    statuses.push(await open(addresses[call % addresses.length] ?? ''))
  }
  t.same(new Set(statuses.slice(0, CALLS_A_MINUTE)), new Set([404]))
  t.equal(statuses.at(-1), 429)
}

const ports = (spell: (port: number) => string) =>
  Array.from({ length: CALLS_A_MINUTE + 1 }, (_, at) => spell(1_024 + at))

t.test('an address with a port and the same address without it are one network', async (t) => {
  await expectOneNetwork(t, [...ports((port) => `9.9.9.8:${port}`), '9.9.9.8', '::ffff:9.9.9.8'])
  t.equal(await open('9.9.9.8'), 429)
  for (const mapped of [
    '::ffff:9.9.9.8',
    '::FFFF:0909:0908',
    '0:0:0:0:0:ffff:909:908',
    '[::ffff:909:908]:443',
  ]) {
    t.equal(await open(mapped), 429, mapped)
  }
  t.equal(await open('::ffff:909:907'), 404, 'a neighbor')
  t.equal(await open('"9.9.9.8:443"'), 429)
  t.equal(await open('9.9.9.7:1234'), 404, 'a neighbor')
})

t.test('an IPv6 /64 is one network, with and without a port', async (t) => {
  await expectOneNetwork(
    t,
    ports((port) => `[2001:db8::${port}]:${port}`),
  )
  t.equal(await open('"[2001:db8::1]:443"'), 429)
  t.equal(await open('[2001:db8::1]'), 429)
  t.equal(await open('2001:db8::1'), 429)
  t.equal(await open('[2001:db8:0:1::1]:443'), 404, 'the next /64')
})

t.test("all texts that aren't addresses count as one network", async (t) => {
  await expectOneNetwork(
    t,
    ports((port) => `caller-${port}`),
  )
  for (const junk of ['unknown', '_hidden', '9.9.9.300:80', '[2001:db8::1', '"x"', '1.2.3.4.5']) {
    t.equal(await open(junk), 429, junk)
  }
  t.equal(await open('9.9.9.6'), 404)
})
