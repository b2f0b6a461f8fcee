// A job as the client sees it, from the first look to the download. docs/contract.md#c13-rounds

import { readFile } from 'node:fs/promises'
import { openMediaFixture } from '@mediajobs/media/testing'
import { openBrowser, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { photo } from '@mediajobs/testing/media/pictures'
import { entriesOf, zipProblems } from '@mediajobs/testing/media/zip'
import t from 'tap'
import { openFrontProxy } from '../support/front-proxy.ts'

const CUT_AT = 100_000

const title = 'a client looks, comments, gets a new delivery, approves and downloads'

t.test(title, { skip: whyNoChromium() ?? false }, async (t) => {
  const archives = await openFrontProxy(t)
  const fixture = await openMediaFixture(t, { mediaBaseUrl: archives.url })
  const { api, call, put } = fixture
  const [first, second] = [await fixture.startMedia(), await fixture.startMedia()]
  const { project, token } = await fixture.deliver({}, undefined, async (projectId) => {
    for (let n = 0; n < 3; n += 1) {
      const fields = { filename: `photo-${n + 1}.png`, position: n + 1, type: 'PHOTO' }
      await put(projectId, await photo(1_200 + n, 800), fields)
    }
  })
  await fixture.requestPreviews()
  await fixture.finished()

  const browser = await openBrowser(t)
  const context = await browser.newContext({ viewport: VIEWPORTS.phone, hasTouch: true })
  const page = await context.newPage()
  await page.goto(`${api.url}/deliveries/${token}`)
  await page.locator('[data-id] a:not(.select)').first().tap()
  const strip = page.locator('.strip')
  // As after a swipe.
  await strip.evaluate((element) => {
    const box = element as unknown as { clientWidth: number; scrollBy(by: object): void }
    box.scrollBy({ left: box.clientWidth, behavior: 'instant' })
  })
  await page.getByText('2 of 3').waitFor()
  for (const comment of ['Remove the cable', 'Straighten the wall']) {
    await page.getByRole('button', { name: 'Comment', exact: true }).tap()
    await page.locator('.frame img').nth(1).tap()
    await page.keyboard.type(comment)
    await page.getByRole('button', { name: 'Done' }).tap()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Request changes' }).tap()
  await page.getByText('You asked for').waitFor()

  const at = `/projects/${project.id}`
  const [round] = (await call('GET', `${at}/revisions`)).body.data
  t.equal(round.items.length, 2)
  const refused = await call('POST', `${at}/deliver`)
  t.equal(refused.body.code, 'open_revision_items')
  for (const { id } of round.items) {
    const done = { status: 'DONE', answer: 'Gladly' }
    t.equal((await call('PATCH', `${at}/revisions/${round.id}/items/${id}`, done)).status, 200)
  }
  await page.reload()
  await page.getByText('Show your request').tap()
  await page.getByText('Gladly').first().waitFor()
  const again = await call('POST', `${at}/deliver`)
  t.equal(again.status, 200)
  await page.reload()
  await page.getByText("There's a newer delivery").waitFor()

  await page.goto(`${api.url}/deliveries/${again.body.deliveryToken}`)
  await page.locator('.bar').getByRole('link', { name: 'Approve' }).tap()
  await page.getByRole('button', { name: 'Approve' }).tap()
  await page.getByText('You approved this delivery on').waitFor()

  // The second media process resumes the download interrupted at the first.
  archives.lead({ media: first.url })
  archives.cutNext(CUT_AT, { media: second.url })
  await page.getByRole('link', { name: 'Download' }).tap()
  await page.getByRole('radio', { name: /^Original/ }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download/ }).tap(),
  ])
  const zip = await readFile(await download.path())
  t.equal(archives.archives.at(-1)?.headers.range, `bytes=${CUT_AT}-`)
  const { body: delivery } = await call('GET', `${at}/delivery`)
  t.match(delivery, { state: 'APPROVED', downloadCount: 1 })
  const { path = '' } = archives.archives[0] ?? {}
  const whole = await fetch(second.url + path)
  t.ok(zip.equals(Buffer.from(await whole.arrayBuffer())), 'every byte is saved')
  t.equal(entriesOf(zip).length, 3)
  t.strictSame(await zipProblems(zip), [])
})
