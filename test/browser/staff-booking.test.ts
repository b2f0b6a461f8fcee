// docs/contract.md#c12-booking docs/contract.md#c12-accessible

import { testApp } from '@mediajobs/testing/api/app'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { openBrowser, takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import type { Page, Request } from 'playwright-core'
import t, { type Test } from 'tap'

/** Bytes of a page, its style sheets and its module, as they are sent. */
const MAX_BYTES = 30_720

t.test('booking in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const deliveryBaseUrl = 'http://127.0.0.1:3000/deliveries'
  const api = await testApp(t, { trustProxy: true, deliveryBaseUrl })
  const org = await api.createOrg()
  const call = (method: string, path: string, body?: unknown) =>
    api.request(method, path, { key: org.key, body })
  await call('PATCH', '/organization', { timeZone: 'America/Los_Angeles', locale: 'en-US' })
  const long = 'حديقة كبيرة '.repeat(16)
  for (const name of ['Gold: forty photos and a video', long]) {
    const offer = { name, priceAmount: 29_900, currency: 'USD', durationMinutes: 90 }
    await call('POST', '/packages', offer)
    await call('POST', '/add-ons', { ...offer, name: `Add: ${name}`.slice(0, 200) })
  }
  await call('POST', '/customers', { name: 'Ann Agent', email: 'ann@agents.test' })
  await call('POST', '/customers', { name: long, company: long, email: 'long@agents.test' })
  const browser = await openBrowser(t)
  const cookie = { name: 'session', value: await org.token(), url: api.url }
  const path = `${api.url}/app/${org.organizationId}/projects/new`

  async function openPage(options: object = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: VIEWPORTS.desk, ...options })
    await context.addCookies([cookie])
    return context.newPage()
  }

  await t.test(
    'axe-core finds nothing in the form of a booking, at any width [c12-accessible]',
    async (t) => {
      for (const [width, viewport] of Object.entries(VIEWPORTS)) {
        const page = await openPage({ viewport, colorScheme: width === 'desk' ? 'dark' : 'light' })
        await page.goto(`${path}?q=agents&customer=new`, { waitUntil: 'networkidle' })
        await page.getByText('Gold: forty').first().click()
        await page.getByText('Total').waitFor()
        await expectClean(t, page, `staff-booking-${width}`)
        await page.context().close()
      }
    },
  )

  await t.test('the address of a calendar is copied from the account [c12-feeds]', async (t) => {
    const page = await openPage({ viewport: VIEWPORTS.phone })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${api.url}/app/account`)
    await page.getByRole('button', { name: 'Create calendar link' }).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Copied').waitFor()
    t.match(await page.evaluate('navigator.clipboard.readText()'), /calendars\/.+\.ics$/)
    await expectClean(t, page, 'staff-account-calendar-phone')
    await page.context().close()
  })

  await t.test('by keyboard alone a job is booked, with a live price [c12-booking]', async (t) => {
    const page = await openPage()
    const requests: Request[] = []
    page.on('requestfinished', (request) => void requests.push(request))
    await page.goto(path, { waitUntil: 'networkidle' })
    const sizes = await Promise.all(requests.map((each) => each.sizes()))
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
    t.comment(`${requests.length} files, ${bytes} bytes`)
    t.ok(requests.length === 4 && bytes <= MAX_BYTES)
    await page.getByLabel('Street and number').fill('48 Alder Ridge Road')
    await page.getByLabel('Preferred time').fill('2099-05-01T09:30')
    await page.getByLabel('Search customers').focus()
    await page.keyboard.type('ann')
    await page.getByLabel('Ann Agent').waitFor()
    await page.keyboard.press('Enter')
    t.equal(page.url(), path, 'Enter in the search books nothing')
    await page.getByLabel('Ann Agent').focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Gold: forty photos and a video', { exact: false }).first().focus()
    await page.keyboard.press('Space')
    const price = page.locator('#quote')
    await price.getByText('$299.00').first().waitFor()
    await page.getByLabel('Add: Gold', { exact: false }).focus()
    await page.keyboard.press('Space')
    await price.getByText('$598.00').waitFor()
    await page.getByLabel('Discount code').fill('NOPE')
    await price.getByText('discount', { exact: false }).waitFor()
    await page.getByLabel('Discount code').fill('')
    await price.getByText('$598.00').waitFor()
    await page.getByLabel('Notes').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Job created.').waitFor()
    const { data } = (await call('GET', '/projects')).body
    const booked = data.filter((each: { addressLine1: string }) =>
      each.addressLine1.startsWith('48'),
    )
    t.match(booked, [{ scheduledTime: '2099-05-01T16:30:00.000Z' }])
    t.equal(booked.length, 1, JSON.stringify(booked))
    t.ok(booked[0].customerId && booked[0].packageId)
    await page.context().close()
  })
})

async function expectClean(t: Test, page: Page, name: string): Promise<void> {
  t.strictSame(await accessibilityProblems(page), [], name)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  t.equal(overflow, 0, `${name} is not wider than the window`)
  await takeScreenshot(page, name)
}
