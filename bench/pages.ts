import { pageWeight } from '@mediajobs/testing/api/pages'
import { openBrowser } from '@mediajobs/testing/browser/browser'
import { fill, QUICK_DATA } from './support/fill.ts'
import { CONNECTIONS, interleave, QUICK, type Target, wrkTarget } from './support/load.ts'
import { startPictures } from './support/media.ts'
import {
  deliverGallery,
  JSON_ACCEPT,
  PAGE_ACCEPT,
  PHONE,
  PHOTOS,
  paintsOf,
  visitsOf,
} from './support/pages.ts'
import { startApi, startEngine } from './support/process.ts'
import { compare, failures, figure, type RunOptions, report } from './support/report.ts'

type Paints = Awaited<ReturnType<typeof paintsOf>>

const callOf = (name: string) => `${name}: call`

/** P11: a delivery with 40 photos and its website: bytes, processor time, and paints on a phone. */
export async function pages(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const timing = isQuick ? QUICK : { rounds: 9, secondsEach: 4, warmUpSeconds: 6 }
  const views = isQuick ? 1 : 9
  await using engine = await startEngine()
  await using pictures = await startPictures()
  const [key] = await fill(engine.client, { ...QUICK_DATA, organizations: 1, keysEach: 1 })
  if (!key) throw new Error('no key')
  const environment = {
    ...engine.environment,
    CDN_BASE_URL: pictures.url,
    TRUST_PROXY: 'true',
    // `deliverGallery` makes five calls with one key.
    RATE_LIMITS: '10/1s',
  }
  await using api = await startApi(environment)
  const paths = Object.entries(await deliverGallery(api.url, engine.client, key, pictures))

  const targets: Target[] = []
  for (const [name, path] of paths) {
    targets.push(
      await wrkTarget(name, api, engine, visitsOf(path, PAGE_ACCEPT)),
      await wrkTarget(callOf(name), api, engine, visitsOf(path, JSON_ACCEPT)),
    )
  }
  const samples = await interleave(targets, timing)
  await using browser = await openBrowser({ teardown() {} })
  const weights: Record<string, Record<string, number>> = {}
  const paints: Record<string, Paints[]> = {}
  for (const [name, path] of paths) {
    weights[name] = await pageWeight(api.url, path)
    paints[name] = []
    for (let view = 0; view < views; view++) {
      paints[name].push(await paintsOf(browser, api.url + path))
    }
  }

  const figures = paths.flatMap(([name]) => {
    const bytes = Object.values(weights[name] ?? {}).reduce((sum, each) => sum + each, 0)
    const [first, largest] = (['first', 'largest'] as const).map((paint) =>
      (paints[name] ?? []).map((each) => each[paint]),
    )
    const ofTheCall = `P11: ${name}, of the call it makes`
    return [
      figure(`P11: ${name}: bytes without pictures`, '≤ 12288', [bytes]),
      compare(samples, ofTheCall, [name, callOf(name)], '≤ 1.2', 'cpuMicros'),
      figure(`P11: ${name}: first paint of content, s`, '≤ 0.8', first ?? []),
      figure(`P11: ${name}: largest paint of content, s`, '≤ 1.5', largest ?? []),
    ]
  })
  figures.push(failures(samples, 'P11: requests that failed'))
  const setting = {
    ...timing,
    connections: CONNECTIONS,
    photos: PHOTOS,
    views,
    phone: PHONE,
    pictures: pictures.bytes,
  }
  const all = { weights, ...Object.fromEntries(samples), paints }
  await report({ name: 'pages', setting, figures, samples: all }, options)
}
