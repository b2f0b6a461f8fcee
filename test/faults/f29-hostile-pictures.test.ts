import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DERIVATIVES, type DerivativeName, derivativeKey } from '@mediajobs/domain'
import { openMediaFixture } from '@mediajobs/media/testing'
import { startMedia } from '@mediajobs/testing/service/process'
import { prove } from './support/fault.ts'
import { hostilePictures, PAYLOAD } from './support/hostile-pictures.ts'

const LIMIT_BYTES = 1_073_741_824
const SAMPLE_MS = 20

await prove({
  id: 'F29',
  promise:
    'harmful pictures are refused or processed; they crash no process, run nothing and load nothing',
  rules: '[c13-formats, c13-picture-bounds]',
  target: 'each as expected, less than 1,024 MiB, 0 requests, the process keeps running',
  async run({ t, isFull }) {
    let requests = 0
    const trap = createServer((_request, response) => {
      requests += 1
      response.end()
    })
    await once(trap.listen(0, '127.0.0.1'), 'listening')
    t.teardown(() => trap.close())
    const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`
    const fixture = await openMediaFixture(t)
    const { project } = await fixture.deliver()
    const pictures = await hostilePictures(address, isFull)
    const ids: string[] = []
    for (const { bytes } of pictures) ids.push(await fixture.put(project.id, bytes))
    await fixture.requestPreviews()
    const media = await startMedia(t, fixture.api.databaseUrl)
    let mostBytes = 0
    const watch = setInterval(() => {
      mostBytes = Math.max(mostBytes, residentBytes(media.pid))
    }, SAMPLE_MS)
    await fixture.finished().finally(() => clearInterval(watch))
    let asExpected = 0
    for (const [n, { name, state }] of pictures.entries()) {
      const row = await fixture.preview(ids[n] ?? '')
      t.equal(row?.state, state, `${name}: ${row?.reason}`)
      t.equal(row?.attempts, 1, `${name} ended no process`)
      if (row?.state === state) asExpected += 1
      if (row?.state !== 'READY') continue
      for (const derivative of Object.keys(DERIVATIVES) as DerivativeName[]) {
        const key = derivativeKey(fixture.organizationId, row.keySecret, derivative)
        const response = await fetch(fixture.objectStore.cdnUrl(key))
        const bytes = Buffer.from(await response.arrayBuffer())
        t.notOk(bytes.includes(PAYLOAD), `${name}: its payload is not in ${derivative}`)
      }
    }
    const isWell = (await fetch(`${media.url}/health/ready`)).ok
    const mib = Math.round(mostBytes / 1_048_576)
    return {
      figure: `${asExpected} of ${pictures.length} as expected, ${mib} MiB at the most, ${requests} requests`,
      isMet: asExpected === pictures.length && mostBytes < LIMIT_BYTES && requests === 0 && isWell,
    }
  },
})

/** The memory of a process and its children together. */
function residentBytes(pid: number): number {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(name) === pid,
  )
  return [String(pid), ...children].reduce((sum, each) => sum + resident(each), 0)
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return 0
  }
}

function resident(pid: string): number {
  try {
    const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kib ?? 0) * 1_024
  } catch {
    return 0
  }
}
