// docs/contract.md#c12-project docs/contract.md#c12-accessible

import { testApp } from '@mediajobs/testing/api/app'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import {
  DESKTOP,
  openBrowser,
  PHONE,
  takeScreenshot,
  VIEWPORTS,
} from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { smallTargets } from '@mediajobs/testing/browser/small-targets'
import type { Page, Request } from 'playwright-core'
import t, { type Test } from 'tap'

/** Transferred bytes of the page, its style sheets and its module. */
const MAX_BYTES = 30_720

const skip = whyNoChromium() ?? false

t.test('the page of a project in a browser', { skip }, async (t) => {
  const deliveryBaseUrl = 'http://127.0.0.1:3000/deliveries'
  const api = await testApp(t, { trustProxy: true, deliveryBaseUrl })
  const { org, shoot, addPhoto, deliver, client, call } = await openGallery(api)
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
  const path = `/app/${org.organizationId}/projects/${projectId}`
  const paths = {
    page: path,
    file: `${path}/files/${(await media())[4].id}`,
    preview: `${path}/preview`,
  }
  const browser = await openBrowser(t)
  const cookie = { name: 'session', value: await org.token(), url: api.url }

  await t.test('a notice is shown once', async (t) => {
    const context = await browser.newContext({ viewport: VIEWPORTS.phone })
    await context.addCookies([cookie])
    const page = await context.newPage()
    await page.goto(`${api.url}${path}?done=answered#changes`)
    t.equal(await page.getByText('Answer saved.').count(), 1)
    t.equal(new URL(page.url()).hash, '#changes')
    await page.reload()
    t.equal(await page.getByText('Answer saved.').count(), 0)
    await context.close()
  })

  await t.test(
    'axe-core finds nothing, at any width and color scheme [c12-accessible]',
    async (t) => {
      for (const [width, viewport] of Object.entries(VIEWPORTS)) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const context = await browser.newContext({ viewport, colorScheme })
          await context.addCookies([cookie])
          const page = await context.newPage()
          for (const [name, address] of Object.entries(paths)) {
            // The project page has all the other pages' colors.
            if (colorScheme === 'dark' && name !== 'page') continue
            await page.goto(`${api.url}${address}`, { waitUntil: 'networkidle' })
            await expectClean(t, page, `${name}-${width}-${colorScheme}`)
          }
          await context.close()
        }
      }
    },
  )

  await t.test(
    'a file is dragged to another place, and the order is saved [c12-project]',
    async (t) => {
      const context = await browser.newContext({ viewport: VIEWPORTS.desktop })
      await context.addCookies([cookie])
      const page = await context.newPage()
      const requests: Request[] = []
      page.on('requestfinished', (request) => void requests.push(request))
      await page.goto(`${api.url}${path}`, { waitUntil: 'networkidle' })
      const own = requests.filter((each) => each.resourceType() !== 'image')
      const sizes = await Promise.all(own.map((each) => each.sizes()))
      const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
      t.comment(`${own.length} files, ${bytes} bytes`)
      t.ok(own.length >= 4 && bytes <= MAX_BYTES, `${bytes} bytes`)
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
      await context.close()
    },
  )

  await t.test('the link for the client is copied [c12-project]', async (t) => {
    const context = await browser.newContext({ viewport: VIEWPORTS.phone })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await context.addCookies([cookie])
    const page = await context.newPage()
    await page.goto(`${api.url}${path}`)
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByText('Copied').waitFor()
    t.equal(await page.evaluate('navigator.clipboard.readText()'), `${deliveryBaseUrl}/${token}`)
    await context.close()
  })

  await t.test('a link just opened by its client can be revoked [c12-project]', async (t) => {
    const project = await shoot(1)
    const link = client(await deliver(project, {}))
    const context = await browser.newContext({ viewport: VIEWPORTS.phone })
    await context.addCookies([cookie])
    const page = await context.newPage()
    await page.goto(`${api.url}/app/${org.organizationId}/projects/${project}`)
    t.equal((await link.view()).status, 204)
    const revoke = page.getByText('Revoke the link')
    await revoke.first().click()
    await page.getByText('This link and all earlier ones will stop working.').waitFor()
    await page.getByRole('button', { name: 'Revoke the link' }).click()
    await page.getByText('Link revoked.').waitFor()
    t.equal((await link.open()).status, 404)
    await context.close()
  })

  await t.test(
    "the client's view aligns with other pages, and its links are large enough for touch [c12-accessible]",
    async (t) => {
      for (const options of [PHONE, DESKTOP]) {
        const context = await browser.newContext(options)
        await context.addCookies([cookie])
        const page = await context.newPage()
        const left = async (address: string) => {
          await page.goto(`${api.url}${address}`)
          return (await page.getByRole('heading', { level: 1 }).boundingBox())?.x
        }
        const usual = await left(path)
        const website = await page.getByRole('link', { name: 'Property website' }).boundingBox()
        t.ok(website && website.height <= 46, `in one line: ${website?.height}`)
        t.equal(await left(paths.preview), usual)
        await page.getByRole('link', { name: 'Original' }).waitFor()
        if (options === PHONE) t.strictSame(await smallTargets(page), [])
        await context.close()
      }
    },
  )

  await t.test('an invoice prints on its own, in light colors [c12-project]', async (t) => {
    const context = await browser.newContext({ viewport: VIEWPORTS.desktop, colorScheme: 'dark' })
    await context.addCookies([cookie])
    const page = await context.newPage()
    await page.goto(`${api.url}${path}`)
    await page.getByRole('link', { name: 'Open and print' }).click()
    await page.getByRole('button', { name: 'Print' }).waitFor()
    t.strictSame(await accessibilityProblems(page), [])
    await page.emulateMedia({ media: 'print' })
    t.notOk(await page.locator('.top').isVisible())
    t.notOk(await page.getByRole('button', { name: 'Print' }).isVisible())
    await takeScreenshot(page, 'staff-project-invoice-print')
    await context.close()
  })
})

/** Opens all menus: their contents must be clean too. */
async function expectClean(t: Test, page: Page, name: string): Promise<void> {
  for (const menu of await page.locator('main summary:visible').all()) await menu.click()
  t.strictSame(await accessibilityProblems(page), [], name)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  t.equal(overflow, 0, `${name} is not wider than the window`)
  await takeScreenshot(page, `staff-project-${name}`)
}
