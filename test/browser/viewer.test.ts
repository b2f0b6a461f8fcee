// docs/contract.md#c12-viewer docs/contract.md#c12-comments-beside

import { testApp } from '@mediajobs/testing/api/app'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { openBrowser, takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { openAsClient } from '@mediajobs/testing/browser/looks'
import type { BrowserContextOptions, Page } from 'playwright-core'
import t, { type Test } from 'tap'

const skip = whyNoChromium() ?? false
/** An element of the page, whose types tests don't have. */
interface Element {
  outerHTML: string
  getBoundingClientRect(): { width: number; height: number }
}

const BRANDS = ['#ffe066', '#7a1fa2', '#c62828', '#101820']

t.test('the delivery viewer in a browser', { skip }, async (t) => {
  const api = await testApp(t, { trustProxy: true })
  const { call, client, shoot, addPhoto, deliver } = await openGallery(api)
  const browser = await openBrowser(t)

  async function open(t: Test, path: string, options: BrowserContextOptions = {}) {
    const opened = await openAsClient(t, browser, `${api.url}/deliveries/${path}`, options)
    await opened.page.waitForLoadState('networkidle')
    return opened
  }

  /** Delivers a shoot again after answering two comments: one photo was replaced, the other kept. */
  async function answered() {
    const projectId = await shoot(2)
    const first = await deliver(projectId)
    const at = `/projects/${projectId}`
    const [photo, other] = (await call('GET', `${at}/media`)).body.data
    const items = [
      { mediaId: photo.id, comment: 'Remove the bin', x: 0.25, y: 0.5 },
      { mediaId: other.id, comment: 'Warmer' },
    ]
    await client(first).requestRevision({ items })
    const resolvedMediaId = await addPhoto(projectId, 2)
    const [round] = (await call('GET', `${at}/revisions`)).body.data
    const [bin, warmer] = round.items.map(
      ({ id }: { id: string }) => `${at}/revisions/${round.id}/items/${id}`,
    )
    await call('PATCH', bin, { status: 'DONE', answer: 'It is gone', resolvedMediaId })
    await call('PATCH', warmer, { status: 'DECLINED', answer: 'That is the lamp' })
    return deliver(projectId)
  }

  await t.test('a comment on a spot takes four taps [c12-comments-beside]', async (t) => {
    const projectId = await shoot(2)
    const { page, faults } = await open(t, await deliver(projectId), { hasTouch: true })
    await page.locator('#p2 a').tap()
    await page.getByRole('button', { name: 'Comment', exact: true }).tap()
    await page
      .locator('.frame img')
      .nth(1)
      .tap({ position: { x: 195, y: 26 } })
    await page.keyboard.type('Remove the cable')
    await page.locator('.viewer').getByRole('button', { name: 'Send 1 comment' }).tap()
    await page.getByText('You asked for 1 change').waitFor()
    const [round] = (await call('GET', `/projects/${projectId}/revisions`)).body.data
    t.match(round.items, [{ comment: 'Remove the cable', x: 0.5, y: 0.1 }])
    t.strictSame(faults, [])
  })

  await t.test(
    'a photo shows its comments, the answers and its previous version next to it [c12-comments-beside, c12-state-first]',
    async (t) => {
      const token = await answered()
      for (const viewport of [VIEWPORTS.phone, { width: 1440, height: 900 }]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const { page, faults } = await open(t, token, { viewport, colorScheme })
          const banner = page.locator('main > .banner:first-child')
          t.equal(await banner.locator('h2').textContent(), '1 of 2 changes made')
          await page.locator('#p3 a').click()
          const panel = page.locator('.panel')
          t.match(await panel.textContent(), /Remove the bin\s+Done\s*It is gone/)
          const picture = page.locator('.frame').nth(2)
          t.equal(await picture.locator('.pin').textContent(), '1')
          t.strictSame(await accessibilityProblems(page), [])
          await page.waitForLoadState('networkidle')
          await takeScreenshot(page, `viewer-answered-${viewport.width}-${colorScheme}`, false)
          if (viewport !== VIEWPORTS.phone) {
            const [shown, beside] = [await picture.boundingBox(), await panel.boundingBox()]
            const end = Number(shown?.x) + Number(shown?.width)
            t.ok(end <= Number(beside?.x), 'next to it on a desktop')
          }
          const before = page.getByRole('button', { name: 'Before' })
          await before.click()
          const old = await page.locator('#p1 a').first().getAttribute('href')
          t.equal(await picture.locator('.before').getAttribute('src'), old)
          await before.click()
          t.equal(await picture.locator('.before').count(), 0)
          await page.keyboard.press('ArrowLeft')
          t.match(await panel.textContent(), /Warmer\s+Not changed\s*That is the lamp/)
          t.equal(await before.isVisible(), false)
          t.strictSame(faults, [])
          await page.context().close()
        }
      }
      const { page: plain } = await open(t, token, { javaScriptEnabled: false })
      await plain.getByText('Show your request').click()
      t.match(await plain.locator('.comments').textContent(), 'It is gone')
      t.equal(await plain.locator('.comments .both img').count(), 2)
    },
  )

  await t.test(
    "a photo shows the one it replaced, even if that isn't in the gallery [c12-comments-beside, c13-round-replaced]",
    async (t) => {
      const projectId = await shoot(2)
      const at = `/projects/${projectId}`
      const [photo] = (await call('GET', `${at}/media`)).body.data
      const items = [{ mediaId: photo.id, comment: 'Remove the bin', x: 0.25, y: 0.5 }]
      await client(await deliver(projectId)).requestRevision({ items })
      const fields = { position: photo.position, replacesMediaId: photo.id }
      const resolvedMediaId = await addPhoto(projectId, 2, fields)
      const { sql } = api.store
      const ids = [photo.id, resolvedMediaId]
      await sql.query('update media set replaced_by_media_id = $2 where id = $1', ids)
      const [round] = (await call('GET', `${at}/revisions`)).body.data
      const path = `${at}/revisions/${round.id}/items/${round.items[0].id}`
      await call('PATCH', path, { status: 'DONE', resolvedMediaId })
      const { page, faults } = await open(t, await deliver(projectId))
      await page.locator('.cover a').first().click()
      t.match(await page.locator('.panel').textContent(), /Remove the bin\s+Done/)
      const before = page.getByRole('button', { name: 'Before' })
      await before.click()
      const picture = page.locator('.frame').first()
      t.equal(await picture.locator('.before').getAttribute('src'), photo.preview.largeUrl)
      await before.click()
      await page.keyboard.press('Escape')
      await page.getByText('Show your request').click()
      await page.getByRole('link', { name: 'Photo 1, before' }).waitFor()
      t.strictSame(await accessibilityProblems(page), [])
      t.strictSame(faults, [])
    },
  )

  await t.test(
    'an unsent comment can be edited next to its photo [c12-comments-beside]',
    async (t) => {
      const { page } = await open(t, await deliver(await shoot(1)))
      await page.locator('.cover a').first().click()
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
      await page.keyboard.type('Brighter')
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.keyboard.press('End')
      await page.keyboard.type(', please')
      await page.getByRole('button', { name: 'Done' }).click()
      t.strictSame(await page.locator('.panel li span').allTextContents(), ['Brighter, please'])
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.locator('.panel .row').getByRole('button', { name: 'Discard' }).click()
      await page.locator('.question').getByRole('button', { name: 'Discard' }).click()
      await page.locator('.panel').waitFor({ state: 'hidden' })
    },
  )

  await t.test('touch gestures swipe to the next photo and zoom [c12-viewer]', async (t) => {
    const mobile = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
    const { page } = await open(t, await deliver(await shoot(3)), mobile)
    await page.locator('#p2 a').tap()
    const session = await page.context().newCDPSession(page)
    const middle = { x: 195, y: 400 }
    await session.send('Input.synthesizeScrollGesture', { ...middle, xDistance: -300 })
    await page.locator('.viewer [role=status]').getByText('3 of 3').waitFor()
    await session.send('Input.synthesizePinchGesture', { ...middle, scaleFactor: 2 })
    t.ok(Number(await page.evaluate('visualViewport.scale')) > 1.5)
    t.equal(await page.locator('.viewer [role=status]').textContent(), '3 of 3')
  })

  await t.test(
    'a photo can be zoomed with double click, button and keys [c12-viewer]',
    async (t) => {
      const { page } = await open(t, await deliver(await shoot(2)))
      await page.locator('#p2 a').click()
      const picture = page.locator('.frame img').nth(1)
      const width = async () => Math.round((await picture.boundingBox())?.width ?? 0)
      const button = page.getByRole('button', { name: 'Zoom' })
      const fitted = await width()
      const toggles = [
        [() => picture.dblclick(), () => button.click()],
        [() => button.click(), () => picture.dblclick()],
        [() => page.keyboard.press('+'), () => page.keyboard.press('-')],
        [
          () => page.keyboard.press('+'),
          () => page.getByRole('button', { name: 'Previous photo' }).click(),
        ],
      ] as const
      for (const [enlarge, reset] of toggles) {
        await enlarge()
        t.equal(await width(), Math.round(fitted * 2.5))
        t.equal(await button.getAttribute('aria-pressed'), 'true')
        t.strictSame(await accessibilityProblems(page), [])
        await reset()
        t.equal(await width(), fitted)
      }
    },
  )

  await t.test('a photo can be selected for download while open [c12-download]', async (t) => {
    const { page } = await open(t, await deliver(await shoot(3)))
    await page.locator('#p2 a').click()
    const select = page.locator('.viewer').getByRole('button', { name: 'Select' })
    t.equal(await select.getAttribute('aria-pressed'), 'false')
    await select.click()
    t.equal(await select.getAttribute('aria-pressed'), 'true')
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => url.hash === '')
    t.ok(await page.getByLabel('Select photo 2').isChecked())
    await page.getByRole('link', { name: 'Download' }).click()
    t.ok(await page.getByRole('radio', { name: '1 photo you selected' }).isChecked())
  })

  await t.test(
    'any brand color keeps a contrast of 4.5:1 on the page, its sheets and the viewer [c12-accessible]',
    async (t) => {
      const token = await deliver(await shoot(2))
      for (const colour of BRANDS) {
        await call('PATCH', '/organization', { colour })
        for (const colorScheme of ['light', 'dark'] as const) {
          const { page } = await open(t, token, { colorScheme })
          const check = async (where: string) => {
            // Elements fading in have less contrast.
            await page.evaluate(
              'Promise.all(document.getAnimations().map((each) => each.finished)).then(() => {})',
            )
            t.strictSame(await accessibilityProblems(page), [], `${colour} ${colorScheme} ${where}`)
          }
          await check('page')
          await page.getByRole('link', { name: 'Download' }).click()
          await check('download')
          await page.getByRole('link', { name: 'Close' }).click()
          await page.locator('#p2 a').click()
          await page.getByRole('button', { name: 'Comment', exact: true }).click()
          await page.keyboard.type('Warmer')
          await check('viewer')
          await page.context().close()
        }
      }
    },
  )

  await t.test('every touch target is at least 44 px', async (t) => {
    const token = await answered()
    const { page } = await open(t, token, { hasTouch: true })
    const small = (within: Page) =>
      within
        .locator(
          'a:not(.skip):visible, button:visible, summary:visible, .sheet label:visible, textarea:visible',
        )
        .evaluateAll((all) =>
          (all as unknown as Element[])
            .filter((each) => {
              const { width, height } = each.getBoundingClientRect()
              return width < 44 || height < 44
            })
            .map(({ outerHTML }) => outerHTML.slice(0, 80)),
        )
    t.strictSame(await small(page), [])
    await page.getByRole('link', { name: 'Select' }).tap()
    t.strictSame(await small(page), [])
    await page.getByRole('link', { name: 'Close' }).tap()
    await page.locator('#p2 a').tap()
    await page.getByRole('button', { name: 'Comment', exact: true }).tap()
    await page.keyboard.type('Warmer')
    t.strictSame(await small(page), [])
  })
})
