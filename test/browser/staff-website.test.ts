// docs/contract.md#c23-form: a website's form in a browser, with a live preview.

import { HOUSE } from '@mediajobs/testing/api/published-site'
import { DESKTOP, PHONE } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { expectGood, openWatched } from '@mediajobs/testing/browser/looks'
import { staffInBrowser } from '@mediajobs/testing/browser/staff-pages'
import type { BrowserContextOptions } from 'playwright-core'
import t, { type Test } from 'tap'

t.test('creating a website in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, browser } = await staffInBrowser(t)
  const { org, call, shoot, deliver } = await openGallery(api)
  await call('PATCH', '/organization', { name: 'Harbor Light', colour: '#1f4fd8', locale: 'en-US' })
  const jane = { name: 'Jane Keys', email: 'jane@keys.example', phone: '+1 626 555 0123' }
  const { body: customer } = await call('POST', '/customers', jane)
  const projectId = await shoot(6, { ...HOUSE, customerId: customer.id })
  await deliver(projectId)
  const project = `${api.url}/app/${org.organizationId}/projects/${projectId}`
  const read = async () => (await call('GET', `/projects/${projectId}/website`)).body

  const open = async (t: Test, options: BrowserContextOptions, url = `${project}/website`) =>
    openWatched(t, browser, url, options, { session: await org.token() })

  await t.test('staff make both pages, using every button [c23-form]', async (t) => {
    const { page, faults } = await open(t, DESKTOP, project)
    await page.getByRole('link', { name: 'Property website' }).click()
    const preview = page.frameLocator('iframe:not(.coming)')
    await preview.getByRole('heading', { name: '859 Orange Grove Blvd' }).waitFor()
    await expectGood(t, page, 'staff-website-new')

    await page.getByLabel('Headline').fill('Light on three sides')
    await preview.getByRole('heading', { name: 'Light on three sides' }).waitFor()
    await page.getByLabel('Description').fill('A corner house with a garden.')
    await page.getByLabel('Bedrooms').fill('4')
    await page.getByLabel('Price', { exact: true }).fill('895000')
    await preview.getByText('$895,000').waitFor()
    t.equal(await page.locator('#update').isVisible(), false, 'it updates by itself')

    await page.getByLabel('Everything in the newest delivery, in its order').uncheck()
    const tiles = page.locator('#tiles li')
    await tiles.nth(0).getByRole('checkbox').uncheck()
    await tiles
      .nth(3)
      .getByRole('button', { name: /^Move earlier/ })
      .click()
    await page.getByText('Now 3 of 6').waitFor({ state: 'attached' })
    await tiles
      .nth(2)
      .getByRole('button', { name: /^Move later/ })
      .click()
    await tiles.nth(5).dragTo(tiles.nth(1))
    await page
      .locator('[name="tours-url"]')
      .first()
      .fill('https://my.matterport.com/show/?m=SxQL3iGyoDo')
    await preview.getByText('Start 3D tour').waitFor()
    await page.getByLabel('Desktop').check()
    t.ok(Number(await preview.locator('html').evaluate('innerWidth')) > 1_200)
    const { x = 0, width = 0 } =
      (await page.locator('.frames iframe:not(.coming)').boundingBox()) ?? {}
    t.ok(width > 300 && x + width <= DESKTOP.viewport.width, `${width} px`)
    await page.getByLabel('Phone', { exact: true }).first().check()
    await expectGood(t, page, 'staff-website-written')
    const wanted = await tiles
      .locator('input[name="mediaIds"]:checked')
      .evaluateAll((all) => all.map((each) => (each as unknown as { value: string }).value))
    t.equal(wanted.length, 5)

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    t.match(await read(), { status: 'DRAFT', headline: 'Light on three sides', mediaIds: wanted })
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await page.getByText('Published. Both pages are open.').waitFor()
    t.equal((await read()).status, 'LIVE')
    for (const id of ['branded', 'unbranded']) {
      await page.locator(`[data-copy="${id}"]`).click()
      await page
        .locator(`:has(> [data-copy="${id}"]) [role="status"]`)
        .getByText(/Copied|Selected/)
        .waitFor()
    }
    const { brandedUrl } = await read()
    t.equal(
      await page.getByRole('link', { name: 'Open', exact: true }).first().getAttribute('href'),
      brandedUrl,
    )
    const spaces = await page.evaluate<number[]>(
      `[['.place', '#addresses h2'], ['#addresses .actions', '#addresses .field:has(#unbranded)']].map(([above, below]) =>
        document.querySelector(below).getBoundingClientRect().top - document.querySelector(above).getBoundingClientRect().bottom)`,
    )
    t.ok(
      spaces.every((space) => space >= 12),
      `${spaces} px between the parts of the addresses`,
    )
    await expectGood(t, page, 'staff-website-live')

    const lead = { name: 'Sam Doe', email: 'sam@visitor.example', message: 'On Saturday?' }
    const path = new URL(brandedUrl).pathname
    await api.request('POST', `${path}/leads`, { body: lead })
    await api.request('POST', `${path}/views`, {})
    await page.reload()
    await page.getByText('On Saturday?').waitFor()
    await page.getByText('Day by day').click()
    await expectGood(t, page, 'staff-website-visited')

    await page.locator('summary', { hasText: 'Take offline' }).click()
    await page.getByRole('button', { name: 'Take offline' }).click()
    await page.getByText('Both pages are closed.', { exact: true }).waitFor()
    t.equal((await read()).status, 'OFFLINE')
    await page.goBack()
    t.match(page.url(), '/website', 'the preview left nothing in the history')
    t.strictSame(faults, [])
  })

  await t.test(
    'the form works on phones, without JavaScript [c12-without-javascript]',
    async (t) => {
      const { page } = await open(t, { ...PHONE, javaScriptEnabled: false })
      const bar = await page.getByRole('navigation', { name: 'Pages' }).boundingBox()
      const update = await page.getByRole('button', { name: 'Update preview' }).boundingBox()
      if (!bar || !update) throw new Error('a part is missing')
      t.ok(update.y > 0 && update.y + update.height <= bar.y, 'the buttons stay above the bar')
      await page.getByLabel('Headline').fill('Written by hand')
      await page.getByRole('button', { name: 'Update preview' }).click()
      const frame = page.frameLocator('iframe')
      await frame.getByRole('heading', { name: 'Written by hand' }).waitFor()
      const [, second] = await page.locator('[name="mediaIds"]').all()
      const id = (await second?.getAttribute('value')) ?? ''
      await page.locator(`[name="place-${id}"]`).fill('9')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved.').waitFor()
      t.match(await read(), { headline: 'Written by hand' })
      t.equal((await read()).mediaIds.at(-1), id)
    },
  )
})
