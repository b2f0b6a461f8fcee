import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Test } from 'tap'
import { findChromium } from './chromium.ts'

const SCREENSHOTS = fileURLToPath(new URL('../../../../.data/screenshots/', import.meta.url))

/** The widths at which every page is tested: a phone and a desk. */
export const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 900 },
} as const

/**
 * Starts Chromium until the test ends. Its web security rules stay on: the arguments that
 * `@sparticuz/chromium` recommends would switch them off.
 */
export async function openBrowser(t: Pick<Test, 'teardown'>): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath,
    env: { ...definedOf(process.env), ...env },
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  })
  t.teardown(() => browser.close())
  return browser
}

/** Writes a screenshot of the page to `.data/screenshots/NAME.png`. */
export async function takeScreenshot(page: Page, name: string, fullPage = true): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage })
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}
