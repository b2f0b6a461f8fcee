// docs/contract.md#c12-originals: presses the button in a browser and compares the saved bytes.

import { readFile } from 'node:fs/promises'
import { openMediaFixture } from '@mediajobs/media/testing'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { openBrowser, takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { photo } from '@mediajobs/testing/media/pictures'
import { filesOf } from '@mediajobs/testing/media/zip'
import t from 'tap'
import { openFrontProxy } from '../support/front-proxy.ts'

const DOWNLOAD_MS = 20_000
const CUT_AT = 60_000

t.test('downloading originals in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const browser = await openBrowser(t)
  const [site, archives] = [await openFrontProxy(t), await openFrontProxy(t)]
  const fixture = await openMediaFixture(t, {
    deliveryBaseUrl: `${site.url}/deliveries`,
    mediaBaseUrl: archives.url,
  })
  const media = await fixture.startMedia()
  site.lead({ api: fixture.api.url, media: 'http://127.0.0.1:1' })
  archives.lead({ media: media.url })
  const { org, call, put } = fixture
  const editor = await fixture.api.createMember(org, 'EDITOR')
  const { body: job } = await call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T16:30:00Z',
    addressLine1: '48 Alder Ridge Road',
  })
  const originals = await Promise.all([photo(1_600, 1_100), photo(1_500, 1_000)])
  for (const [n, bytes] of originals.entries()) {
    await put(job.id, bytes, { filename: `photo-${n + 1}.jpg`, position: n + 1 })
  }

  async function open(javaScriptEnabled: boolean) {
    const context = await browser.newContext({ viewport: VIEWPORTS.phone, javaScriptEnabled })
    t.teardown(() => context.close())
    await context.addCookies([{ name: 'session', value: await editor.token(), url: site.url }])
    const page = await context.newPage()
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto(`${site.url}/app/${org.organizationId}/projects/${job.id}`)
    return { page, errors, button: page.getByRole('button', { name: /^Download originals/ }) }
  }

  await t.test(
    'files that are still being prepared are labeled as such [c12-originals]',
    async () => {
      const { page, button } = await open(true)
      await button.click()
      await page.getByText('The files are still being prepared.').waitFor()
    },
  )

  await fixture.requestPreviews()
  await fixture.finished()

  for (const hasScript of [true, false]) {
    const how = hasScript ? 'with' : 'without'
    await t.test(
      `an undelivered job's originals are saved byte for byte despite an interruption, ${how} JavaScript [c12-originals, c13-archive-staff, c13-archive-resumed]`,
      async (t) => {
        const { page, errors, button } = await open(hasScript)
        const before = archives.archives.length
        archives.cutNext(CUT_AT)
        const [download] = await Promise.all([
          page.waitForEvent('download', { timeout: DOWNLOAD_MS }),
          button.click(),
        ])
        const bytes = await readFile(await download.path())
        t.equal(download.suggestedFilename(), '48 Alder Ridge Road.zip')
        const saved = await filesOf(bytes)
        t.strictSame(
          saved.map(({ name }) => name),
          ['photo-1.jpg', 'photo-2.jpg'],
        )
        for (const [n, original] of originals.entries()) {
          t.ok(saved[n]?.bytes.equals(original), `photo ${n + 1}`)
        }
        const [first, rest] = archives.archives.slice(before)
        t.equal(first?.headers.range, undefined)
        t.equal(rest?.headers.range, `bytes=${CUT_AT}-`, 'the browser resumed it')
        t.ok(await page.getByText('Your download is starting.').isVisible(), 'the page stays')
        t.strictSame(errors, [])
        if (!hasScript) return
        t.strictSame(await accessibilityProblems(page), [])
        await takeScreenshot(page, 'staff-originals-phone')
      },
    )
  }
})
