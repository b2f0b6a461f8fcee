import { pageWeight } from '@mediajobs/testing/api/pages'
import { openBrowser } from '@mediajobs/testing/browser/browser'
import { fill, QUICK_DATA } from './support/fill.ts'
import { CONNECTIONS, interleave, QUICK, wrkTarget } from './support/load.ts'
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

/** P11: the page of a delivery with 40 photos: bytes, processor time, and paints on a phone. */
export async function pages(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const timing = isQuick ? QUICK : { rounds: 9, secondsEach: 4, warmUpSeconds: 6 }
  const views = isQuick ? 1 : 9
  await using engine = await startEngine()
  await using pictures = await startPictures()
  const [key] = await fill(engine.client, { ...QUICK_DATA, organizations: 1, keysEach: 1 })
  if (!key) throw new Error('no key')
  const environment = { ...engine.environment, CDN_BASE_URL: pictures.url, TRUST_PROXY: 'true' }
  await using api = await startApi(environment)
  const path = await deliverGallery(api.url, engine.client, key, pictures)

  const weight = await pageWeight(api.url, path)
  const samples = await interleave(
    [
      await wrkTarget('page', api, engine, visitsOf(path, PAGE_ACCEPT)),
      await wrkTarget('call', api, engine, visitsOf(path, JSON_ACCEPT)),
    ],
    timing,
  )
  await using browser = await openBrowser({ teardown() {} })
  const paints: Awaited<ReturnType<typeof paintsOf>>[] = []
  for (let view = 0; view < views; view++) paints.push(await paintsOf(browser, api.url + path))

  const bytes = Object.values(weight).reduce((sum, each) => sum + each, 0)
  const ofTheCall = 'P11: processor time, of the call it makes'
  const figures = [
    figure('P11: bytes without pictures', '≤ 12288', [bytes]),
    compare(samples, ofTheCall, ['page', 'call'], '≤ 1.3', 'cpuMicros'),
    failures(samples, 'P11: requests that failed'),
    figure(
      'P11: first paint of content, s',
      '≤ 0.8',
      paints.map(({ first }) => first),
    ),
    figure(
      'P11: largest paint of content, s',
      '≤ 1.5',
      paints.map(({ largest }) => largest),
    ),
  ]
  const setting = {
    ...timing,
    connections: CONNECTIONS,
    photos: PHOTOS,
    views,
    phone: PHONE,
    pictures: pictures.bytes,
  }
  const all = { weight, ...Object.fromEntries(samples), paints }
  await report({ name: 'pages', setting, figures, samples: all }, options)
}
