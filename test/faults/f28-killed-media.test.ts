import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type MediaFixture, openMediaFixture } from '@mediajobs/media/testing'
import { noisy } from '@mediajobs/testing/media/pictures'
import { startMedia } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { prove } from './support/fault.ts'

const BASE = 'http://media.test'
const FILE_BYTES = 4_000_000

await prove({
  id: 'F28',
  promise:
    'a killed media process loses no download and no picture: another process continues both',
  rules: '[c13-media-process, c13-archive-resumed]',
  target: 'every download identical, each derivative written once',
  async run({ t, isFull }) {
    const fixture = await openMediaFixture(t, { mediaBaseUrl: BASE })
    const derived = await deriveUnderKills(t, fixture, isFull ? 60 : 6, isFull ? 8 : 1)
    const downloaded = await downloadUnderKills(t, fixture, isFull ? 12 : 3)
    const { photos, once, seconds } = derived
    const { downloads, identical } = downloaded
    return {
      figure: `${identical} of ${downloads} downloads identical; ${once} of ${photos} photos written once, the last one after ${seconds} s`,
      isMet: identical === downloads && once === photos,
    }
  },
})

/** Processes derivatives while killing one process after the other. */
async function deriveUnderKills(t: Test, fixture: MediaFixture, photos: number, kills: number) {
  const { project } = await fixture.deliver()
  const bytes = await noisy(4_000, 3_000).jpeg().toBuffer()
  const ids: string[] = []
  for (let n = 0; n < photos; n += 1) ids.push(await fixture.put(project.id, bytes))
  await fixture.requestPreviews()
  const startedMs = performance.now()
  const processes = [await startMedia(t, fixture.api.databaseUrl)]
  for (let n = 0; n < kills; n += 1) {
    await pause(700 + Math.random() * 1_500)
    await processes.at(-1)?.end('SIGKILL')
    processes.push(await startMedia(t, fixture.api.databaseUrl))
  }
  await fixture.finished()
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  // A killed process's output includes its last log lines.
  const lines = processes.map((process) => process.output()).join('')
  let once = 0
  for (const id of ids) {
    const written = lines
      .split('\n')
      .filter((line) => line.includes(id) && line.includes('"outcome":"written"'))
    const row = await fixture.preview(id)
    // A process killed between its write and its log line lacks the line.
    if (row?.state === 'READY' && written.length <= 1) once += 1
  }
  await processes.at(-1)?.end('SIGTERM')
  return { photos, once, seconds }
}

/** A kill interrupts each download, and another process continues it. */
async function downloadUnderKills(t: Test, fixture: MediaFixture, downloads: number) {
  const { token } = await fixture.deliver({}, undefined, async (projectId) => {
    for (let n = 0; n < 5; n += 1) {
      const fields = { type: 'DOCUMENT', contentType: 'application/pdf', position: n }
      await fixture.put(projectId, randomBytes(FILE_BYTES), fields)
    }
  })
  await fixture.requestPreviews()
  let current = await startMedia(t, fixture.api.databaseUrl)
  await fixture.finished()
  const headers = { 'x-forwarded-for': '198.51.100.1' }
  const found = await fixture.api.request('GET', `/deliveries/${token}/archive.zip`, { headers })
  const path = (found.headers.location ?? '').slice(BASE.length)
  const whole = await fetch(current.url + path)
  const expected = sha256(Buffer.from(await whole.arrayBuffer()))
  const etag = whole.headers.get('etag') ?? ''
  let identical = 0
  for (let n = 0; n < downloads; n += 1) {
    const next = await startMedia(t, fixture.api.databaseUrl)
    const first = await readUntilKilled(current.url + path, Math.random() * 4 * FILE_BYTES, () =>
      current.end('SIGKILL'),
    )
    const rest = await fetch(next.url + path, {
      headers: { range: `bytes=${first.length}-`, 'if-range': etag },
    })
    t.equal(rest.status, 206)
    const all = Buffer.concat([first, Buffer.from(await rest.arrayBuffer())])
    if (sha256(all) === expected) identical += 1
    current = next
  }
  await current.end('SIGTERM')
  return { downloads, identical }
}

/** Kills the process when `bytes` have arrived. Returns what arrived until the connection broke. */
async function readUntilKilled(
  url: string,
  bytes: number,
  kill: () => Promise<unknown>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let have = 0
  let killing: Promise<unknown> | undefined
  try {
    const response = await fetch(url)
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      have += chunk.length
      if (have >= bytes) {
        killing ??= kill()
        await killing
      }
    }
  } catch {
    // The kill broke the connection.
  }
  await (killing ?? kill())
  return Buffer.concat(chunks)
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
