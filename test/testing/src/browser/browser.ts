import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Test } from 'tap'
import { findChromium } from './chromium.ts'

const SCREENSHOTS = fileURLToPath(new URL('../../../../.data/screenshots/', import.meta.url))

/** Every page is tested at both widths. */
export const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 900 },
} as const

let launched: Promise<Browser> | undefined

/**
 * Chromium, shared by the test files of this process. What a file opens is closed at its end, with cookies and cache. Keeps
 * web security on, unlike the arguments recommended by `@sparticuz/chromium`.
 */
export async function openBrowser(t: Pick<Test, 'teardown'>): Promise<Browser> {
  launched ??= launch()
  const browser = await launched
  t.teardown(() => Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}

// Exits with this process.
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
