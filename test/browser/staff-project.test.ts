// docs/contract.md#c12-project docs/contract.md#c12-accessible

import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { DESKTOP, PHONE, takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { expectLook } from '@mediajobs/testing/browser/looks'
import { smallTargets } from '@mediajobs/testing/browser/small-targets'
import { staffInBrowser, weigh } from '@mediajobs/testing/browser/staff-pages'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'

/** Transferred bytes of the page, its style sheets and its module. */
const MAX_BYTES = 30_720

t.test('the project page in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf, deliveryBaseUrl } = await staffInBrowser(t)
  const { org, shoot, addPhoto, addMedia, deliver, client, call } = await openGallery(api)
  const long = 'حديقة كبيرة '.repeat(10)
  const { body: customer } = await call('POST', '/customers', { name: long, email: 'a@b.test' })
  const { body: gold } = await call('POST', '/packages', {
    name: 'Forty photos and a video',
    priceAmount: 29_900,
    currency: 'USD',
  })
  const projectId = await shoot(4, {
    notes: 'Ring twice.\nThe dog is friendly.',
    customerId: customer.id,
    packageId: gold.id,
  })
  const media = async () => (await call('GET', `/projects/${projectId}/media`)).body.data
  const [first, second] = await media()
  const pair = { alteredFromMediaId: first.id, alterationKind: 'SKY' } as const
  await addPhoto(projectId, 4, { ...pair, filename: `${long}.jpg` })
  const items = [
    { mediaId: first.id, comment: 'Remove the cable', x: 0.3, y: 0.6 },
    { mediaId: first.id, comment: 'And the bin', x: 0.7, y: 0.8 },
    { mediaId: second.id, comment: long },
  ]
  const token = await deliver(projectId, { message: 'Enjoy the pictures' })
  await client(token).requestRevision({ comment: 'Nearly there', items })
  await call('POST', `/projects/${projectId}/invoice`)
  const path = `/projects/${projectId}`
  const paths = {
    page: path,
    file: `${path}/files/${(await media())[4].id}`,
    preview: `${path}/preview`,
  }
  const open = pagesOf(org)
  const phone = { viewport: VIEWPORTS.phone }

  await t.test('a notice is shown once', async (t) => {
    const page = await open(t, `${path}?done=answered#changes`, phone)
    t.equal(await page.getByText('Answer saved.').count(), 1)
    t.equal(new URL(page.url()).hash, '#changes')
    await page.reload()
    t.equal(await page.getByText('Answer saved.').count(), 0)
  })

  await t.test(
    'axe-core finds nothing, at any width and color scheme [c12-accessible]',
    async (t) => {
      for (const [width, viewport] of Object.entries(VIEWPORTS)) {
        for (const colorScheme of ['light', 'dark'] as const) {
          for (const [name, address] of Object.entries(paths)) {
            // The project page has all the other pages' colors.
            if (colorScheme === 'dark' && name !== 'page') continue
            const page = await open(t, address, { viewport, colorScheme })
            await page.waitForLoadState('networkidle')
            await expectClean(t, page, `${name}-${width}-${colorScheme}`)
          }
        }
      }
    },
  )

  await t.test(
    'a file is dragged to another place, and the order is saved [c12-project]',
    async (t) => {
      const page = await open(t, path, { viewport: VIEWPORTS.desktop })
      const { files, bytes } = await weigh(page)
      t.ok(files >= 4 && bytes <= MAX_BYTES, `${files} files, ${bytes} bytes`)
      const tiles = page.locator('.files-grid li')
      await tiles.nth(0).dragTo(tiles.nth(2))
      await page.getByText('File moved.').waitFor()
      const order = async () => (await media()).map(({ id }: { id: string }) => id)
      const shown = () =>
        tiles.evaluateAll((all) => all.map((each) => Reflect.get(each, 'dataset').id))
      t.equal((await order())[2], first.id)
      t.strictSame(await shown(), await order())
      t.equal(await tiles.nth(2).locator('[data-number]').textContent(), '3')
      await page.route('**/media/reorder', (route) => route.abort())
      await tiles.nth(0).dragTo(tiles.nth(3))
      await page.getByText("The file wasn't moved.").waitFor()
      t.strictSame(await shown(), await order(), 'it moves back')
    },
  )

  await t.test('the link for the client is copied [c12-project]', async (t) => {
    const page = await open(t, path, phone)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByText('Copied').waitFor()
    t.equal(await page.evaluate('navigator.clipboard.readText()'), `${deliveryBaseUrl}/${token}`)
  })

  await t.test('a link just opened by its client can be revoked [c12-project]', async (t) => {
    const project = await shoot(1)
    const link = client(await deliver(project, {}))
    const page = await open(t, `/projects/${project}`, phone)
    t.equal((await link.view()).status, 204)
    const revoke = page.getByText('Revoke the link')
    await revoke.first().click()
    await page.getByText('This link and all earlier ones will stop working.').waitFor()
    await page.getByRole('button', { name: 'Revoke the link' }).click()
    await page.getByText('Link revoked.').waitFor()
    t.equal((await link.open()).status, 404)
  })

  await t.test(
    "the client's view aligns with other pages, and its links are large enough for touch [c12-accessible]",
    async (t) => {
      for (const options of [PHONE, DESKTOP]) {
        const page = await open(t, path, options)
        const left = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.x
        const usual = await left()
        const website = await page.getByRole('link', { name: 'Property website' }).boundingBox()
        t.ok(website && website.height <= 46, `in one line: ${website?.height}`)
        await page.goto(`${api.url}/app/${org.organizationId}${paths.preview}`)
        t.equal(await left(), usual)
        await page.getByRole('link', { name: 'Original' }).waitFor()
        if (options === PHONE) t.strictSame(await smallTargets(page), [])
      }
    },
  )

  await t.test('a video plays on its page [c12-project]', async (t) => {
    const filmed = await shoot(0)
    await addMedia(filmed, {
      type: 'VIDEO',
      contentType: 'video/mp4',
      filename: 'walk through.mp4',
      cdnUrl: `${api.url}/health/live`,
    })
    const page = await open(t, `/projects/${filmed}`, phone)
    const asked = page.waitForRequest((request) => request.resourceType() === 'media')
    await page.getByRole('link', { name: 'walk through.mp4' }).click()
    await asked
    await expectClean(t, page, 'video')
  })

  await t.test('an invoice prints on its own, in light colors [c12-project]', async (t) => {
    const page = await open(t, path, { viewport: VIEWPORTS.desktop, colorScheme: 'dark' })
    await page.getByRole('link', { name: 'Open and print' }).click()
    await page.getByRole('button', { name: 'Print' }).waitFor()
    t.strictSame(await accessibilityProblems(page), [])
    await page.emulateMedia({ media: 'print' })
    t.notOk(await page.locator('.top').isVisible())
    t.notOk(await page.getByRole('button', { name: 'Print' }).isVisible())
    await takeScreenshot(page, 'staff-project-invoice-print')
  })
})

/** Opens all menus: their contents must be clean too. */
async function expectClean(t: Test, page: Page, name: string): Promise<void> {
  for (const menu of await page.locator('main summary:visible').all()) await menu.click()
  await expectLook(t, page, `staff-project-${name}`)
}
