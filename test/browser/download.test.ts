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
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { formatFor } from '../../packages/pages/src/format.ts'
import { openFrontProxy } from '../support/front-proxy.ts'
import { haproxy, whyNoHaproxy } from '../support/haproxy.ts'

const PHOTOS = 3
const DOWNLOAD_MS = 20_000

t.test(
  'the download of a delivery [c12-download]',
  { skip: whyNoChromium() ?? false },
  async (t) => {
    const browser = await openBrowser(t)
    // One site has its archives on another origin, as `dev` does; the other has one origin, behind a proxy.
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
    await fixture.request()
    await fixture.finished()

    /** What a program downloads. */
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
      for (const number of numbers) await page.getByLabel(`Select photo ${number}`).check()
      await page.getByLabel('Photo size').selectOption(size)
      const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: DOWNLOAD_MS }),
        page.getByRole('button', { name: /^Download/ }).click(),
      ])
      return readFile(await download.path())
    }

    for (const [where, site] of [
      ['with archives on another origin', apart],
      ['behind the proxy, all on one origin', together],
    ] as const) {
      for (const hasScript of [true, false]) {
        const how = `${where}, ${hasScript ? 'with' : 'without'} JavaScript`
        await t.test(`${how}, saves all and the chosen photos in both sizes`, async (t) => {
          for (const size of ['mls', 'original']) {
            for (const numbers of [[], [1, 3]]) {
              const { page, errors } = await open(t, site.url, hasScript)
              const saved = await save(page, size, numbers)
              const chosen = numbers.map((number) => ids[number - 1] ?? '')
              t.ok(saved.equals(await expected(size, chosen)), `${size}, ${numbers.length} chosen`)
              t.equal(entriesOf(saved).length, numbers.length || PHOTOS)
              t.strictSame(await zipProblems(saved), [])
              t.strictSame(errors, [])
              const isOnItsPage = page.url().endsWith(`/deliveries/${token}`)
              t.equal(isOnItsPage, hasScript, 'with JavaScript the page stays as it is')
            }
          }
        })
      }
    }

    await t.test('the sizes follow the choice, in the format of the organization', async (t) => {
      await fixture.call('PATCH', '/organization', { locale: 'de-DE' })
      const { body } = await fixture.client(token).open()
      const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
      const { page, errors } = await open(t, apart.url, true)
      const shown = () => page.locator('#download option').allTextContents()
      const { bytes } = formatFor('de-DE', null)
      const { mlsBytes, originalBytes } = body.archive
      const all = [`MLS ${bytes(mlsBytes)}`, `Original ${bytes(originalBytes)}`]
      t.strictSame(await shown(), all)
      const { page: plain } = await open(t, apart.url, false)
      t.strictSame(await plain.locator('#download option').allTextContents(), [
        `MLS (all: ${bytes(mlsBytes)})`,
        `Original (all: ${bytes(originalBytes)})`,
      ])
      const [first, , third] = body.media
      for (const number of [1, 3]) await page.getByLabel(`Select photo ${number}`).check()
      t.strictSame(await shown(), [
        `MLS ${bytes(sum([first.mlsBytes, third.mlsBytes]))}`,
        `Original ${bytes(sum([first.size, third.size]))}`,
      ])
      await takeScreenshot(page, 'delivery-download-chosen-phone')
      for (const number of [1, 3]) await page.getByLabel(`Select photo ${number}`).uncheck()
      t.strictSame(await shown(), all)
      t.strictSame(errors, [])
    })

    await t.test('what can not be downloaded is said on a page that leads back', async (t) => {
      const deleted = ids[1] ?? ''
      for (const hasScript of [true, false]) {
        const { page } = await open(t, apart.url, hasScript)
        // As on an outdated page.
        await page.locator(`input[value="${deleted}"]`).evaluate((box) => {
          const input = box as unknown as { value: string; checked: boolean }
          Object.assign(input, { value: '018f0000-0000-7000-8000-000000000000', checked: true })
        })
        await page.getByRole('button', { name: /^Download/ }).click()
        await page.getByText('Media no longer exists').waitFor()
        await page.getByRole('link', { name: 'Back to the delivery' }).click()
        await page.getByRole('button', { name: /^Download/ }).waitFor()
      }
    })

    await t.test('without JavaScript the download has a page, which leads back', async (t) => {
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
      await page.getByRole('button', { name: /^Download/ }).waitFor()
      // axe-core needs JavaScript.
      const { page: inspected } = await open(t, apart.url, true)
      await inspected.goto(`${inspected.url()}/download?size=mls`)
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
            const saved = await save(page, 'original', [])
            const [first, rest] = archives.archives.slice(before)
            t.equal(first?.headers.range, undefined)
            t.equal(rest?.headers.range, `bytes=${cutAt}-`)
            t.match(rest?.headers['if-range'], /^"/)
            t.ok(saved.equals(await expected('original', [])))
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
          const saved = await save(page, 'original', [1, 3])
          t.ok(saved.equals(await expected('original', [ids[0] ?? '', ids[2] ?? ''])))
          t.strictSame(errors, [])
        }
      },
    )
  },
)
