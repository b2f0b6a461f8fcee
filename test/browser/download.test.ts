// docs/contract.md#c12-download docs/contract.md#c13-archive-resumed: presses the button in a browser and compares the
// saved bytes.

import { readFile } from 'node:fs/promises'
import { openMediaFixture } from '@mediajobs/media/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { openBrowser, takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { photo } from '@mediajobs/testing/media/pictures'
import { entriesOf, zipProblems } from '@mediajobs/testing/media/zip'
import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { formatFor } from '../../packages/pages/src/format.ts'
import { openFrontProxy } from '../support/front-proxy.ts'
import { haproxy, whyNoHaproxy } from '../support/haproxy.ts'

const PHOTOS = 3
const DOWNLOAD_MS = 20_000

t.test(
  'a delivery can be downloaded [c12-download]',
  { skip: whyNoChromium() ?? false },
  async (t) => {
    const browser = await openBrowser(t)
    // One site has archives on another origin, as in `dev`; the other has a single origin, behind a proxy.
    const [apart, ofArchives, together] = [
      await openFrontProxy(t),
      await openFrontProxy(t),
      await openFrontProxy(t),
    ]
    const links = (site: string, archives: string) => ({
      deliveryBaseUrl: `${site}/deliveries`,
      mediaBaseUrl: archives,
    })
    const fixture = await openMediaFixture(t, links(apart.url, ofArchives.url))
    const { databaseUrl, url } = fixture.api
    const other = await testApp(t, {
      trustProxy: true,
      databaseUrl,
      ...links(together.url, together.url),
    })
    const media = await fixture.startMedia()
    apart.lead({ api: url, media: 'http://127.0.0.1:1' })
    ofArchives.lead({ media: media.url })
    together.lead({ api: other.url, media: media.url })

    const ids: string[] = []
    const { token } = await fixture.deliver({}, undefined, async (projectId) => {
      for (let n = 0; n < PHOTOS; n += 1) {
        const fields = { filename: `photo-${n + 1}.jpg`, position: n + 1, type: 'PHOTO' }
        ids.push(await fixture.put(projectId, await photo(2_600 + n, 1_800), fields))
      }
    })
    await fixture.requestPreviews()
    await fixture.finished()

    /** The bytes that a program downloads. */
    async function expected(size: string, chosen: readonly string[]): Promise<Buffer> {
      const query = new URLSearchParams([
        ['size', size],
        ...chosen.map((id): [string, string] => ['media', id]),
      ])
      const response = await fetch(`${together.url}/deliveries/${token}/archive.zip?${query}`)
      return Buffer.from(await response.arrayBuffer())
    }

    async function open(t: Test, site: string, javaScriptEnabled: boolean) {
      const context = await browser.newContext({ viewport: VIEWPORTS.phone, javaScriptEnabled })
      t.teardown(() => context.close())
      const page = await context.newPage()
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      await page.goto(`${site}/deliveries/${token}`)
      return { page, errors }
    }

    /** Selects photos by number and presses the button. Returns the saved bytes. */
    async function save(page: Page, size: string, numbers: readonly number[]): Promise<Buffer> {
      await page.getByRole('link', { name: numbers.length > 0 ? 'Select' : 'Download' }).click()
      for (const number of numbers) await page.getByLabel(`Select photo ${number}`).check()
      await page.locator(`input[value=${size}]`).check()
      return saved(page, page.getByRole('button', { name: /^Download/ }).click())
    }

    async function saved(page: Page, press: Promise<void>): Promise<Buffer> {
      const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: DOWNLOAD_MS }),
        press,
      ])
      return readFile(await download.path())
    }

    for (const [where, site] of [
      ['with archives on another origin', apart],
      ['behind the proxy, all on one origin', together],
    ] as const) {
      for (const hasScript of [true, false]) {
        const how = `${where}, ${hasScript ? 'with' : 'without'} JavaScript`
        await t.test(`${how}, saves all or the chosen photos in both sizes`, async (t) => {
          for (const size of ['mls', 'original']) {
            for (const numbers of [[], [1, 3]]) {
              const { page, errors } = await open(t, site.url, hasScript)
              const bytes = await save(page, size, numbers)
              const chosen = numbers.map((number) => ids[number - 1] ?? '')
              t.ok(bytes.equals(await expected(size, chosen)), `${size}, ${numbers.length} chosen`)
              t.equal(entriesOf(bytes).length, numbers.length || PHOTOS)
              t.strictSame(await zipProblems(bytes), [])
              t.strictSame(errors, [])
              const isOnItsPage = new URL(page.url()).pathname.endsWith(`/deliveries/${token}`)
              t.equal(isOnItsPage, hasScript, 'with JavaScript, the page stays unchanged')
            }
          }
        })
      }
    }

    await t.test('a download starts by itself once prepared [c12-preparing]', async (t) => {
      const early = await fixture.deliver({}, undefined, async (projectId) => {
        await fixture.put(projectId, await photo(900, 600), {
          filename: 'late.jpg',
          type: 'PHOTO',
        })
      })
      const openEarly = async (javaScriptEnabled: boolean) => {
        const context = await browser.newContext({ viewport: VIEWPORTS.phone, javaScriptEnabled })
        t.teardown(() => context.close())
        const page = await context.newPage()
        await page.goto(`${together.url}/deliveries/${early.token}`)
        await page.getByRole('link', { name: 'Download' }).click()
        await page.getByText('Your download is being prepared.').waitFor()
        return page
      }
      const plain = await openEarly(false)
      await plain.getByText('Reload the page in a minute.').waitFor()
      const page = await openEarly(true)
      t.notOk(await page.getByText('Reload the page in a minute.').isVisible())
      await takeScreenshot(page, 'delivery-preparing')
      await fixture.requestPreviews()
      await page.getByRole('button', { name: /^Download/ }).waitFor({ timeout: DOWNLOAD_MS })
      t.match(new URL(page.url()).hash, '#download', 'the sheet is still open')
      const bytes = await saved(page, page.getByRole('button', { name: /^Download/ }).click())
      t.equal(entriesOf(bytes).length, 1)
    })

    await t.test('the sizes follow the selection, formatted for the organization', async (t) => {
      await fixture.call('PATCH', '/organization', { locale: 'de-DE' })
      const { body } = await fixture.client(token).open()
      const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
      const { page, errors } = await open(t, apart.url, true)
      const { bytes } = formatFor('de-DE', null)
      const { mlsBytes, originalBytes } = body.archive
      const ofAll = [mlsBytes, originalBytes].map(bytes)
      const shows = async (expected: string[]) => {
        // The page's module writes them once loaded.
        await page.locator('#download .bytes:not(:has-text(":"))').first().waitFor()
        const texts = await page.locator('#download .bytes').allTextContents()
        t.strictSame(texts, expected)
      }
      await page.getByRole('link', { name: 'Download' }).click()
      await shows(ofAll)
      await page.getByRole('button', { name: 'Download all 3 files' }).waitFor()
      t.strictSame(await accessibilityProblems(page), [])
      await takeScreenshot(page, 'delivery-download-phone', false)
      const { page: plain } = await open(t, apart.url, false)
      t.strictSame(
        await plain.locator('#download .bytes').allTextContents(),
        ofAll.map((text) => `all: ${text}`),
      )
      const [first, , third] = body.media
      const ofTwo = [
        [first.mlsBytes, third.mlsBytes],
        [first.size, third.size],
      ]
        .map(sum)
        .map(bytes)
      await page.getByRole('button', { name: 'Select photos' }).click()
      await page.getByText('Tap photos to select them').waitFor()
      t.ok(await page.getByRole('button', { name: 'Download' }).isDisabled())
      const ofNone = await page.locator('#download .bytes').allTextContents()
      t.strictSame(ofNone, ['', ''], 'not 0 bytes')
      for (const number of [1, 3]) await page.getByLabel(`Select photo ${number}`).check()
      await shows(ofTwo)
      await page.getByText('2 of 3 photos selected').waitFor()
      await page.getByRole('button', { name: 'Download 2 photos' }).waitFor()
      t.strictSame(await accessibilityProblems(page), [])
      await takeScreenshot(page, 'delivery-download-chosen-phone', false)
      await page.getByRole('link', { name: 'Close' }).click()
      await page.getByRole('link', { name: 'Download' }).click()
      t.ok(await page.getByRole('radio', { name: '2 photos you selected' }).isChecked())
      await shows(ofTwo)
      await page.getByRole('radio', { name: 'All 3 files' }).check()
      await shows(ofAll)
      t.strictSame(errors, [])
    })

    await t.test('selected photos survive a reload of the tab [c12-download]', async (t) => {
      const { page, errors } = await open(t, apart.url, true)
      await page.getByRole('link', { name: 'Select' }).click()
      for (const number of [1, 3]) await page.getByLabel(`Select photo ${number}`).check()
      await page.getByText('2 of 3 photos selected').waitFor()
      await page.reload()
      await page.getByText('2 of 3 photos selected').waitFor()
      t.ok(await page.getByLabel('Select photo 3').isChecked())
      await page.getByRole('link', { name: 'Español' }).click()
      await page.getByText('Fotos seleccionadas: 2 de 3').waitFor()
      await page.getByRole('button', { name: 'Quitar la selección' }).click()
      await page.reload()
      await page.locator('#download h2').waitFor({ state: 'attached' })
      t.equal(await page.locator('.choose input:checked').count(), 0, 'a cleared selection is gone')
      t.strictSame(errors, [])
    })

    await t.test(
      'three photos are selected with three taps, starting with a long press [c12-download]',
      async (t) => {
        const context = await browser.newContext({ viewport: VIEWPORTS.phone, hasTouch: true })
        t.teardown(() => context.close())
        const page = await context.newPage()
        await page.goto(`${apart.url}/deliveries/${token}`, { waitUntil: 'networkidle' })
        const boxes = page.locator('.choose input')
        t.equal(await boxes.filter({ visible: true }).count(), 0, 'photos have no checkboxes yet')
        await hold(page, page.locator('#p1 a').first())
        t.equal(await boxes.filter({ visible: true }).count(), PHOTOS)
        for (const number of [2, 3]) await page.locator(`#p${number}`).tap()
        const bytes = await saved(
          page,
          page.getByRole('button', { name: 'Download 3 photos' }).tap(),
        )
        t.ok(bytes.equals(await expected('mls', ids)))
        t.equal(await page.locator('.viewer').isVisible(), false)
      },
    )

    await t.test(
      'the open photo can be saved as a file, in either size [c12-download]',
      async (t) => {
        const { body } = await fixture.client(token).open()
        const { cdnUrl, preview } = body.media[1]
        const small = Buffer.from(await (await fetch(preview.mlsUrl)).arrayBuffer())
        const cases: [size: string, url: string, bytes: Buffer][] = [
          ['Original', cdnUrl, Buffer.from('the original')],
          ['MLS', preview.mlsUrl, small],
        ]
        for (const [size, url, body] of cases) {
          const { page } = await open(t, apart.url, true)
          // A store with CORS: docs/operating.md#pages
          const headers = { 'access-control-allow-origin': '*' }
          await page.route(url, (route) => route.fulfill({ body, headers }))
          await page.locator('#p2 a').click()
          await page.locator('.viewer').getByRole('link', { name: 'Download' }).click()
          t.ok(await page.getByRole('radio', { name: 'This photo' }).isChecked())
          await page.getByRole('radio', { name: size }).check()
          const [download] = await Promise.all([
            page.waitForEvent('download', { timeout: DOWNLOAD_MS }),
            page.getByRole('button', { name: 'Download 1 photo' }).click(),
          ])
          t.equal(download.suggestedFilename(), 'photo-2.jpg')
          t.ok((await readFile(await download.path())).equals(body), size)
          t.ok(await page.locator('.viewer').isVisible(), 'the photo stays open')
        }
      },
    )

    await t.test('a failed download shows a page that links back', async (t) => {
      const deleted = ids[1] ?? ''
      for (const hasScript of [true, false]) {
        const { page } = await open(t, apart.url, hasScript)
        // As if the page were outdated.
        await page.locator(`input[value="${deleted}"]`).evaluate((box) => {
          const input = box as unknown as { value: string; checked: boolean }
          Object.assign(input, { value: '018f0000-0000-7000-8000-000000000000', checked: true })
        })
        await page.getByRole('link', { name: 'Download' }).click()
        await page.getByRole('button', { name: /^Download/ }).click()
        await page.getByText('A photo you selected is no longer available.').waitFor()
        await page.getByRole('link', { name: 'Back to the delivery' }).click()
        await page.getByRole('link', { name: 'Download' }).waitFor()
      }
    })

    await t.test('without JavaScript, the download has a page that links back', async (t) => {
      const { page } = await open(t, apart.url, false)
      await save(page, 'mls', [])
      t.equal(await page.title(), 'Your download is starting')
      await takeScreenshot(page, 'delivery-download-starting-phone')
      const [again] = await Promise.all([
        page.waitForEvent('download', { timeout: DOWNLOAD_MS }),
        page.getByRole('link', { name: 'download the files here' }).click(),
      ])
      t.ok((await readFile(await again.path())).equals(await expected('mls', [])))
      await page.getByRole('link', { name: 'Back to the delivery' }).click()
      await page.getByRole('link', { name: 'Download' }).waitFor()
      // axe-core needs JavaScript.
      const { page: inspected } = await open(t, apart.url, true)
      await inspected.goto(`${apart.url}/deliveries/${token}/download?size=mls`)
      t.strictSame(await accessibilityProblems(inspected), [])
    })

    for (const [where, site, archives] of [
      ['on another origin', apart, ofArchives],
      ['on the same origin', together, together],
    ] as const) {
      for (const hasScript of [true, false]) {
        const how = `${where}, ${hasScript ? 'with' : 'without'} JavaScript`
        await t.test(
          `a cut download of archives ${how} resumes [c13-archive-resumed]`,
          async (t) => {
            const { page } = await open(t, site.url, hasScript)
            const before = archives.archives.length
            const cutAt = 100_000
            archives.cutNext(cutAt)
            const bytes = await save(page, 'original', [])
            const [first, rest] = archives.archives.slice(before)
            t.equal(first?.headers.range, undefined)
            t.equal(rest?.headers.range, `bytes=${cutAt}-`)
            t.match(rest?.headers['if-range'], /^"/)
            t.ok(bytes.equals(await expected('original', [])))
          },
        )
      }
    }

    await t.test(
      'through HAProxy, as docker/haproxy is configured',
      { skip: whyNoHaproxy },
      async (t) => {
        const { port, start } = await haproxy(t)
        const site = `http://127.0.0.1:${port}`
        const behind = await testApp(t, { trustProxy: true, databaseUrl, ...links(site, site) })
        await start({ api: behind.url, media: media.url })
        for (const hasScript of [true, false]) {
          const { page, errors } = await open(t, site, hasScript)
          const bytes = await save(page, 'original', [1, 3])
          t.ok(bytes.equals(await expected('original', [ids[0] ?? '', ids[2] ?? ''])))
          t.strictSame(errors, [])
        }
      },
    )
  },
)

/** Long-presses a place. */
async function hold(page: Page, place: Locator): Promise<void> {
  const { x, y } = (await place.boundingBox()) ?? { x: 0, y: 0 }
  const session = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + 60, y: y + 60 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.locator(':root.choosing').waitFor({ state: 'attached' })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
