// docs/contract.md#c12-accessible docs/contract.md#c12-policy docs/contract.md#c13-views

import { until } from '@mediajobs/local-engines/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { openBrowser, takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { expectLook, openAsClient } from '@mediajobs/testing/browser/looks'
import { smallTargets } from '@mediajobs/testing/browser/small-targets'
import type { BrowserContextOptions, Page } from 'playwright-core'
import t, { type Test } from 'tap'

const skip = whyNoChromium() ?? false
const MIXED_NAME = `${'مطبخ '.repeat(20)}${'台所'.repeat(40)}.jpg`

t.test('the delivery page in a browser', { skip }, async (t) => {
  const api = await testApp(t, { trustProxy: true })
  const gallery = await openGallery(api)
  const { call, shoot, addMedia, addPhoto, deliver, client } = gallery
  const browser = await openBrowser(t)

  async function open(t: Test, token: string, options: BrowserContextOptions = {}) {
    // While a download is being prepared, its page polls for it every five seconds.
    const isExpected = (_: string, from: string) => from.endsWith('/archive.zip')
    return openAsClient(t, browser, `${api.url}/deliveries/${token}`, options, { isExpected })
  }

  /** A token for each state of the page. */
  async function states(): Promise<Record<string, string>> {
    const full = await shoot(8)
    const [first] = (await call('GET', `/projects/${full}/media`)).body.data
    await addPhoto(full, 8, { alteredFromMediaId: first.id, alterationKind: 'VIRTUAL_STAGING' })
    await addMedia(full, {
      type: 'VIDEO',
      contentType: 'video/mp4',
      filename: 'walk through.mp4',
      size: 80e6,
      cdnUrl: `${api.url}/health/live`,
    })
    await addMedia(full, {
      type: 'FLOORPLAN',
      contentType: 'application/pdf',
      filename: 'plan.pdf',
    })
    await addMedia(full, { filename: MIXED_NAME, size: 9e6 }, { state: 'PENDING' })
    const message = { message: 'Thank you, Ana. The twilight shots follow on Friday.' }
    const open = await deliver(full, message)
    const approved = await deliver(await shoot(2))
    await client(approved).approve()
    const asked = await shoot(2)
    const revision = await deliver(asked)
    const [photo] = (await call('GET', `/projects/${asked}/media`)).body.data
    const items = [{ mediaId: photo.id, comment: 'Remove the cable', x: 0.2, y: 0.7 }]
    await client(revision).requestRevision({ comment: 'Nearly there', items })
    const superseded = await shoot(1)
    const old = await deliver(superseded)
    await deliver(superseded)
    const moved = await shoot(1)
    const gone = await deliver(moved)
    await call('PATCH', `/projects/${moved}/status`, { status: 'IN_REVISION' })
    const empty = await deliver(await shoot(0))
    return { open, approved, revision, superseded: old, moved: gone, empty, dead: 'no-such-link' }
  }

  await t.test(
    'axe-core finds nothing in any state, width and color scheme [c12-policy, c12-accessible]',
    async (t) => {
      for (const [state, token] of Object.entries(await states())) {
        for (const [width, viewport] of Object.entries(VIEWPORTS)) {
          for (const colorScheme of ['light', 'dark'] as const) {
            const { page, faults } = await open(t, token, { viewport, colorScheme })
            const name = `delivery-${state}-${width}-${colorScheme}`
            await settle(page)
            await expectLook(t, page, name)
            const expected = state === 'dead' ? 1 : 0
            t.equal(faults.length, expected, faults.join('; '))
            await page.context().close()
          }
        }
      }
    },
  )

  await t.test('touch targets are at least 44 px high [c12-accessible]', async (t) => {
    for (const [state, token] of Object.entries(await states())) {
      const { page } = await open(t, token, { hasTouch: true, isMobile: true })
      t.strictSame(await smallTargets(page), [], state)
      await page.context().close()
    }
  })

  await t.test(
    'the actions stay whole words on a phone at 200% zoom [c12-accessible]',
    async (t) => {
      const token = await deliver(await shoot(2))
      for (const locale of ['en-US', 'es-ES']) {
        const { page } = await open(t, token, { locale, viewport: { width: 195, height: 422 } })
        const actions = await page.locator('.acts > a:visible').all()
        const boxes = await Promise.all(actions.map((each) => each.boundingBox()))
        t.strictSame(
          boxes.map((each) => each?.height),
          [52, 52, 52],
          locale,
        )
      }
    },
  )

  await t.test('no picture is much larger than displayed', async (t) => {
    const { page } = await open(t, await deliver(await shoot(4)), { deviceScaleFactor: 2 })
    await settle(page)
    const loaded = await page.$$eval('[data-id] img', (images) =>
      (images as unknown as { currentSrc: string; width: number; naturalWidth: number }[]).map(
        ({ currentSrc, width, naturalWidth }) => ({ currentSrc, width, naturalWidth }),
      ),
    )
    t.equal(loaded.length, 4)
    // With three sizes, the next larger one is at most 1.5 times as wide.
    for (const { width, naturalWidth } of loaded)
      t.ok(naturalWidth <= width * 2 * 1.6, `${naturalWidth} for ${width}`)
  })

  await t.test(
    'the viewer navigates with arrow keys, closes with Escape and restores focus [c12-accessible]',
    async (t) => {
      const { page } = await open(t, await deliver(await shoot(3)))
      await page.locator('[data-id] a:not(.select)').first().click()
      const title = page.locator('.viewer [role=status]')
      t.equal(await title.textContent(), '1 of 3')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      t.equal(await title.textContent(), '3 of 3')
      await page.keyboard.press('ArrowLeft')
      t.equal(await title.textContent(), '2 of 3')
      t.strictSame(await accessibilityProblems(page), [])
      await settle(page)
      await takeScreenshot(page, 'delivery-viewer-phone', false)
      await page.keyboard.press('Escape')
      t.equal(await page.locator('.viewer').isVisible(), false)
      // The browser focuses the first photo; the later close event moves the focus on.
      await page.locator('#p2 a:focus').waitFor({ state: 'attached', timeout: 5_000 })
    },
  )

  await t.test('comments on spots wait in the browser and are sent in one request', async (t) => {
    const projectId = await shoot(3)
    const token = await deliver(projectId)
    const { page, faults } = await open(t, token)
    await page.locator('[data-id] a:not(.select)').nth(1).click()
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page
      .locator('.frame img')
      .nth(1)
      .click({ position: { x: 39, y: 13 } })
    t.strictSame(await accessibilityProblems(page), [])
    t.equal(await page.locator('.frame .pin').count(), 1, 'the spot stays visible while writing')
    await takeScreenshot(page, 'delivery-comment-phone', false)
    await page.keyboard.press('Escape')
    t.equal(await page.locator('.pin').count(), 0, 'a comment can be left')
    t.equal(await page.locator('.panel').isVisible(), false)
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    // Twice: the comment is on the last spot.
    for (const x of [90, 39]) {
      await page
        .locator('.frame img')
        .nth(1)
        .click({ position: { x, y: 13 } })
    }
    await page.keyboard.type('Remove the cable')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.keyboard.type('Brighter')
    await page.getByRole('button', { name: 'Done' }).click()
    t.strictSame(await accessibilityProblems(page), [])
    await takeScreenshot(page, 'delivery-pin-phone', false)
    await page.keyboard.press('Escape')
    // Closing the viewer navigates back, which would cut off a reload.
    await page.waitForURL((url) => url.hash === '')
    await page.reload()
    t.equal(await page.locator('.viewer').isVisible(), false)
    t.equal(await page.locator('#pins li').count(), 2, 'a reload keeps them')
    t.equal(await page.locator('.bar').getByRole('link', { name: 'Approve' }).isVisible(), false)
    await takeScreenshot(page, 'delivery-unsent-phone', false)
    await page.locator('.bar').getByRole('button', { name: 'Send 2 comments' }).click()
    await page.getByText('You asked for').waitFor()
    const { body } = await call('GET', `/projects/${projectId}/revisions`)
    const [round] = body.data
    t.equal(body.data.length, 1)
    t.equal(round.items.length, 2)
    const [cable, brighter] = round.items
    t.match(cable, { comment: 'Remove the cable', status: 'OPEN' })
    t.ok(Math.abs(cable.x - 0.1) < 0.02, `x ${cable.x}`)
    t.match(brighter, { comment: 'Brighter', x: null, y: null })
    t.equal(await page.locator('#pins').count(), 0)
    t.strictSame(faults, [])
  })

  await t.test(
    'Back, Escape and Close close a photo, and Forward opens it again [c12-viewer]',
    async (t) => {
      const { page, faults } = await open(t, await deliver(await shoot(3)))
      const viewer = page.locator('.viewer')
      const at = () => new URL(page.url()).hash
      const entries = () => page.evaluate('history.length') as Promise<number>
      const before = await entries()
      const close = [
        () => page.goBack(),
        () => page.keyboard.press('Escape'),
        () => page.getByRole('button', { name: 'Close' }).click(),
      ]
      for (const each of close) {
        await page.locator('[data-id] a:not(.select)').nth(1).click()
        await page.waitForURL(/#photo-2$/)
        t.equal(await page.locator('.viewer [role=status]').textContent(), '2 of 3')
        await each()
        await page.waitForURL((url) => url.hash === '')
        t.equal(await viewer.isVisible(), false)
      }
      t.equal(await entries(), before + 1, 'one history entry, reachable with Forward')
      await page.goForward()
      await viewer.waitFor()
      t.equal(at(), '#photo-2')
      await page.keyboard.press('ArrowRight')
      await page.waitForURL(/#photo-3$/)
      await page.reload()
      await page.locator('.viewer [role=status]').getByText('3 of 3').waitFor()
      await page.goBack()
      await viewer.waitFor({ state: 'hidden' })
      t.equal(at(), '')

      const link = await page.context().newPage()
      await link.goto(`${page.url()}#photo-2`)
      await link.locator('.viewer [role=status]').getByText('2 of 3').waitFor()
      await link.keyboard.press('Escape')
      await link.waitForURL((url) => url.hash === '')
      t.equal(await link.locator('.viewer').isVisible(), false)
      t.strictSame(faults, [])
    },
  )

  await t.test(
    'approving asks for confirmation, and works with the keyboard [c12-get-changes-nothing, c12-state-first, c12-accessible]',
    async (t) => {
      const token = await deliver(await shoot(1))
      const { page } = await open(t, token)
      await page.locator('.bar').getByRole('link', { name: 'Approve' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Approve 1 photo?').waitFor()
      t.strictSame(await accessibilityProblems(page), [])
      await takeScreenshot(page, 'delivery-approve-phone', false)
      t.equal((await client(token).open()).body.state, 'OPEN', 'nothing is approved yet')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Enter')
      await page.getByText('Approve 1 photo?').waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('You approved this delivery on').waitFor()
      t.equal((await client(token).open()).body.state, 'APPROVED')
      t.equal(await page.locator('main > :first-child').getAttribute('id'), 'decision')
    },
  )

  await t.test(
    'opening the page counts no view; two seconds in view count one [c12-get-changes-nothing, c13-views]',
    async (t) => {
      const projectId = await shoot(1)
      const token = await deliver(projectId)
      const views = async () =>
        (await call('GET', `/projects/${projectId}/delivery`)).body.viewCount
      await fetch(`${api.url}/deliveries/${token}`, { headers: { accept: 'text/html' } })
      const { page } = await open(t, token)
      t.equal(await views(), 0)
      await page.waitForResponse((response) => response.url().endsWith('/views'))
      t.equal(await views(), 1)
    },
  )

  await t.test(
    'a client who decides immediately has viewed the delivery [c13-views]',
    async (t) => {
      const projectId = await shoot(1)
      const token = await deliver(projectId)
      const { page } = await open(t, 'unknown')
      // Never visible for two seconds.
      const hide = 'Object.defineProperty(document, "visibilityState", { value: "hidden" })'
      await page.addInitScript(hide)
      await page.goto(`${api.url}/deliveries/${token}`)
      await page.locator('.bar').getByRole('link', { name: 'Approve' }).click()
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByText('You approved this delivery on').waitFor()
      // The report outlives its page, so the browser shows no response for it.
      const isViewed = async () => {
        const { body } = await call('GET', `/projects/${projectId}/delivery`)
        return body.viewCount === 1 && body
      }
      t.match(await until('the view', isViewed), { state: 'APPROVED' })
    },
  )

  await t.test("the page after a decision isn't another view [c13-views]", async (t) => {
    const projectId = await shoot(1)
    const { page } = await open(t, await deliver(projectId))
    await page.locator('.bar').getByRole('link', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('You approved this delivery on').waitFor()
    await page.waitForTimeout(3_000)
    t.equal((await call('GET', `/projects/${projectId}/delivery`)).body.viewCount, 1)
  })

  await t.test(
    'without JavaScript, pictures are links and forms work [c12-without-javascript]',
    async (t) => {
      const token = await deliver(await shoot(2))
      const { page } = await open(t, token, { javaScriptEnabled: false })
      t.match(
        await page.locator('[data-id] a:not(.select)').first().getAttribute('href'),
        /\.webp$/,
      )
      await takeScreenshot(page, 'delivery-without-javascript-phone')
      await page.locator('.bar').getByRole('link', { name: 'Approve' }).click()
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByText('You approved this delivery on').waitFor()
    },
  )

  await t.test('a thousand photos open on one page', async (t) => {
    const projectId = await shoot(0)
    for (let i = 0; i < 1_000; i++) {
      await addMedia(
        projectId,
        { position: i + 1, size: 6e6, filename: `${i}.jpg` },
        { state: 'PENDING' },
      )
    }
    const { page, faults } = await open(t, await deliver(projectId))
    t.equal(await page.locator('.grid li').count(), 1_000)
    t.strictSame(faults, [])
  })
})

/** Waits until the visible pictures have loaded. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
}
