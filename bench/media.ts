import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { requestArchive } from '@mediajobs/operations/archives'
import { noisy } from '@mediajobs/testing/media/pictures'
import { cpuSeconds } from './support/costs.ts'
import { openMedia, readAddress, startMedia } from './support/media.ts'
import { inFolder, startEngine, startProcess } from './support/process.ts'
import { type Figure, figure, type RunOptions, ratios, report } from './support/report.ts'
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

/** P12: photos per minute and core, and archive bytes per processor-second, against a plain stream of the same objects. */
export async function media(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const setting = { photos: isQuick ? 2 : 30, files: isQuick ? 4 : 40, rounds: isQuick ? 1 : 7 }
  await inFolder(async (_folder, onEnd) => {
    const engine = await startEngine()
    onEnd(engine.end)
    const store = openBenchStore(engine)
    onEnd(store.close)
    const process = await startMedia(engine)
    onEnd(process.end)
    const url = process.ready[1] ?? ''
    const bucket = await openMedia(engine, store)
    const photo = await noisy(PHOTO.width, PHOTO.height).jpeg({ quality: PHOTO.quality }).toBuffer()
    await bucket.add(photo, 'image/jpeg')
    await bucket.derived()
    for (let n = 0; n < setting.photos; n += 1) await bucket.add(photo, 'image/jpeg')
    const before = cpuSeconds(process.pid)
    await bucket.derived()
    const perMinute = (setting.photos / (cpuSeconds(process.pid) - before)) * SECONDS_A_MINUTE

    const addresses: string[] = []
    const films = await openMedia(engine, store)
    for (let n = 0; n < setting.files; n += 1) {
      const key = await films.add(randomBytes(FILE_BYTES), 'video/mp4')
      addresses.push(await readAddress(engine, key))
    }
    await films.derived()
    const { organizationId, projectId } = films
    const size = { size: 'original' } as const
    const links = { mediaBaseUrl: url, cell: null }
    const archive = await requestArchive(store.sql, organizationId, projectId, size, links)
    const baseline = await startProcess(
      'bench/baselines/stream.ts',
      /listening at (\S+)/,
      {},
      [],
      addresses,
    )
    onEnd(async () => void baseline.child.kill('SIGKILL'))
    const ours: Download[] = []
    const plain: Download[] = []
    for (let round = 0; round < setting.rounds; round += 1) {
      ours.push(await download(archive.url, process.pid))
      plain.push(await download(baseline.ready[1] ?? '', baseline.pid))
    }
    const figures = figuresOf(perMinute, ours, plain)
    const sizes = { photoBytes: photo.length, fileBytes: FILE_BYTES }
    await report(
      {
        name: 'media',
        setting: { ...setting, ...PHOTO, ...sizes },
        figures,
        samples: { ours, plain },
      },
      options,
    )
  })
}

function figuresOf(perMinute: number, ours: Download[], plain: Download[]): Figure[] {
  const of = (downloads: Download[], field: keyof Download) => downloads.map((each) => each[field])
  const relative = ratios(of(ours, 'mbPerCpuSecond'), of(plain, 'mbPerCpuSecond'))
  return [
    figure('P12: photos of 24 MP a minute and core', '≥ 50', [perMinute]),
    figure('P12: archive MB a processor-second', '≥ 250', of(ours, 'mbPerCpuSecond')),
    figure('P12: the same, of a plain stream', '≥ 0.4', relative),
    figure('P12: first byte ms', '< 100', of(ours, 'firstByteMs')),
    figure('P12: memory MiB', '< 200', of(ours, 'peakMib')),
  ]
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
