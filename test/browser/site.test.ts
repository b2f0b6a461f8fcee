// docs/contract.md#c23-branded-page to #c23-print: a property's two pages in a browser.

import { testApp } from '@mediajobs/testing/api/app'
import { HOUSE, WEBSITE } from '@mediajobs/testing/api/published-site'
import { DESKTOP, openBrowser, PHONE } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { expectGood, openWatched } from '@mediajobs/testing/browser/looks'
import { eventually } from '@mediajobs/testing/eventually'
import type { BrowserContextOptions, Page } from 'playwright-core'
import t, { type Test } from 'tap'

const skip = whyNoChromium() ?? false
const PHOTOS = 9
const TOUR = '<!doctype html><title>Tour</title><p>The tour</p>'

t.test('property websites in a browser', { skip }, async (t) => {
  const api = await testApp(t, { trustProxy: true })
  const { call, shoot, addPhoto, addMedia, deliver } = await openGallery(api)
  await call('PATCH', '/organization', { name: 'Harbor Light', colour: '#1f4fd8', locale: 'en-US' })
  const projectId = await shoot(PHOTOS, HOUSE)
  const [first] = (await call('GET', `/projects/${projectId}/media`)).body.data
  await addPhoto(projectId, PHOTOS, {
    alteredFromMediaId: first.id,
    alterationKind: 'VIRTUAL_STAGING',
    alterationNote: 'Sofa and lamp are not in the house.',
  })
  await addPhoto(projectId, PHOTOS + 1, { type: 'FLOORPLAN' })
  // Confirmed before the files' host was changed.
  const cdnUrl = first.preview.thumbUrl.replace('127.0.0.1', 'localhost')
  const film = { type: 'VIDEO', contentType: 'video/mp4', position: PHOTOS + 3, cdnUrl } as const
  await addMedia(projectId, film)
  await deliver(projectId)
  const path = `/projects/${projectId}/website`
  t.equal((await call('PUT', path, WEBSITE)).status, 200)
  const { body: website } = await call('POST', `${path}/publish`, {})
  const [site, tour] = [website.brandedUrl, website.unbrandedUrl].map(
    (url) => `${api.url}${new URL(url).pathname}`,
  ) as [string, string]
  const browser = await openBrowser(t)

  async function open(t: Test, url: string, options: BrowserContextOptions = PHONE) {
    // The URL of the film leads nowhere.
    const isExpected = (message: string) => /\b40[034]\b/.test(message)
    const { page, faults } = await openWatched(t, browser, 'about:blank', options, { isExpected })
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await page.route(/my\.matterport\.com|youtube/, (route) =>
      route.fulfill({ contentType: 'text/html', body: TOUR }),
    )
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    return { page, faults, hosts }
  }

  await t.test(
    'both pages are accessible at any width and color scheme [c23-branded-page, c23-unbranded-page]',
    async (t) => {
      for (const [name, url] of Object.entries({ site, tour })) {
        const { page, faults } = await open(t, url)
        await expectGood(t, page, `${name}-page`)
        t.strictSame(faults, [])
      }
    },
  )

  await t.test(
    'each photo opens in the viewer, which says what was altered [c23-branded-page]',
    async (t) => {
      const { page, faults } = await open(t, site, DESKTOP)
      await page.locator('.grid li').first().locator('a').click()
      const position = page.locator('.viewer [role=status]')
      t.equal(await position.textContent(), `2 of ${PHOTOS + 1}`)
      t.equal(await page.locator('.viewer [aria-label="Download"]').isVisible(), false)
      t.equal(await page.getByRole('button', { name: 'Comment' }).count(), 0)
      await page.getByRole('button', { name: 'Zoom' }).click()
      await page.getByRole('button', { name: 'Zoom' }).click()
      for (let at = 2; at <= PHOTOS; at++) await page.keyboard.press('ArrowRight')
      t.equal(await position.textContent(), `${PHOTOS + 1} of ${PHOTOS + 1} · Virtually staged`)
      await expectGood(t, page, 'site-viewer', false)
      await page.keyboard.press('Escape')
      t.equal(await page.locator('.viewer[open]').count(), 0)
      t.strictSame(faults, [])
    },
  )

  await t.test(
    'no other host is contacted before a tour is started [c23-tour-frames]',
    async (t) => {
      for (const url of [site, tour]) {
        const { page, faults, hosts } = await open(t, url)
        t.notOk([...hosts].some((host) => /matterport|youtube|tours\.example/.test(host)))
        await page.getByRole('link', { name: /^Start 3D tour/ }).tap()
        await page.frameLocator('iframe').getByText('The tour').waitFor()
        t.ok(hosts.has('my.matterport.com'))
        const frame = await page.locator('iframe').boundingBox()
        t.ok(frame && frame.y < PHONE.viewport.height, 'it is in view')
        await expectGood(t, page, url === site ? 'site-tour' : 'tour-tour')
        t.strictSame(faults, [])
      }
    },
  )

  await t.test(
    'a visitor sends a message on a phone, even without JavaScript [c23-lead-page]',
    async (t) => {
      for (const javaScriptEnabled of [true, false]) {
        const { page, faults } = await open(t, site, { ...PHONE, javaScriptEnabled })
        const views: string[] = []
        page.on('request', (request) => {
          const { pathname } = new URL(request.url())
          if (pathname.endsWith('/views')) views.push(pathname)
        })
        await page.getByRole('link', { name: 'Ask a question' }).tap()
        await page.getByLabel('Name', { exact: true }).fill('Sam Doe')
        await page.getByLabel(/^Message/).fill('On Saturday?')
        await page.getByRole('button', { name: 'Send message' }).tap()
        const problem = page.getByText('Enter an email address or a phone number.')
        await eventually('the problem is in view', async () => {
          const { y } = (await problem.boundingBox()) ?? { y: -1 }
          return y >= 0 && y < PHONE.viewport.height
        })
        if (javaScriptEnabled) await expectGood(t, page, 'site-refused')
        await page.getByLabel('Phone', { exact: true }).fill('+1 626 555 0100')
        await page.getByRole('button', { name: 'Send message' }).tap()
        await page.getByText('Thank you!').waitFor()
        if (javaScriptEnabled) await expectGood(t, page, 'site-thanks')
        const { pathname } = new URL(site)
        t.strictSame(
          views.filter((each) => each !== `${pathname}/views`),
          [],
          'a refused message counts no view of another page',
        )
        t.strictSame(
          faults.filter((each) => !/\b400\b/.test(each)),
          [],
        )
      }
      const { body } = await call('GET', `/projects/${projectId}/leads`)
      t.match(body.data, [{ message: 'On Saturday?' }, { phone: '+1 626 555 0100' }])
    },
  )

  await t.test(
    'without JavaScript photos and plans are links [c12-without-javascript]',
    async (t) => {
      for (const url of [site, tour]) {
        const { page } = await open(t, url, { ...PHONE, javaScriptEnabled: false })
        await page.locator('.cover a').first().click()
        t.match(page.url(), /\.webp|\/media\//)
      }
    },
  )

  await t.test('the unbranded page has no external URLs [c23-unbranded-page]', async (t) => {
    const { page } = await open(t, tour, DESKTOP)
    t.strictSame(await outside(page), [])
    t.equal(await page.locator('.bar, form, .company, .logo').count(), 0)
    const brand = 'getComputedStyle(document.documentElement).getPropertyValue("--brand")'
    t.not(await page.evaluate(brand), '#1f4fd8')
  })

  await t.test('touch targets are at least 44 px high [c12-accessible]', async (t) => {
    for (const url of [site, tour]) {
      const { page } = await open(t, url)
      const small =
        await page.evaluate(`[...document.querySelectorAll('main a, main button, .bar a, footer a, main input:not(.trap input)')]
        .filter((each) => each.checkVisibility() && !each.closest('.trap, #altered'))
        .map((each) => [each.outerHTML.slice(0, 60), each.getBoundingClientRect().height])
        .filter(([, height]) => height < 44)`)
      t.strictSame(small, [])
    }
  })

  await t.test('each page prints one clean sheet, even with long texts [c23-print]', async (t) => {
    const long = { ...WEBSITE, description: 'Long words about a house. '.repeat(300) }
    const contacts = [1, 2, 3, 4].map((n) => ({ ...WEBSITE.contacts[0], name: `Agent ${n}` }))
    t.equal((await call('PUT', path, { ...long, contacts })).status, 200)
    for (const [name, url] of Object.entries({ site, tour })) {
      const { page } = await open(t, url, DESKTOP)
      const pdf = await page.pdf({ format: 'Letter', printBackground: false })
      t.equal(String(pdf).match(/\/Type\s*\/Page\b/g)?.length, 1, name)
      await page.emulateMedia({ media: 'print' })
      for (const hidden of ['.bar', '#lead', 'video', '#tours', 'footer']) {
        for (const each of await page.locator(hidden).all()) t.equal(await each.isVisible(), false)
      }
      await page.setViewportSize({ width: 816, height: 1_056 })
      await page.screenshot({ path: `.data/screenshots/${name}-print.png`, fullPage: true })
    }
    await call('PUT', path, WEBSITE)
  })

  await t.test('the page works with only the keyboard [c12-accessible]', async (t) => {
    const { page } = await open(t, site, DESKTOP)
    await page.keyboard.press('Tab')
    t.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to main content')
    await page.locator('.grid a').first().focus()
    await page.keyboard.press('Enter')
    await page.locator('.viewer[open]').waitFor()
    await page.keyboard.press('Escape')
    t.equal(
      await page
        .locator('.grid a')
        .first()
        .evaluate((each) => each === each.ownerDocument.activeElement),
      true,
    )
  })
})

/** Every URL of a page that, as resolved by the browser, has another origin. */
async function outside(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const names = ['href', 'src', 'action', 'formaction', 'poster', 'data', 'cite', 'background', 'content', 'ping']
    const found = []
    for (const each of document.querySelectorAll('*')) {
      for (const { name, value } of each.attributes) {
        const urls = name === 'srcset' ? value.split(',').map((part) => part.trim().split(' ')[0])
          : names.includes(name) ? [value] : []
        for (const url of urls) {
          const resolved = new URL(url, location.href)
          if (resolved.protocol === 'data:') continue
          if (resolved.origin !== location.origin) found.push(each.tagName + ' ' + name + ' ' + url)
        }
        if (/:\\/\\/|www\\./.test(value.replaceAll(location.origin, ''))) found.push(each.tagName + ' ' + name + ' ' + value)
      }
    }
    return found
  })()`)
}
