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

let launched: Promise<Browser> | undefined

/**
 * Chromium with nothing open. The test files of this process share it, one after the other: what a file
 * opens is closed at its end, with its cookies and its cache. Its web security rules stay on: the arguments
 * that `@sparticuz/chromium` recommends would switch them off.
 */
export async function openBrowser(t: Pick<Test, 'teardown'>): Promise<Browser> {
  launched ??= launch()
  const browser = await launched
  t.teardown(() => Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}

// It ends with this process.
async function launch(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({
    executablePath,
    env: { ...definedOf(process.env), ...env },
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  })
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
