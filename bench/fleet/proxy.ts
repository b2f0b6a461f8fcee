import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endProcess, freePort } from '@mediajobs/local-engines'
import { addresses, startNameServer } from '@mediajobs/testing/dispatcher/name-server'

export type OnEnd = (end: () => Promise<void>) => void

/** HAProxy with the project's own configuration. */
export interface FrontProxy {
  pid: number
  /** Where clients reach the apis. */
  url: string
  /** Where processes of the service reach the S3 store. The addresses that they sign begin with it. */
  storeUrl: string
  /** Where clients reach the store, as through a published port. */
  clientStoreUrl: string
}

/** The addresses behind the proxy at this moment, which it asks the name server for. */
export interface Backends {
  apis(): string[]
  media(): string[]
  apiPort: number
  mediaPort: number
  storePort: number
}

const CONFIG = fileURLToPath(new URL('../../docker/haproxy/haproxy.cfg', import.meta.url))
const START_LIMIT_MS = 10_000
const LOOK_MS = 50

/** @throws {Error} when HAProxy is not installed */
export function haproxyPath(): string {
  const path = process.env.HAPROXY_PATH ?? 'haproxy'
  if (spawnSync(path, ['-v']).status === 0) return path
  throw new Error(
    'There is no HAProxy: install it (Debian: apt install haproxy), or set HAPROXY_PATH to the program',
  )
}

interface ProxyPorts {
  api: number
  /** For the clients of the store. */
  clients: number
  /** For the processes of the service. Clients name this port too, because it is part of the signature. */
  store: number
}

export async function startProxy(
  ports: ProxyPorts,
  backends: Backends,
  onEnd: OnEnd,
): Promise<FrontProxy> {
  const program = haproxyPath()
  // The type asks for the `teardown` of a test. This run ends the server itself.
  const teardown = (end: () => unknown) => onEnd(async () => void (await end()))
  const names = await startNameServer(
    { teardown },
    {
      'api.test': (type) => addresses(...backends.apis())(type, 0),
      'media.test': (type) => addresses(...backends.media())(type, 0),
      'store.test': addresses('127.0.0.1'),
    },
  )
  const selfPort = await freePort()
  const url = `http://127.0.0.1:${ports.api}`
  const child = spawn(program, ['-db', '-f', CONFIG], {
    env: {
      PATH: process.env.PATH,
      NAME_SERVER: names.address,
      API_ADDRESS: `127.0.0.1:${ports.api}`,
      S3_ADDRESS: `127.0.0.1:${ports.clients}`,
      S3_INSIDE_ADDRESS: `127.0.0.1:${ports.store}`,
      SELF_ADDRESS: `127.0.0.1:${selfPort}`,
      CERTIFICATE: '',
      PUBLIC_URL: url,
      API_NAME: `api.test:${backends.apiPort}`,
      MEDIA_NAME: `media.test:${backends.mediaPort}`,
      S3_NAME: `store.test:${backends.storePort}`,
    },
    // It writes a line for each failed request. The run counts failures itself.
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors = (errors + text).slice(-2_000)
  })
  onEnd(() => endProcess(child, 'SIGKILL'))
  await untilAlive(`http://127.0.0.1:${selfPort}/health/live`, child, () => errors)
  const at = (port: number) => `http://127.0.0.1:${port}`
  return {
    pid: child.pid ?? 0,
    url,
    storeUrl: at(ports.store),
    clientStoreUrl: at(ports.clients),
  }
}

async function untilAlive(url: string, child: ChildProcess, errors: () => string): Promise<void> {
  const endMs = Date.now() + START_LIMIT_MS
  for (;;) {
    const response = await fetch(url).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) return
    if (child.exitCode !== null || Date.now() > endMs) {
      throw new Error(`HAProxy did not start: ${errors()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
