import { pageWeight } from '@mediajobs/testing/api/pages'
import { openBrowser } from '@mediajobs/testing/browser/browser'
import { fill, QUICK_DATA } from './support/fill.ts'
import { CONNECTIONS, interleave, load, QUICK, writeScript } from './support/load.ts'
import { startPictures } from './support/media.ts'
import {
  deliverGallery,
  JSON_ACCEPT,
  PAGE_ACCEPT,
  type Paints,
  PHONE,
  PHOTOS,
  paintsOf,
  visitsOf,
} from './support/pages.ts'
import { inFolder, startApi, startEngine } from './support/process.ts'
import { compare, failures, figure, type RunOptions, report } from './support/report.ts'

/** P11: the page of a delivery with 40 photos: bytes, processor time, and paints on a phone. */
export async function pages(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const timing = isQuick ? QUICK : { rounds: 9, secondsEach: 4, warmUpSeconds: 6 }
  const views = isQuick ? 1 : 9
  await inFolder(async (folder, onEnd) => {
    const engine = await startEngine()
    onEnd(engine.end)
    const pictures = await startPictures()
    onEnd(pictures.end)
    const [key] = await fill(engine.client, { ...QUICK_DATA, organizations: 1, keysEach: 1 })
    if (!key) throw new Error('no key')
    const environment = { ...engine.environment, CDN_BASE_URL: pictures.url, TRUST_PROXY: 'true' }
    const api = await startApi(environment)
    onEnd(api.end)
    const path = await deliverGallery(api.url, engine.client, key, pictures)

    const weight = await pageWeight(api.url, path)
    const target = async (name: string, accept: string) => {
      const script = await writeScript(folder, name, visitsOf(path, accept))
      const run = (seconds: number) => load(api.url, script, seconds)
      return { name, processes: { node: api.pid, postgres: engine.pid }, run }
    }
    const samples = await interleave(
      [await target('page', PAGE_ACCEPT), await target('call', JSON_ACCEPT)],
      timing,
    )
    const browser = await openBrowser({ teardown() {} })
    onEnd(() => browser.close())
    const paints: Paints[] = []
    for (let view = 0; view < views; view++) paints.push(await paintsOf(browser, api.url + path))

    const figures = [
      figure('P11: bytes without pictures', '≤ 12288', [
        Object.values(weight).reduce((sum, bytes) => sum + bytes, 0),
      ]),
      compare(
        samples,
        'P11: processor time, of the call it makes',
        ['page', 'call'],
        '≤ 1.3',
        'cpuMicros',
      ),
      failures(samples, 'P11: requests that failed'),
      ...(['first', 'largest'] as const).map((paint) =>
        figure(
          `P11: ${paint} paint of content, s`,
          paint === 'first' ? '≤ 0.8' : '≤ 1.5',
          paints.map((each) => each[paint]),
        ),
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
  })
}
