import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { requestArchive } from '@mediajobs/operations/archives'
import { noisy } from '@mediajobs/testing/media/pictures'
import { cpuSeconds } from './support/costs.ts'
import { openMedia, startMedia } from './support/media.ts'
import { startEngine } from './support/process.ts'
import { figure, type RunOptions, report } from './support/report.ts'
import { openBenchStore } from './support/webhooks.ts'

interface Download {
  megabytes: number
  firstByteMs: number
  mbPerCpuSecond: number
  peakMib: number
}

const PHOTO = { width: 6_000, height: 4_000, quality: 92 }
const FILE_BYTES = 25_000_000
const SECONDS_A_MINUTE = 60
const SAMPLE_MS = 20

/** P12: photos per minute and core, and archive bytes per processor-second. */
export async function media(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const setting = { photos: isQuick ? 2 : 30, files: isQuick ? 4 : 40, rounds: isQuick ? 1 : 7 }
  await using engine = await startEngine()
  await using store = openBenchStore(engine)
  await using mediaProcess = await startMedia(engine)
  const bucket = await openMedia(engine, store)
  const photo = await noisy(PHOTO.width, PHOTO.height).jpeg({ quality: PHOTO.quality }).toBuffer()
  await bucket.add(photo, 'image/jpeg')
  await bucket.derived()
  for (let n = 0; n < setting.photos; n += 1) await bucket.add(photo, 'image/jpeg')
  const before = cpuSeconds(mediaProcess.pid)
  await bucket.derived()
  const perMinute = (setting.photos / (cpuSeconds(mediaProcess.pid) - before)) * SECONDS_A_MINUTE

  const films = await openMedia(engine, store)
  for (let n = 0; n < setting.files; n += 1) {
    await films.add(randomBytes(FILE_BYTES), 'video/mp4')
  }
  await films.derived()
  const { organizationId, projectId } = films
  const size = { size: 'original' } as const
  const links = {
    mediaBaseUrl: mediaProcess.ready[1] ?? '',
    deliveryBaseUrl: 'https://app.example',
    cell: null,
  }
  const archive = await requestArchive(store.sql, organizationId, projectId, size, links)
  const downloads: Download[] = []
  for (let round = 0; round < setting.rounds; round += 1) {
    downloads.push(await download(archive.url, mediaProcess.pid))
  }
  const of = (field: keyof Download) => downloads.map((each) => each[field])
  const figures = [
    figure('P12: photos of 24 MP a minute and core', '≥ 50', [perMinute]),
    figure('P12: archive MB a processor-second', '≥ 250', of('mbPerCpuSecond')),
    figure('P12: first byte ms', '< 100', of('firstByteMs')),
    figure('P12: memory MiB', '< 200', of('peakMib')),
  ]
  const sizes = { photoBytes: photo.length, fileBytes: FILE_BYTES }
  const samples = { downloads }
  await report(
    { name: 'media', setting: { ...setting, ...PHOTO, ...sizes }, figures, samples },
    options,
  )
}

async function download(url: string, pid: number): Promise<Download> {
  const before = cpuSeconds(pid)
  const startedMs = performance.now()
  let firstByteMs = 0
  let peakMib = 0
  const timer = setInterval(() => {
    peakMib = Math.max(peakMib, residentMib(pid))
  }, SAMPLE_MS)
  const response = await new Promise<IncomingMessage>((resolve) => get(url, resolve))
  let bytes = 0
  for await (const chunk of response) {
    if (bytes === 0) firstByteMs = performance.now() - startedMs
    bytes += (chunk as Buffer).length
  }
  clearInterval(timer)
  const megabytes = bytes / 1_000_000
  const mbPerCpuSecond = megabytes / (cpuSeconds(pid) - before)
  return { megabytes, firstByteMs, mbPerCpuSecond, peakMib }
}

function residentMib(pid: number): number {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1_024
}
