// docs/contract.md#c12-save-to-photos. Chromium has no Web Share on Linux, so the test injects one that
// records what it gets.

import { testApp } from '@mediajobs/testing/api/app'
import { openBrowser, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'

const skip = whyNoChromium() ?? false
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const CDN = 'https://cdn.test/'
const LARGEST_SHARE = 25

interface Shared {
  name: string
  type: string
  text: string
}

/** Records what is shared, and rejects like iOS while `refuses` is set. */
const FAKE_SHARE = `
  globalThis.shared = []
  navigator.canShare = ({ files }) => files.length > 0 && files.length <= ${LARGEST_SHARE}
  navigator.share = async ({ files }) => {
    if (globalThis.refuses) throw new DOMException('Share canceled', 'AbortError')
    globalThis.shared.push(
      await Promise.all(files.map(async (file) => ({ name: file.name, type: file.type, text: await file.text() }))),
    )
  }`

t.test("an iPhone can save a delivery's photos [c12-save-to-photos]", { skip }, async (t) => {
  const api = await testApp(t, { trustProxy: true })
  const { shoot, addMedia, deliver } = await openGallery(api)
  const browser = await openBrowser(t)

  async function delivery(photos: number): Promise<string> {
    const projectId = await shoot(0)
    for (let n = 1; n <= photos; n++) {
      const fields = { position: n, filename: `photo ${n}.jpg`, size: 5e6, cdnUrl: `${CDN}${n}` }
      await addMedia(projectId, fields, { state: 'NONE', crc32: 1 })
    }
    return deliver(projectId)
  }

  async function open(
    t: Test,
    token: string,
    options: { userAgent?: string; script?: string } = {},
  ) {
    const { userAgent = IPHONE, script = FAKE_SHARE } = options
    const context = await browser.newContext({
      viewport: VIEWPORTS.phone,
      userAgent,
      hasTouch: true,
    })
    t.teardown(() => context.close())
    await context.addInitScript(script)
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    // A store with CORS: docs/operating.md#pages
    await page.route(`${CDN}**`, (route) =>
      route.fulfill({
        contentType: 'image/jpeg',
        headers: { 'access-control-allow-origin': '*' },
        body: `bytes of ${route.request().url().slice(CDN.length)}`,
      }),
    )
    await page.goto(`${api.url}/deliveries/${token}`)
    return { page, errors, share: page.locator('#share') }
  }

  const begin = (page: Page) => page.getByRole('link', { name: 'Select' }).click()
  const openSheet = (page: Page) => page.getByRole('link', { name: 'Download' }).click()
  const choose = (page: Page, number: number) => page.locator(`#p${number} .choose input`).click()
  const shared = (page: Page): Promise<Shared[][]> => page.evaluate('globalThis.shared')

  await t.test(
    'the selected photos are shared with their names and types [c12-save-to-photos]',
    async (t) => {
      const { page, share, errors } = await open(t, await delivery(4))
      await begin(page)
      await choose(page, 2)
      await choose(page, 4)
      await share.click()
      await page.getByRole('button', { name: 'Save 2 to Photos' }).click()
      await page.getByRole('button', { name: 'Save to Photos' }).waitFor()
      const expected = [2, 4].map((n) => ({
        name: `photo ${n}.jpg`,
        type: 'image/jpeg',
        text: `bytes of ${n}`,
      }))
      t.strictSame(await shared(page), [expected])
      t.strictSame(errors, [])
    },
  )

  await t.test('without a selection, all photos are shared', async (t) => {
    const { page, share } = await open(t, await delivery(3))
    await openSheet(page)
    await share.click()
    await page.getByRole('button', { name: 'Save 3 to Photos' }).click()
    await page.getByRole('button', { name: 'Save to Photos' }).waitFor()
    t.equal((await shared(page))[0]?.length, 3)
  })

  await t.test("a new selection never shares the previous one's photos", async (t) => {
    const { page, share } = await open(t, await delivery(3))
    await begin(page)
    await choose(page, 1)
    await share.click()
    await page.getByRole('button', { name: 'Save 1 to Photos' }).waitFor()
    await choose(page, 1)
    await choose(page, 3)
    await page.getByRole('button', { name: 'Save to Photos' }).click()
    await page.getByRole('button', { name: 'Save 1 to Photos' }).click()
    await page.getByRole('button', { name: 'Save to Photos' }).waitFor()
    t.strictSame(
      (await shared(page)).flat().map(({ name }) => name),
      ['photo 3.jpg'],
    )
  })

  await t.test('after closing the share sheet, a person can save again', async (t) => {
    const { page, share, errors } = await open(t, await delivery(2))
    await page.evaluate('globalThis.refuses = true')
    await openSheet(page)
    await share.click()
    await page.getByRole('button', { name: 'Save 2 to Photos' }).click()
    await page.evaluate('globalThis.refuses = false')
    await page.getByRole('button', { name: 'Save to Photos' }).click()
    await page.getByRole('button', { name: 'Save 2 to Photos' }).click()
    await page.getByRole('button', { name: 'Save to Photos' }).waitFor()
    t.equal((await shared(page)).length, 1)
    t.strictSame(errors, [])
  })

  await t.test('more than 25 photos are downloaded as a zip [c12-save-to-photos]', async (t) => {
    const { page, share } = await open(t, await delivery(LARGEST_SHARE + 1))
    await openSheet(page)
    t.equal(await page.getByRole('button', { name: 'Download all' }).isVisible(), true)
    t.equal(await share.isVisible(), false)
    await page.getByRole('button', { name: 'Select photos' }).click()
    for (let n = 1; n <= LARGEST_SHARE; n++) await choose(page, n)
    t.equal(await share.isVisible(), true, "twenty-five aren't too many")
    await choose(page, LARGEST_SHARE + 1)
    t.equal(await share.isVisible(), false)
    await choose(page, 1)
    await share.click()
    await page.getByRole('button', { name: 'Save 25 to Photos' }).click()
    await page.getByRole('button', { name: 'Save to Photos' }).waitFor()
    t.equal((await shared(page))[0]?.length, LARGEST_SHARE)
  })

  await t.test(
    'without file sharing, and on other systems, only the zip is offered [c12-save-to-photos]',
    async (t) => {
      const token = await delivery(2)
      for (const options of [
        { script: 'delete Navigator.prototype.canShare' },
        { script: 'navigator.canShare = () => false' },
        {
          userAgent:
            'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/153.0 Safari/537.36',
        },
      ]) {
        const { page, share, errors } = await open(t, token, options)
        await openSheet(page)
        await page.getByRole('button', { name: 'Download all' }).waitFor()
        t.equal(await share.isVisible(), false)
        t.strictSame(errors, [])
      }
    },
  )
})
