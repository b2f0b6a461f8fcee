import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'
import { testApp } from '../api/app.ts'
import { DESKTOP, openBrowser } from './browser.ts'

interface Person {
  organizationId: string
  token(): Promise<string>
}

/** An api on plain HTTP, and Chromium at its staff pages. */
export async function staffInBrowser(t: Test, options: Parameters<typeof testApp>[1] = {}) {
  // Plain HTTP on loopback, which determines the session cookie's name.
  const deliveryBaseUrl = 'http://127.0.0.1:3000/deliveries'
  const api = await testApp(t, { trustProxy: true, deliveryBaseUrl, ...options })
  const browser = await openBrowser(t)
  return {
    api,
    browser,
    deliveryBaseUrl,
    /** Opens pages of the owner's organization, as the owner unless another person is named. */
    pagesOf: (owner: Person) => {
      const home = `${api.url}/app/${owner.organizationId}`
      return async (
        t: Test,
        path: string,
        options: BrowserContextOptions = DESKTOP,
        person: Pick<Person, 'token'> = owner,
      ): Promise<Page> => {
        const page = await signedInPage(t, browser, api.url, person, options)
        await page.goto(`${home}${path}`)
        return page
      }
    },
  }
}

/** A blank page in a separate context, closed when the test ends. A script error fails the test. */
export async function signedInPage(
  t: Test,
  browser: Browser,
  url: string,
  person: Pick<Person, 'token'>,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext(options)
  t.teardown(() => context.close())
  context.setDefaultTimeout(30_000)
  await context.addCookies([sessionCookie(await person.token(), url)])
  const page = await context.newPage()
  page.on('pageerror', (error) => t.fail(String(error.stack)))
  return page
}

export function sessionCookie(value: string, url: string) {
  return { name: 'session', value, url: new URL(url).origin }
}

/** The number of a loaded page's files and their bytes on the wire, pictures excluded. */
export async function weigh(page: Page): Promise<{ files: number; bytes: number }> {
  await page.waitForLoadState('networkidle')
  const sizes = await page.evaluate<number[]>(
    `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
      .filter(({ initiatorType }) => initiatorType !== 'img')
      .map(({ encodedBodySize }) => encodedBodySize)`,
  )
  return { files: sizes.length, bytes: sizes.reduce((sum, each) => sum + each, 0) }
}
