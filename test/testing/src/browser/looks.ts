import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'
import { anyAddress } from '../api/request.ts'
import { accessibilityProblems } from './axe.ts'
import { takeScreenshot, VIEWPORTS } from './browser.ts'
import { sessionCookie } from './staff-pages.ts'

const SIDEWAYS = 'document.documentElement.scrollWidth - innerWidth'
const SCHEMES = ['light', 'dark'] as const

interface Watch {
  /** Whether an error is expected. All others are faults. */
  isExpected?(message: string, from: string): boolean
  /** Token of a signed-in person. */
  session?: string
}

/** Opens a page in a separate context. `faults` collects its console and script errors. */
export async function openWatched(
  t: Test,
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  { isExpected = () => false, session }: Watch = {},
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext(options)
  t.teardown(() => context.close())
  if (session) await context.addCookies([sessionCookie(session, url)])
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error' && !isExpected(message.text(), url)) faults.push(message.text())
  })
  await page.goto(url)
  return { page, faults }
}

/** {@link openWatched} as a client on a phone, from a separate network: opening deliveries is limited per network. */
export function openAsClient(
  t: Test,
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  watch: Watch = {},
) {
  const extraHTTPHeaders = { 'x-forwarded-for': anyAddress() }
  const client = { viewport: VIEWPORTS.phone, extraHTTPHeaders, ...options }
  return openWatched(t, browser, url, client, watch)
}

/** Checks an open page at both widths and color schemes: accessible, without overflow. Takes screenshots. */
export async function expectGood(t: Test, page: Page, name: string, isWhole = true): Promise<void> {
  const before = page.viewportSize()
  for (const [width, viewport] of Object.entries(VIEWPORTS)) {
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await expectLook(t, page, `${name}-${width}-${colorScheme}`, isWhole)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}

/** {@link expectGood} for several pages, each reopened for every device and color scheme. */
export async function expectGoodPages(
  t: Test,
  pages: Readonly<Record<string, string>>,
  open: (t: Test, path: string, options: BrowserContextOptions) => Promise<Page>,
  devices: Readonly<Record<string, BrowserContextOptions>>,
): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    await t.test(`${name} is accessible on a desktop and a phone, in light and dark`, async (t) => {
      for (const [device, options] of Object.entries(devices)) {
        for (const colorScheme of SCHEMES) {
          const page = await open(t, path, { ...options, colorScheme })
          await expectLook(t, page, `${name}-${device}-${colorScheme}`)
          await page.context().close()
        }
      }
    })
  }
}

/** Expects an open page to be accessible and not to scroll sideways. Takes a screenshot. */
export async function expectLook(t: Test, page: Page, name: string, isWhole = true): Promise<void> {
  t.strictSame(await accessibilityProblems(page), [], name)
  t.ok(Number(await page.evaluate(SIDEWAYS)) <= 0, `${name} doesn't scroll sideways`)
  await takeScreenshot(page, name, isWhole)
}

// On a busy machine, Chromium may paint a line before its end arrives. That shifts a few pixels of an icon: about
// 0.00002.
const LEAST_SHIFT = 0.001

/** The sum of the visible layout shifts since the page began to load. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) if (value >= ${LEAST_SHIFT}) sum += value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 300)
  })`)
}
