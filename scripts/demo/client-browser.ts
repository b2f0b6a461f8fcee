// The client's actions on a phone, in a real browser.
import { stat } from 'node:fs/promises'
import { launchChromium, whyNoChromium } from '@mediajobs/testing/browser/chromium'
import type { Page } from 'playwright-core'
import { DemoError } from './receiver.ts'

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const PAID_LIMIT_MS = 60_000
const PREPARED_LIMIT_MS = 300_000

/**
 * Opens a locked delivery, pays at the payment emulator of `dev`, and downloads.
 *
 * @returns whether it was paid; prints the reason if not
 */
export async function payAndDownload(
  deliveryUrl: string,
  say: (line: string) => void,
): Promise<boolean> {
  const missing = whyNoChromium()
  if (missing) {
    say(missing)
    return false
  }
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ ...PHONE, locale: 'en-US' })
    await page.goto(deliveryUrl)
    await page.getByRole('link', { name: /^Pay/ }).tap()
    if (!(await pay(page, say))) return false
    await page.goto(deliveryUrl)
    say('unlocked    by the payment')
    await download(page, say)
    return true
  } finally {
    await browser.close()
  }
}

async function pay(page: Page, say: (line: string) => void): Promise<boolean> {
  const button = page.getByRole('button', { name: /^Pay \$/ })
  await page.waitForURL('**/pay/**')
  const payUrl = new URL(page.url())
  if ((await button.count()) === 0) {
    say('no payment provider is connected')
    return false
  }
  await button.tap()
  await page.waitForURL((url) => url.origin !== payUrl.origin)
  // Never pays at a real provider.
  if (!/^(?:127\.|localhost$)/.test(new URL(page.url()).hostname)) {
    say(`not paying at ${page.url()}: it isn't dev's emulator`)
    return false
  }
  say(`the client pays by card: ${page.url()}`)
  await button.tap()
  await page.waitForURL((url) => url.origin === payUrl.origin)
  await page.getByText('Thank you!').waitFor({ timeout: PAID_LIMIT_MS })
  return true
}

async function download(page: Page, say: (line: string) => void): Promise<void> {
  const save = page.locator('#save')
  if ((await save.count()) === 0) {
    say('the download is being prepared')
    // The page reloads itself.
    await save.waitFor({ state: 'attached', timeout: PREPARED_LIMIT_MS }).catch(() => {
      throw new DemoError('The download is not ready: is a media process running?')
    })
  }
  await page.getByRole('link', { name: 'Download' }).tap()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download/ }).tap(),
  ])
  const { size } = await stat(await file.path())
  say(`the client downloads ${file.suggestedFilename()}: ${Math.round(size / 1_000)} kB`)
}
