// docs/contract.md#c12-unsent

import { testApp } from '@mediajobs/testing/api/app'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { openBrowser, takeScreenshot } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { openAsClient } from '@mediajobs/testing/browser/looks'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'

const skip = whyNoChromium() ?? false
const NO_STORAGE =
  'Object.defineProperty(window, "localStorage", { get() { throw new Error("blocked") } })'
const [MAX_NOTE, MAX_COMMENT] = [10_000, 2_000]

t.test('unsent comments in a browser [c12-unsent]', { skip }, async (t) => {
  const api = await testApp(t, { trustProxy: true })
  const { call, shoot, deliver, client } = await openGallery(api)
  const browser = await openBrowser(t)

  async function open(t: Test, token: string, script = '') {
    const opened = await openAsClient(t, browser, 'about:blank')
    await opened.page.addInitScript(script)
    await opened.page.goto(`${api.url}/deliveries/${token}`)
    return opened
  }

  const roundOf = async (projectId: string) =>
    (await call('GET', `/projects/${projectId}/revisions`)).body.data[0]

  async function comment(page: Page, text: string, photo = 1): Promise<void> {
    await page
      .locator('[data-id] a:not(.select)')
      .nth(photo - 1)
      .click()
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.keyboard.type(text)
  }

  /** Adds a comment and closes the viewer. */
  async function add(page: Page, text: string, photo = 1): Promise<void> {
    await comment(page, text, photo)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => url.hash === '')
  }

  await t.test(
    'unsent comments survive closing the tab, only for their delivery [c12-unsent]',
    async (t) => {
      const projectId = await shoot(2)
      const token = await deliver(projectId)
      const { page } = await open(t, token)
      await page.getByLabel('What should change?').fill('All brighter')
      await comment(page, 'Remove the bin')
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
      await page
        .locator('.frame img')
        .first()
        .click({ position: { x: 100, y: 50 } })
      await page.keyboard.type('Half a sent')
      const context = page.context()
      await page.close()

      const again = await context.newPage()
      await again.goto(`${api.url}/deliveries/${token}`)
      await again.getByRole('button', { name: 'Send 3 comments' }).waitFor()
      t.strictSame(await again.locator('#pins li span').allTextContents(), [
        'Remove the bin',
        'Half a sent',
      ])
      t.equal(await again.getByLabel('What should change?').inputValue(), 'All brighter')
      const stored = await again.evaluate('JSON.stringify(localStorage)')
      t.notMatch(stored, token, "the link's secret isn't stored")

      const other = await context.newPage()
      await other.goto(`${api.url}/deliveries/${token}`)
      const third = other.locator('#pins li').nth(1)
      await third.getByRole('button').click()
      await other.getByRole('button', { name: 'Keep' }).click()
      t.equal(await other.locator('#pins li').count(), 2, 'discarding asks first')
      await third.getByRole('button').click()
      await other.locator('.question').getByRole('button', { name: 'Discard' }).click()
      await again.getByRole('button', { name: 'Send 2 comments' }).waitFor()

      await again.locator('.bar').getByRole('button', { name: 'Send 2 comments' }).click()
      await again.getByText('You asked for').first().waitFor()
      t.equal(await again.evaluate('localStorage.length'), 0, 'what was sent is forgotten')
      const { body } = await call('GET', `/projects/${projectId}/revisions`)
      t.match(body.data[0], { comment: 'All brighter', items: [{ comment: 'Remove the bin' }] })
      await other.locator('.unsent').first().waitFor({ state: 'hidden' })

      await again.goto(`${api.url}/deliveries/${await deliver(projectId, { force: true })}`)
      await again.waitForLoadState('networkidle')
      t.equal(await again.locator('#pins li').count(), 0, 'a new round starts empty')
    },
  )

  await t.test('approving with unsent comments asks first [c12-unsent]', async (t) => {
    const projectId = await shoot(1)
    const token = await deliver(projectId)
    const { page, faults } = await open(t, token)
    await comment(page, 'Remove the bin')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goBack()
    const approve = page.locator('#decision').getByRole('link', { name: 'Approve' })
    const question = page.locator('.question')
    await approve.click()
    t.match(await question.textContent(), "You have 1 comment that isn't sent yet.")
    t.strictSame(await accessibilityProblems(page), [])
    await takeScreenshot(page, 'delivery-approve-unsent-phone', false)
    await page.keyboard.press('Escape')
    await approve.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    t.equal((await client(token).open()).body.state, 'OPEN', 'nothing is approved yet')
    await approve.click()
    await question.getByRole('button', { name: 'Send comment instead' }).click()
    await page.getByText('You asked for').first().waitFor()
    t.match((await call('GET', `/projects/${projectId}/revisions`)).body.data[0].items, [
      { comment: 'Remove the bin' },
    ])

    const next = await deliver(projectId, { force: true })
    await page.goto(`${api.url}/deliveries/${next}`)
    await comment(page, 'Still there')
    await page.goBack()
    await approve.click()
    await question.getByRole('button', { name: 'Approve anyway' }).click()
    await page.getByText('You approved this delivery on').waitFor()
    await page.getByText('1 comment not sent').waitFor()
    t.match(await page.locator('#never-sent').textContent(), 'Still there')
    t.strictSame(await accessibilityProblems(page), [])
    await takeScreenshot(page, 'delivery-never-sent-phone')
    await page.getByRole('button', { name: 'Discard all comments' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.locator('#never-sent').waitFor({ state: 'detached' })
    t.strictSame(faults, [])
  })

  await t.test(
    'without browser storage, the page says so and still sends [c12-unsent]',
    async (t) => {
      const projectId = await shoot(1)
      const token = await deliver(projectId)
      const { page } = await open(t, token, NO_STORAGE)
      await comment(page, 'Remove the bin')
      await page.getByRole('button', { name: 'Done' }).click()
      await page.locator('.viewer').getByText("This browser can't save comments").waitFor()
      await takeScreenshot(page, 'delivery-storage-blocked-phone', false)
      await page.locator('.viewer').getByRole('button', { name: 'Send 1 comment' }).click()
      await page.getByText('You asked for').first().waitFor()
    },
  )

  await t.test('a comment on a removed photo is sent with its text [c12-unsent]', async (t) => {
    const projectId = await shoot(2)
    const token = await deliver(projectId)
    const { page } = await open(t, token)
    await comment(page, 'Remove the bin')
    const [first] = (await call('GET', `/projects/${projectId}/media`)).body.data
    await page.locator('.viewer').getByRole('button', { name: 'Send 1 comment' }).waitFor()
    t.equal((await call('DELETE', `/media/${first.id}`)).status, 204)
    await page.goBack()
    await page.reload()
    await page.getByText('Photo 1 (removed): Remove the bin').waitFor()
    await page.locator('.bar').getByRole('button', { name: 'Send 1 comment' }).click()
    await page.getByText('You asked for').first().waitFor()
    const [round] = (await call('GET', `/projects/${projectId}/revisions`)).body.data
    t.equal(round.comment, 'Photo 1 (removed): Remove the bin')
  })

  await t.test(
    'without a connection, the page says so and keeps comments [c12-unsent]',
    async (t) => {
      const { page } = await open(t, await deliver(await shoot(1)))
      await page.locator('[data-id] a:not(.select)').first().click()
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
      await page.keyboard.type('Straighten it')
      await page.getByRole('button', { name: 'Done' }).click()
      await page.keyboard.press('Escape')
      await page.context().setOffline(true)
      await page.getByText("You're offline").waitFor()
      await page.getByRole('button', { name: 'Request changes' }).click()
      await page.locator('.bar').getByText("you're offline").waitFor()
      await takeScreenshot(page, 'delivery-offline-phone')
      t.equal(await page.locator('#pins li').count(), 1)
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Request changes' }).click()
      await page.getByText('You asked for').waitFor()
    },
  )

  await t.test(
    'an approval without a connection says so, and can be retried [c12-unsent]',
    async (t) => {
      const { page } = await open(t, await deliver(await shoot(1)))
      const approve = page.locator('#decision').getByRole('link', { name: 'Approve' })
      const send = page.locator('#approve').getByRole('button', { name: 'Approve' })
      await approve.click()
      await page.context().setOffline(true)
      await send.click()
      await page.locator('#approve').getByText("Not approved: you're offline").waitFor()
      t.strictSame(await accessibilityProblems(page), [])
      await takeScreenshot(page, 'delivery-approve-offline-phone', false)
      await page.context().setOffline(false)
      await send.click()
      await page.getByText('You approved this delivery').waitFor()
    },
  )

  await t.test(
    'comments written while others are being sent stay unsent [c12-unsent]',
    async (t) => {
      const projectId = await shoot(1)
      const { page, faults } = await open(t, await deliver(projectId))
      await add(page, 'Remove the bin')
      await page.getByLabel('What should change?').fill('All brighter')
      const arrived = Promise.withResolvers<void>()
      const written = Promise.withResolvers<void>()
      await page.route('**/request-revision', async (route) => {
        arrived.resolve()
        await written.promise
        await route.continue()
      })
      await page.locator('.bar').getByRole('button', { name: 'Send 2 comments' }).click()
      await arrived.promise
      await add(page, 'And the cable')
      await page.getByLabel('What should change?').fill('All brighter, and warmer')
      written.resolve()
      await page.getByText('2 comments not sent').waitFor()
      t.match(await roundOf(projectId), {
        comment: 'All brighter',
        items: [{ comment: 'Remove the bin' }],
      })
      t.strictSame(await page.locator('#never-sent li span').allTextContents(), ['And the cable'])
      t.equal(
        await page.locator('#never-sent blockquote').textContent(),
        'All brighter, and warmer',
      )
      t.strictSame(faults, [])
    },
  )

  await t.test(
    "if comments can't load, the page asks before sending a decision, and recovers [c12-unsent]",
    async (t) => {
      const projectId = await shoot(1)
      const token = await deliver(projectId)
      const { page } = await open(t, token)
      await add(page, 'Remove the bin')
      const work = (await page.locator('script[data-more]').getAttribute('data-more')) ?? ''
      await page.route(`**/${work}*`, (route) => route.abort())
      await page.reload()
      const dismissed = async () => {
        const dialog = await page.waitForEvent('dialog')
        await dialog.dismiss()
        return `${dialog.type()}: ${dialog.message()}`
      }
      await page.locator('#decision').getByRole('link', { name: 'Approve' }).click()
      const [asked] = await Promise.all([
        dismissed(),
        page.getByRole('button', { name: 'Approve' }).click(),
      ])
      await page.getByRole('link', { name: 'Close' }).click()
      t.match(asked, /^confirm: .*aren't sent/)
      await page.getByLabel('What should change?').fill('All brighter')
      const [said] = await Promise.all([
        dismissed(),
        page.getByRole('button', { name: 'Request changes' }).click(),
      ])
      t.match(said, /^alert: Nothing was sent/)
      t.equal((await client(token).open()).body.state, 'OPEN', 'nothing is decided')
      await page.unroute(`**/${work}*`)
      await page.getByRole('button', { name: 'Request changes' }).click()
      await page.getByText('You asked for').first().waitFor()
      t.match(await roundOf(projectId), {
        comment: 'All brighter',
        items: [{ comment: 'Remove the bin' }],
      })
    },
  )

  await t.test(
    "the same text on another photo or spot doesn't count as sent [c12-unsent]",
    async (t) => {
      const projectId = await shoot(3)
      const token = await deliver(projectId)
      const { page } = await open(t, token)
      await add(page, 'Brighter', 1)
      await add(page, 'Brighter', 3)
      const { data } = (await call('GET', `/projects/${projectId}/media`)).body
      const [first] = data
      // Sent from another browser.
      const items = [
        { mediaId: first.id, comment: 'Brighter' },
        { mediaId: data[2].id, comment: 'Brighter', x: 0.5, y: 0.5 },
      ]
      t.equal((await client(token).requestRevision({ items })).status, 200)
      await page.reload()
      await page.getByText('1 comment not sent').waitFor()
      t.strictSame(await page.locator('#never-sent li').allTextContents(), [
        'Photo 3: Brighter Discard',
      ])
    },
  )

  await t.test(
    "comments on removed photos, too long for one note, don't block the rest [c12-unsent]",
    async (t) => {
      const projectId = await shoot(2)
      const token = await deliver(projectId)
      const { page } = await open(t, token)
      const long = Array.from({ length: MAX_NOTE / MAX_COMMENT + 1 }, (_, n) =>
        `${n}`.repeat(MAX_COMMENT),
      )
      for (const text of long) {
        await comment(page, '')
        await page.locator('.panel textarea').fill(text)
        await page.getByRole('button', { name: 'Done' }).click()
        await page.keyboard.press('Escape')
        await page.waitForURL((url) => url.hash === '')
      }
      await add(page, 'Straighten it', 2)
      const [first] = (await call('GET', `/projects/${projectId}/media`)).body.data
      t.equal((await call('DELETE', `/media/${first.id}`)).status, 204)
      await page.reload()
      await page.locator('.bar').getByRole('button', { name: 'Send 7 comments' }).click()
      await page.getByText('You asked for').first().waitFor()
      const round = await roundOf(projectId)
      t.match(round.items, [{ comment: 'Straighten it' }])
      const unsent = await page.locator('#never-sent li span').allTextContents()
      t.equal(unsent.length, 2)
      for (const text of long) {
        const isSent = round.comment.includes(text)
        t.equal(unsent.includes(text), !isSent, 'each is either sent or shown as not sent')
      }
    },
  )

  await t.test(
    'an invalid or superseded link still shows unsent comments [c12-unsent]',
    async (t) => {
      const projectId = await shoot(1)
      const token = await deliver(projectId)
      const { page } = await open(t, token)
      await add(page, 'Remove the bin')
      await page.getByLabel('What should change?').fill('All brighter')
      const next = await deliver(projectId)
      await page.reload()
      await page.getByText('2 comments not sent').waitFor()
      t.match(await page.locator('#never-sent').textContent(), 'Remove the bin')

      await page.goto(`${api.url}/deliveries/${next}`)
      await add(page, 'And the cable')
      t.equal((await call('DELETE', `/projects/${projectId}/delivery`)).status, 204)
      await page.reload()
      await page.getByText("This link doesn't work").waitFor()
      await page.getByText('1 comment not sent').waitFor()
      t.strictSame(await page.locator('#never-sent li').allTextContents(), [
        'Photo 1: And the cable Discard',
      ])
      t.strictSame(await accessibilityProblems(page), [])
      await takeScreenshot(page, 'delivery-dead-unsent-phone')
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy all' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      const copied = await page.evaluate('navigator.clipboard.readText()')
      t.equal(copied, 'Photo 1: And the cable')
      await page.getByRole('button', { name: 'Discard all comments' }).click()
      await page.locator('.question').getByRole('button', { name: 'Discard' }).click()
      await page.locator('#never-sent').waitFor({ state: 'detached' })
    },
  )
})
