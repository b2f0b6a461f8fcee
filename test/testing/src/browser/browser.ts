import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import type { Test } from 'tap'
import { launchChromium } from './chromium.ts'

const SCREENSHOTS = fileURLToPath(new URL('../../../../.data/screenshots/', import.meta.url))

/** Every page is tested at both widths. */
export const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const

export const PHONE = { viewport: VIEWPORTS.phone, hasTouch: true, isMobile: true }
export const DESKTOP = { viewport: { width: 1440, height: 900 } }

let launched: Promise<Browser> | undefined

/**
 * Chromium, shared by the test files of this process. Everything a file opens is closed when the file ends, with
 * cookies and cache.
 */
export async function openBrowser(t: Pick<Test, 'teardown'>): Promise<Browser> {
  launched ??= launchChromium()
  const browser = await launched
  t.teardown(() => Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}

/** Writes a screenshot of the page to `.data/screenshots/NAME.png`. */
export async function takeScreenshot(page: Page, name: string, fullPage = true): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage })
}
