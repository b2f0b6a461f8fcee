// Runs the real HAProxy with docker/haproxy/haproxy.cfg. Without the program the test is skipped.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@mediajobs/local-engines'
import { scratchFolder, until } from '@mediajobs/local-engines/testing'
import {
  addresses,
  failing,
  type NameResponder,
  silent,
  startNameServer,
} from '@mediajobs/testing/dispatcher/name-server'
import t, { type Test } from 'tap'

const CONFIG = 'docker/haproxy/haproxy.cfg'
const HAPROXY = process.env.HAPROXY_PATH ?? 'haproxy'
const isThere = spawnSync(HAPROXY, ['-v']).status === 0
const skip = isThere ? false : 'haproxy not found; set HAPROXY_PATH'
// By default, HAProxy drops a server 30 s after its name server stops confirming it.
const LONGER_THAN_DEFAULT_MS = 36_000
const HERE = addresses('127.0.0.1')

t.test(
  'a name server that hangs or fails removes no servers, but dead ones are still removed',
  { skip, timeout: 150_000 },
  async (t) => {
    const [api, media, store] = await Promise.all([
      startReplica(t),
      startReplica(t),
      startReplica(t),
    ])
    let failure: NameResponder | null = null
    const fails =
      (as: NameResponder): NameResponder =>
      (type, earlier) =>
        (failure === null ? HERE : as)(type, earlier)
    const names = await startNameServer(t, {
      'api.test': fails((type, earlier) => (failure as NameResponder)(type, earlier)),
      'media.test': fails(failing('SERVFAIL')),
      'store.test': fails(failing('REFUSED')),
    })
    const environment = {
      NAME_SERVER: names.address,
      API_NAME: `api.test:${api.port}`,
      MEDIA_NAME: `media.test:${media.port}`,
      S3_NAME: `store.test:${store.port}`,
    }
    const proxy = await startProxy(t, CONFIG, environment)
    for (const as of [silent, failing('NXDOMAIN')]) {
      failure = null
      await until('all are found', async () => (await proxy.all()).join() === '200,200,200')
      failure = as
      const asked = names.questions.length
      const refused = new Set<string>()
      const failingSinceMs = performance.now()
      await until(
        'HAProxy has asked in vain for long',
        async () => {
          const statuses = (await proxy.all()).join()
          if (statuses !== '200,200,200') refused.add(statuses)
          return performance.now() - failingSinceMs > LONGER_THAN_DEFAULT_MS
        },
        2 * LONGER_THAN_DEFAULT_MS,
      )
      t.ok(names.questions.length > asked + 20, 'it kept polling')
      t.strictSame([...refused], [], 'every request reached its server')
    }
    api.end()
    await until('the check removes it', async () => (await proxy.all()).join() === '503,200,200')
  },
)

t.test('without a name server, with the documented lines', { skip }, async (t) => {
  const [api, media, store] = await Promise.all([startReplica(t), startReplica(t), startReplica(t)])
  const folder = await scratchFolder(t)
  const file = join(folder, 'haproxy.cfg')
  const ports = { api: api.port, media: media.port, s3: store.port }
  await writeFile(file, await withoutNames(ports))
  const proxy = await startProxy(t, file, {})
  await until('all respond', async () => (await proxy.all()).join() === '200,200,200')
  t.strictSame(await proxy.withoutServer(), [])
  media.end()
  await until('the check removes it', async () => (await proxy.all()).join() === '200,503,200')
  t.strictSame(await proxy.withoutServer(), ['media'])
})

t.test("a slow database doesn't take out every replica at once", { skip }, async (t) => {
  const slow = (path: string) => (path === '/health/ready' ? pause(1_000) : undefined)
  const [api, media, store] = await Promise.all([
    startReplica(t, slow),
    startReplica(t, slow),
    startReplica(t),
  ])
  const folder = await scratchFolder(t)
  const file = join(folder, 'haproxy.cfg')
  const ports = { api: api.port, media: media.port, s3: store.port }
  await writeFile(file, await withoutNames(ports))
  const proxy = await startProxy(t, file, {})
  const checks = () => api.paths.filter((path) => path === '/health/ready').length
  await until('it was checked four times', async () => {
    t.strictSame(await proxy.all(), [200, 200, 200])
    return checks() > 4
  })
})

/** The configuration, changed according to docs/operating.md#the-proxy, with servers on this machine. */
async function withoutNames(ports: Record<string, number>): Promise<string> {
  const document = await readFile('docs/operating.md', 'utf8')
  const [, block = ''] = /## The proxy\n[\s\S]*?```\n([\s\S]*?)```/.exec(document) ?? []
  const lines = block.split('\n').filter((line) => line.trim().startsWith('server '))
  t.ok(lines.length >= 3, 'the document has a line for each kind')
  const config = await readFile(CONFIG, 'utf8')
  const changed = config
    .replace(/^resolvers network\n(?: .*\n)+/m, '')
    .replace(/^ +server(-template)? (api|media|s3).*$/gm, (_line, _template, kind) =>
      lines
        .filter((line) => line.trim().startsWith(`server ${kind}`))
        .slice(0, 1)
        .join('\n')
        .replace(/[\d.]+:\d+/, `127.0.0.1:${ports[kind]}`),
    )
  t.notMatch(changed, 'resolvers')
  return changed
}

/** A server that responds 200 to everything, once `ready` resolves. */
async function startReplica(t: Test, ready?: (path: string) => Promise<void> | undefined) {
  const paths: string[] = []
  const server: Server = createServer(async ({ url = '' }, response) => {
    paths.push(url)
    await ready?.(url)
    response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => {
    server.close()
    server.closeAllConnections()
  }
  t.teardown(end)
  return { port: (server.address() as AddressInfo).port, paths, end }
}

/** Starts HAProxy. `all` returns the status of calls to an api, a media process and the store. */
async function startProxy(t: Test, config: string, names: Record<string, string>) {
  const [api, store, inside, self] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const child = spawn(HAPROXY, ['-db', '-f', config], {
    env: {
      PATH: process.env.PATH,
      API_ADDRESS: `127.0.0.1:${api}`,
      S3_ADDRESS: `127.0.0.1:${store}`,
      S3_INSIDE_ADDRESS: `127.0.0.1:${inside}`,
      SELF_ADDRESS: `127.0.0.1:${self}`,
      CERTIFICATE: '',
      PUBLIC_URL: 'http://jobs.example.test',
      ...names,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  t.teardown(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const statusOf = (url: string) => fetch(url).then(readStatus, () => null)
  await until('the proxy is up', async () => {
    if (child.exitCode !== null) throw new Error(`haproxy has ended: ${output}`)
    return (await statusOf(`http://127.0.0.1:${self}/health/live`)) === 200
  })
  const paths = [`${api}/`, `${api}/archives/x`, `${inside}/`]
  return {
    all: () => Promise.all(paths.map((path) => statusOf(`http://127.0.0.1:${path}`))),
    /** The backends without a server, as detected by the alert NoServerBehindProxy. */
    async withoutServer() {
      const figures = await (await fetch(`http://127.0.0.1:${self}/metrics`)).text()
      const found = figures.matchAll(/^haproxy_backend_active_servers\{proxy="(\w+)"\} 0$/gm)
      return [...found].map(([, name]) => name).filter((name) => name !== 'networks')
    },
  }
}

async function readStatus(response: Response): Promise<number> {
  await response.arrayBuffer()
  return response.status
}
