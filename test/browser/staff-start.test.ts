// docs/contract.md#c12-first-hour docs/contract.md#c12-accessible

import { DESKTOP, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectLook } from '@mediajobs/testing/browser/looks'
import { staffInBrowser } from '@mediajobs/testing/browser/staff-pages'
import t, { type Test } from 'tap'

const BROWSER = { timezoneId: 'America/Los_Angeles', locale: 'en-US' }

t.test('the first hour in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, browser } = await staffInBrowser(t)

  await t.test(
    'a browser without a language still gives a valid tag [c12-first-hour]',
    async (t) => {
      const org = await api.createOrg()
      const page = await enter(t, org, { locale: undefined })
      await page.getByText('dates and money in English').waitFor()
      const { body } = await org.call('GET', '/organization')
      t.match(body, { locale: /^en(-US)?$/ })
    },
  )

  /** Signs in at the service's URL. */
  async function enter(t: Test, org: { email: string; password: string }, options: object) {
    const context = await browser.newContext({ ...BROWSER, ...options })
    t.teardown(() => context.close())
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => t.fail(String(error.stack)))
    await page.goto(`${api.url}/`)
    await page.getByLabel('Email').fill(org.email)
    await page.getByLabel('Password').fill(org.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Five steps to the first delivery.').waitFor()
    return page
  }

  for (const [width, viewport] of Object.entries({
    phone: VIEWPORTS.phone,
    desktop: DESKTOP.viewport,
  })) {
    await t.test(
      `on a ${width}, a new organization gets its first browser's time zone and language [c12-first-hour]`,
      async (t) => {
        const org = await api.createOrg()
        const { call } = org
        const page = await enter(t, org, { viewport })
        await page.getByText('Times are in Pacific Time').waitFor()
        t.match((await call('GET', '/organization')).body, {
          timeZone: BROWSER.timezoneId,
          locale: BROWSER.locale,
        })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await expectLook(t, page, `staff-start-${width}-${colorScheme}`)
        }
        await page.getByRole('link', { name: 'Add a package' }).click()
        t.equal(await page.getByLabel('Currency').inputValue(), 'USD')
        await page.getByLabel('Name').fill('Gold')
        await page.locator('#priceAmount').fill('299')
        await page.getByRole('button', { name: 'Add a package' }).click()
        await page.getByText('Added.').waitFor()
        await page.goto(`${api.url}/app/${org.organizationId}/board`)
        await page.locator('.step.done', { hasText: 'Add a package' }).waitFor()
        await page.getByRole('button', { name: 'Allow it' }).click()
        await page.locator('.step.done', { hasText: 'Let people start' }).waitFor()
        t.match((await call('GET', '/organization')).body, { techniciansStart: true })
        await page.getByRole('button', { name: 'Hide this list' }).click()
        await page.getByText('No jobs yet').waitFor()
      },
    )
  }

  await t.test(
    'a sample job has photos, can be delivered, and is removed with one click [c12-first-hour]',
    async (t) => {
      const org = await api.createOrg()
      const call = (method: string, path: string) => org.call(method, path)
      const page = await enter(t, org, DESKTOP)
      await page.getByText('Times are in Pacific Time').waitFor()
      await page.getByRole('button', { name: 'Look around with a sample job' }).click()
      await page.getByText('The sample job has three photos now.').waitFor()
      await expectLook(t, page, 'staff-start-sample')
      const [sample] = (await call('GET', '/projects')).body.data
      const { data: media } = (await call('GET', `/projects/${sample.id}/media`)).body
      t.strictSame(
        media.map(({ filename }: { filename: string }) => filename),
        ['front.jpg', 'room.jpg', 'garden.jpg'],
      )
      for (const { cdnUrl } of media) {
        const bytes = Buffer.from(await (await fetch(cdnUrl)).arrayBuffer())
        t.equal(bytes.subarray(0, 2).toString('hex'), 'ffd8', 'a JPEG')
        t.ok(bytes.length < 200_000, `${bytes.length} bytes`)
      }
      await page.getByRole('link', { name: 'Open it' }).click()
      await page.getByRole('link', { name: 'Deliver' }).first().click()
      await page.waitForURL(/preview/)
      await page.goto(`${api.url}/app/${org.organizationId}/board`)
      await page.getByRole('button', { name: 'Remove it' }).click()
      await page.getByText('Five steps to the first delivery.').waitFor()
      t.strictSame((await call('GET', `/projects/${sample.id}/media`)).body.data, [])
    },
  )
})
