// The real HAProxy with docker/haproxy/haproxy.cfg.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@mediajobs/local-engines'
import { until } from '@mediajobs/local-engines/testing'
import { addresses, startNameServer } from '@mediajobs/testing/dispatcher/name-server'
import type { Test } from 'tap'

const CONFIG = 'docker/haproxy/haproxy.cfg'
const HAPROXY = process.env.HAPROXY_PATH ?? 'haproxy'
const isInstalled = spawnSync(HAPROXY, ['-v']).status === 0

/** For `skip` of a test. */
export const whyNoHaproxy = isInstalled ? false : 'haproxy is not installed; set HAPROXY_PATH'

/** A port that is known before the service listens, and what starts HAProxy on it. */
export async function haproxy(t: Test) {
  const [port, store, inside, self] = await Promise.all([0, 0, 0, 0].map(() => freePort()))
  const here = addresses('127.0.0.1')

  /** Returns once both backends are healthy. */
  async function start({ api, media }: { api: string; media: string }): Promise<void> {
    const names = await startNameServer(t, { 'api.test': here, 'media.test': here })
    const child = spawn(HAPROXY, ['-db', '-f', CONFIG], {
      env: {
        PATH: process.env.PATH,
        NAME_SERVER: names.address,
        API_ADDRESS: `127.0.0.1:${port}`,
        S3_ADDRESS: `127.0.0.1:${store}`,
        S3_INSIDE_ADDRESS: `127.0.0.1:${inside}`,
        SELF_ADDRESS: `127.0.0.1:${self}`,
        CERTIFICATE: '',
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        API_NAME: `api.test:${new URL(api).port}`,
        MEDIA_NAME: `media.test:${new URL(media).port}`,
        S3_NAME: 'store.test:7070',
      },
      stdio: 'ignore',
    })
    t.teardown(async () => {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    })
    await until('HAProxy and both backends', async () => {
      if (child.exitCode !== null) throw new Error(`haproxy has ended with ${child.exitCode}`)
      const up = await Promise.all(
        ['/health/ready', '/archives/none'].map((path) => statusOf(port + path)),
      )
      return !up.includes(503) && !up.includes(0)
    })
  }

  return { port, start }
}

const statusOf = (address: string) =>
  fetch(`http://127.0.0.1:${address}`).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
