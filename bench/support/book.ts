import { anyAddress } from '@mediajobs/testing/api/request'
import type { Browser, Locator, Page } from 'playwright-core'
import { PHONE, slowDown } from './pages.ts'

/** One booking. */
export interface BookingSeen {
  /** From navigation to the paid order's page. */
  seconds: number
  /** Besides typing, including the provider's page. */
  taps: number
  /** Transferred bytes of the form, until its Pay button. */
  bytes: number
  /** Seconds to the First Contentful Paint of the form. */
  paint: number
}

const PAID_MS = 120_000
// A string: the types of Node.js lack paint entries.
const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`

/** Books and pays with an empty cache, as fast as the page allows. */
export async function bookOnPhone(browser: Browser, url: string): Promise<BookingSeen> {
  const { viewport, deviceScaleFactor } = PHONE
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    // Each visit comes from a different network.
    extraHTTPHeaders: { 'x-forwarded-for': anyAddress() },
  })
  try {
    context.setDefaultTimeout(PAID_MS)
    const page = await context.newPage()
    const tools = await slowDown(page)
    let bytes = 0
    tools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    let taps = 0
    const tap = async (target: Locator) => {
      taps += 1
      await target.tap()
    }
    const startedMs = performance.now()
    await page.goto(url)
    const paint = await paintOf(page)
    await choose(page, tap)
    const ofForm = bytes
    const pay = page.getByRole('button', { name: /^Pay \$/ })
    await tap(pay)
    await page.waitForURL((address) => address.origin !== new URL(url).origin)
    await tap(pay)
    await page.getByText("You're booked, and it's paid").waitFor()
    const seconds = (performance.now() - startedMs) / 1_000
    return { seconds, taps, bytes: ofForm, paint }
  } finally {
    await context.close()
  }
}

async function paintOf(page: Page): Promise<number> {
  await page.waitForFunction(FIRST_PAINT)
  return Number(await page.evaluate(FIRST_PAINT)) / 1_000
}

/** All steps up to the payment. */
async function choose(page: Page, tap: (target: Locator) => Promise<void>): Promise<void> {
  const go = page.locator('.dock .go')
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
  await tap(page.getByLabel('Street address'))
  for (const text of ['1726 Colorado St', '', 'Pasadena', 'CA', '91106', '1,850']) {
    await page.keyboard.type(text)
    if (text !== '1,850') await page.keyboard.press('Tab')
  }
  await tap(go)
  await heading('What do you need?')
  await tap(page.getByText('Signature', { exact: true }))
  await page.locator('.dock').getByText('$420.00').waitFor()
  await tap(page.getByText('Twilight photo'))
  await page.locator('.dock').getByText('$540.00').waitFor()
  await tap(go)
  await heading('When should we come?')
  await tap(page.locator('.days > label').nth(1))
  await tap(page.locator('.days fieldset:visible .chip').first())
  await tap(page.getByRole('button', { name: /^Hold / }))
  await heading('Almost done')
  await tap(page.getByLabel('Name'))
  await page.keyboard.type('Ann Agent')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ann@clients.example')
  await tap(page.getByLabel('I accept the terms.'))
}
