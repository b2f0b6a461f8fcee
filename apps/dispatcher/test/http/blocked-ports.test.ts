import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { DEFAULT_BLOCKED_PORTS } from '@mediajobs/domain'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import t from 'tap'
import { createAddressGuard } from '../../src/http/connect.ts'
import { createPoster } from '../../src/http/post.ts'
import { UNREACHABLE } from '../../src/http/post-outcome.ts'

// docs/contract.md#c11-ports: unblocked ports mustn't reach private addresses.
const PORTS = [1, 22, 80, 443, 2375, 5432, 6379, 8080, 8443, 9200, 10250, 65535]

const inOrder = (ports: readonly number[]) => [...ports].sort((a, b) => a - b)

t.test(
  'the blocked ports are those that browsers block, and those of databases [c11-ports]',
  async (t) => {
    // undici has the Fetch standard's list, without 0, which can't be connected to.
    const constants: { badPortsSet: ReadonlySet<string> } = createRequire(import.meta.url)(
      'undici/lib/web/fetch/constants.js',
    )
    const wanted = [...constants.badPortsSet].map(Number).concat(0, 3306, 5432, 6379, 11211)
    t.strictSame(inOrder(DEFAULT_BLOCKED_PORTS), inOrder(wanted))
  },
)

t.test('docs/operating.md lists the blocked ports', async (t) => {
  const text = await readFile(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
  const [, list = ''] = /^## Ports of receivers$.*?^(\d[\d,\s]*)\.$/ms.exec(text) ?? []
  t.strictSame(list.split(',').map(Number), inOrder(DEFAULT_BLOCKED_PORTS))
})

t.test('no port allows a private address, literal or behind a name', async (t) => {
  const resolveAll = async () => [{ address: '10.0.0.1', family: 4 }]
  const poster = createPoster({ timeoutMs: 2_000, guard: createAddressGuard({ resolveAll }) })
  t.teardown(() => poster.close())
  const hosts = [
    '127.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[fd00::1]',
    'localhost',
    'inside.example',
  ]
  for (const port of PORTS) {
    for (const host of hosts) {
      const url = `https://${host}:${port}/`
      const { kind } = await poster.post({ url, headers: {}, body: '{}' })
      t.equal(kind, 'address_refused', url)
    }
  }
})

t.test('a stored URL whose port has been blocked since gets no connection', async (t) => {
  const receiver = await startReceiver()
  const guard = createAddressGuard({ allowPrivateNetworks: true, blockedPorts: [receiver.port] })
  const poster = createPoster({ timeoutMs: 2_000, guard })
  t.teardown(async () => {
    await poster.close()
    await receiver.close()
  })
  const outcome = await poster.post({ url: receiver.url, headers: {}, body: '{}' })
  t.match(outcome, { kind: 'port_refused', message: UNREACHABLE })
  t.equal(receiver.connectionCount, 0)
})
