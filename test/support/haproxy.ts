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

/** Starts HAProxy and waits until `isUp`. Uses free local ports unless `environment` sets them. */
export async function startHaproxy(
  t: Test,
  environment: Record<string, string>,
  isUp: () => Promise<boolean>,
): Promise<void> {
  const address = async () => `127.0.0.1:${await freePort()}`
  const child = spawn(HAPROXY, ['-db', '-f', CONFIG], {
    env: {
      PATH: process.env.PATH,
      API_ADDRESS: await address(),
      S3_ADDRESS: await address(),
      S3_INSIDE_ADDRESS: await address(),
      SELF_ADDRESS: await address(),
      CERTIFICATE: '',
      PUBLIC_URL: 'http://jobs.example.test',
      API_NAME: 'api.test:3000',
      MEDIA_NAME: 'media.test:3000',
      S3_NAME: 'store.test:7070',
      ...environment,
    },
    stdio: 'ignore',
  })
  t.teardown(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  await until('HAProxy', async () => {
    if (child.exitCode !== null) throw new Error(`haproxy exited with ${child.exitCode}`)
    return isUp()
  })
}

/** A port known before the service listens, and a function that starts HAProxy on it. */
export async function haproxy(t: Test) {
  const port = await freePort()
  const here = addresses('127.0.0.1')

  /** Returns once both backends are healthy. */
  async function start({ api, media }: { api: string; media: string }): Promise<void> {
    const names = await startNameServer(t, { 'api.test': here, 'media.test': here })
    const environment = {
      NAME_SERVER: names.address,
      API_ADDRESS: `127.0.0.1:${port}`,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      API_NAME: `api.test:${new URL(api).port}`,
      MEDIA_NAME: `media.test:${new URL(media).port}`,
    }
    await startHaproxy(t, environment, async () => {
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
