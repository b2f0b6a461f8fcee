// docs/contract.md#c12-cover docs/contract.md#c12-state-first docs/contract.md#c12-without-javascript

import { testApp } from '@mediajobs/testing/api/app'
import { openBrowser, takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { layoutShift } from '@mediajobs/testing/browser/looks'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import t, { type Test } from 'tap'

const skip = whyNoChromium() ?? false
/** The brightest channel value on which white text has 4.5:1 contrast. */
const MAX_CHANNEL = 118
const HOUSE = { addressLine1: '859 Orange Grove Blvd', city: 'Altadena', region: 'CA' }

t.test('a delivery’s cover in a browser', { skip }, async (t) => {
  const api = await testApp(t, { trustProxy: true })
  const gallery = await openGallery(api)
  const { call, client, shoot, addMedia, deliver } = gallery
  const browser = await openBrowser(t)

  async function newPage(t: Test, options: Parameters<Browser['newContext']>[0] = {}) {
    const context = await browser.newContext({ viewport: VIEWPORTS.phone, ...options })
    t.teardown(() => context.close())
    return context.newPage()
  }
  const addressOf = (token: string) => `${api.url}/deliveries/${token}`

  await t.test(
    'the first photo is the cover, with address, town and counts over it [c12-cover]',
    async (t) => {
      const projectId = await shoot(7, HOUSE)
      const video = { type: 'VIDEO', contentType: 'video/mp4', filename: 'tour.mp4' } as const
      await addMedia(projectId, video)
      const token = await deliver(projectId)
      for (const viewport of [VIEWPORTS.phone, { width: 1440, height: 900 }]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await newPage(t, { viewport, colorScheme })
          await page.goto(addressOf(token))
          const cover = page.locator('.cover')
          t.match(await cover.locator('h1').textContent(), '859 Orange Grove Blvd')
          t.equal(await cover.locator('.sub').textContent(), 'Altadena · 7 photos, 1 video')
          t.equal(await page.locator('.grid li').count(), 6, 'it is not shown twice')
          t.equal((await cover.boundingBox())?.width, viewport.width)
          await page.waitForLoadState('networkidle')
          await takeScreenshot(page, `cover-${viewport.width}-${colorScheme}`, false)
        }
      }
    },
  )

  await t.test(
    'on a desktop the actions are on the cover, then stay at the top of the window [c12-cover]',
    async (t) => {
      const projectId = await shoot(9, {
        ...HOUSE,
        addressLine1: '859 Orange Grove Boulevard, Upper House',
      })
      await addMedia(projectId, { type: 'VIDEO', contentType: 'video/mp4', filename: 'tour.mp4' })
      const token = await deliver(projectId)
      for (const width of [900, 1440]) {
        const page = await newPage(t, { viewport: { width, height: 900 } })
        await page.goto(addressOf(token))
        await page.waitForLoadState('networkidle')
        const cover = await boxOf(page.locator('.cover'))
        const words = await boxOf(page.locator('.over h1'))
        const actions = page.locator('.acts > a')
        t.strictSame(await actions.allInnerTexts(), ['Request changes', 'Download', 'Approve'])
        for (const each of await actions.all()) {
          const box = await boxOf(each)
          t.ok(box.bottom < cover.bottom && box.top > cover.top, 'it is on the cover')
          t.ok(box.left > words.right, 'next to the text')
        }
        const link = page.locator('.jumps a').first()
        t.ok((await boxOf(link)).top > cover.bottom, 'the links are below')
        await page.evaluate('scrollTo({ top: 700, behavior: "instant" })')
        const [stuck, approve] = [await boxOf(link), await boxOf(actions.last())]
        t.ok(approve.top >= 0 && approve.top < 20, 'the actions stay in view')
        t.ok(Math.abs(middle(stuck) - middle(approve)) < 4, 'in line with the links')
        await link.click()
        t.match(page.url(), /#photos$/)
      }
    },
  )

  await t.test("nothing shifts when the cover's picture arrives [c12-cover]", async (t) => {
    const token = await deliver(await shoot(3, HOUSE))
    const page = await newPage(t)
    const arrival = Promise.withResolvers<void>()
    await page.route(/\.webp$/, async (route) => {
      await arrival.promise
      await route.continue()
    })
    await page.goto(addressOf(token), { waitUntil: 'domcontentloaded' })
    const picture = page.locator('.cover img')
    const before = await picture.boundingBox()
    t.ok(Number(before?.height) >= 280, `${before?.height} px`)
    arrival.resolve()
    await page.waitForLoadState('networkidle')
    t.ok(await picture.evaluate((image) => (image as unknown as { complete: boolean }).complete))
    t.strictSame(await picture.boundingBox(), before)
    t.equal(await layoutShift(page), 0)
  })

  await t.test('text on the cover keeps its contrast over a white photo [c12-cover]', async (t) => {
    const token = await deliver(await shoot(1, HOUSE))
    const white = await sharp({
      create: { width: 600, height: 400, channels: 3, background: '#fff' },
    })
      .webp()
      .toBuffer()
    for (const viewport of Object.values(VIEWPORTS)) {
      const page = await newPage(t, { viewport })
      await page.route(/\.webp$/, (route) =>
        route.fulfill({ body: white, contentType: 'image/webp' }),
      )
      await page.goto(addressOf(token))
      await page.waitForLoadState('networkidle')
      for (const words of ['.company span', 'h1', '.sub']) {
        const place = page.locator(`.cover ${words}`)
        await place.evaluate((element) => {
          ;(element as unknown as { style: { color: string } }).style.color = 'transparent'
        })
        const { channels } = await sharp(await insideOf(page, place)).stats()
        for (const { max } of channels) t.ok(max <= MAX_CHANNEL, `${words}: ${max}`)
      }
    }
  })

  await t.test("Select makes room for the cover's check mark [c12-cover]", async (t) => {
    const token = await deliver(await shoot(3, HOUSE))
    for (const viewport of Object.values(VIEWPORTS)) {
      const page = await newPage(t, { viewport })
      await page.goto(addressOf(token))
      await page.waitForLoadState('networkidle')
      const select = page.getByRole('link', { name: 'Select', exact: true })
      await select.click()
      await page.getByText('Tap photos to select them').waitFor()
      const mark = page.locator('.cover .choose input')
      await mark.click()
      await page.getByText('1 of 3 photos selected').waitFor()
      await page.getByRole('link', { name: 'Close' }).click()
      t.notOk(await select.isVisible())
      const [box, main] = await Promise.all([
        mark.boundingBox(),
        page.getByRole('main').boundingBox(),
      ])
      t.ok(main && box && box.x + box.width <= main.x + main.width, 'above the page')
      await mark.click()
      await page.getByText('Tap photos to select them').waitFor()
      await page.getByRole('link', { name: 'Close' }).click()
      await select.waitFor()
    }
  })

  await t.test('the cover opens like any photo [c12-without-javascript]', async (t) => {
    const token = await deliver(await shoot(2, HOUSE))
    const page = await newPage(t)
    await page.goto(addressOf(token))
    await page.locator('.cover h1').click({ force: true })
    t.equal(await page.locator('.viewer [role=status]').textContent(), '1 of 2')
    await page.keyboard.press('Escape')
    await page.locator('.cover a:focus').waitFor({ state: 'attached' })
    const plain = await newPage(t, { javaScriptEnabled: false })
    await plain.goto(addressOf(token))
    t.match(await plain.locator('.cover a[data-width]').getAttribute('href'), /\.webp$/)
  })

  await t.test('without a picture, the page begins with its title [c12-cover]', async (t) => {
    const projectId = await shoot(0, HOUSE)
    await addMedia(projectId, { size: 6e6 }, { state: 'PENDING' })
    const page = await newPage(t)
    await page.goto(addressOf(await deliver(projectId)))
    t.equal(await page.locator('.cover').count(), 0)
    t.match(await page.locator('header h1').textContent(), '859 Orange Grove Blvd')
  })

  await t.test(
    'a returning client first reads what they decided, when, and what comes next [c12-state-first]',
    async (t) => {
      const today = new Intl.DateTimeFormat('en', {
        month: 'long',
        day: 'numeric',
        timeZone: 'UTC',
      }).format()
      const approved = await deliver(await shoot(5, HOUSE))
      await client(approved).approve()
      const projectId = await shoot(5, HOUSE)
      const asked = await deliver(projectId)
      const { data } = (await call('GET', `/projects/${projectId}/media`)).body
      const items = data.slice(0, 2).map(({ id }: { id: string }) => ({
        mediaId: id,
        comment: 'Remove the cable',
      }))
      await client(asked).requestRevision({ items })
      const cases = [
        [approved, `You approved this delivery on ${today}`, /^Downloads stay open/],
        [asked, `You asked for 2 changes on ${today}`, /You'll get a new link when it's ready/],
      ] as const
      for (const [token, title, next] of cases) {
        for (const viewport of [VIEWPORTS.phone, { width: 1440, height: 900 }]) {
          for (const colorScheme of ['light', 'dark'] as const) {
            const page = await newPage(t, { viewport, colorScheme })
            await page.goto(addressOf(token))
            const banner = page.locator('.cover ~ main > .banner:first-child')
            t.equal(await banner.locator('h2').textContent(), title)
            t.match(await banner.locator('p').first().textContent(), next)
            t.ok(await banner.isVisible())
            t.equal(await banner.locator('form').count(), 0)
            await page.waitForLoadState('networkidle')
            const name = token === asked ? 'asked' : 'approved'
            await takeScreenshot(page, `banner-${name}-${viewport.width}-${colorScheme}`, false)
          }
        }
      }
      const page = await newPage(t, { javaScriptEnabled: false })
      await page.goto(addressOf(asked))
      await page.getByText('Show your request').click()
      t.equal(await page.locator('.comments li').filter({ visible: true }).count(), 2)
    },
  )
})

/** An element's bounds within the window. */
async function boxOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  return { left: x, right: x + width, top: y, bottom: y + height }
}

function middle({ top, bottom }: { top: number; bottom: number }): number {
  return (top + bottom) / 2
}

/** A screenshot of a place, without its background's rounded corners. */
async function insideOf(page: Page, place: Locator): Promise<Buffer> {
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const clip = { x: x + 4, y: y + 4, width: width - 8, height: height - 8 }
  return page.screenshot({ clip })
}
