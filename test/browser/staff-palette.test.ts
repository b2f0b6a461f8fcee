// docs/contract.md#c12-palette

import { setTimeout as pause } from 'node:timers/promises'
import type { Member } from '@mediajobs/testing/api/app'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { DESKTOP, PHONE, takeScreenshot } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { signedInPage, staffInBrowser } from '@mediajobs/testing/browser/staff-pages'
import t, { type Test } from 'tap'

t.test('the command palette in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, browser } = await staffInBrowser(t)
  const org = await api.createOrg()
  const { call } = org
  const { body: customer } = await call('POST', '/customers', {
    name: 'Rosa <b>Keller</b>',
    email: 'rosa@agents.test',
    company: 'Keller Group',
  })
  const { body: job } = await call('POST', '/projects/create', {
    addressLine1: '1454 Rose Bowl Dr',
    city: 'Pasadena',
    scheduledTime: '2026-05-01T16:30:00Z',
  })
  const other = await api.createOrg()
  const body = { name: 'Rosemary Other', email: 'r@other.test' }
  await other.call('POST', '/customers', body)
  const editor = await api.createMember(org, 'EDITOR')
  const at = `${api.url}/app/${org.organizationId}`

  async function openPage(
    t: Test,
    options: object = DESKTOP,
    path = 'customers',
    person: Member = org,
  ) {
    const page = await signedInPage(t, browser, api.url, person, options)
    const calls: string[] = []
    const faults: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/call/')) calls.push(request.url())
    })
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.goto(`${at}/${path}`)
    const input = page.getByRole('combobox', { name: 'Search jobs, customers and pages' })
    return { page, calls, faults, input, options: page.getByRole('option') }
  }

  await t.test(
    'a search finds jobs, customers and pages, using only the keyboard [c12-palette]',
    async (t) => {
      const { page, calls, faults, input, options } = await openPage(t)
      const openList = async () => {
        await page.waitForLoadState('networkidle')
        await page.keyboard.press('Control+k')
        await input.waitFor()
      }
      await page.getByRole('link', { name: 'Today' }).focus()
      await openList()
      t.strictSame(calls, [], 'nothing is searched before input')
      t.equal(await page.getByRole('option', { name: 'Settings' }).count(), 1)
      await page.keyboard.type('ros')
      await page.getByRole('option', { name: '1454 Rose Bowl Dr, Pasadena' }).waitFor()
      await page.getByRole('option', { name: 'Rosa <b>Keller</b>' }).waitFor()
      t.equal(await options.count(), 2, 'only of this organization')
      t.strictSame(await accessibilityProblems(page), [])
      await takeScreenshot(page, 'staff-palette-desktop', false)
      const selected = page.locator('[role=option][aria-selected=true]')
      t.match(await selected.textContent(), 'Rose Bowl')
      await page.keyboard.press('ArrowUp')
      t.match(await selected.textContent(), 'Rosa', 'ArrowUp on the first selects the last')
      t.equal(await input.getAttribute('aria-activedescendant'), await selected.getAttribute('id'))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${at}/projects/${job.id}`)
      await openList()
      // "R" and the "b" of the tag are too short for the API to search for.
      await page.keyboard.type('R. <b>keller')
      await page.getByRole('option', { name: 'Rosa <b>Keller</b>' }).waitFor()
      await input.fill('')
      await page.keyboard.type('keller group')
      // Enter comes before the result.
      await page.keyboard.press('Enter')
      await page.waitForURL(`${at}/customers/${customer.id}`)
      await openList()
      await page.keyboard.type('cal')
      await page.getByText('1 result').waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/calendar/)
      t.strictSame(faults, [])
    },
  )

  await t.test(
    'keys pressed before the list appears go into the search [c12-palette]',
    async (t) => {
      const { page, input } = await openPage(t, DESKTOP, 'board')
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const module = await page.locator('.finder').getAttribute('data-module')
      await page.route(`**/${module?.split('/').at(-1)}`, async (route) => {
        await held
        await route.continue()
      })
      const found = page.waitForResponse(/call\/projects/)
      await page.route('**/call/projects?*', async (route) => {
        await page.getByText('Searching…').waitFor()
        await route.continue()
      })
      await page.waitForLoadState('networkidle')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('rox')
      await page.keyboard.press('Backspace')
      await page.keyboard.type('s')
      release()
      await input.waitFor()
      t.equal(await input.inputValue(), 'ros')
      await page.keyboard.type('e')
      await found
      await page.getByRole('option', { name: '1454 Rose Bowl Dr, Pasadena' }).waitFor()
      await page.getByText('1 result').waitFor()
    },
  )

  await t.test('Escape closes it and restores focus [c12-palette]', async (t) => {
    const { page, input } = await openPage(t)
    const link = page.getByRole('link', { name: 'Today' })
    await link.focus()
    await page.keyboard.press('Control+k')
    await input.waitFor()
    await page.keyboard.press('Escape')
    await input.waitFor({ state: 'hidden' })
    t.ok(await link.evaluate((each) => each.matches(':focus')))
    await page.keyboard.press('Meta+k')
    await input.waitFor()
    t.equal(await input.inputValue(), '')
    await page.keyboard.press('Control+k')
    await input.waitFor({ state: 'hidden' })
  })

  await t.test('one search runs at a time, for the latest input [c12-palette]', async (t) => {
    const { page, calls, input } = await openPage(t)
    let [running, most] = [0, 0]
    await page.route('**/call/projects?*', async (route) => {
      running += 1
      most = Math.max(most, running)
      const response = await route.fetch()
      // Longer than the search's debounce.
      await pause(1_000)
      running -= 1
      await route.fulfill({ response })
    })
    await page.keyboard.press('Control+k')
    await input.waitFor()
    const first = page.waitForRequest(/call.projects.*q=1454/)
    await input.pressSequentially('1454 rose bowl drive')
    await first
    t.ok(calls.length <= 4, `${calls.length} calls for one text`)
    await input.fill('keller')
    await page.getByRole('option', { name: /Rosa/ }).waitFor()
    t.equal(most, 1)
    await page.unrouteAll({ behavior: 'wait' })
    await page.route('**/call/customers?*', (route) => route.fulfill({ status: 503, json: {} }))
    await input.fill('1454 rose bowl')
    await page.getByText("Search isn't available right now.").waitFor()
  })

  await t.test('each role finds only pages it may open [c12-palette]', async (t) => {
    const { page, input } = await openPage(t, DESKTOP, 'customers', editor)
    await page.keyboard.press('Control+k')
    await input.waitFor()
    t.equal(await page.getByRole('option', { name: 'Settings' }).count(), 0)
    t.equal(await page.getByRole('option', { name: 'Today' }).count(), 1)
  })

  await t.test('on a phone, it has large targets, in dark mode too [c12-palette]', async (t) => {
    const options = { ...PHONE, colorScheme: 'dark' }
    const { page, input, faults } = await openPage(t, options)
    const link = page.getByRole('banner').getByRole('link', { name: 'Search' })
    const { width = 0, height = 0 } = (await link.boundingBox()) ?? {}
    t.ok(width >= 44 && height >= 44, `${width} × ${height}`)
    await link.tap()
    await input.fill('rose')
    const found = page.getByRole('option', { name: /Rose Bowl/ })
    await found.waitFor()
    t.ok(((await found.boundingBox())?.height ?? 0) >= 44)
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
    const [field, button] = await Promise.all([input.boundingBox(), close.boundingBox()])
    t.ok((button?.height ?? 0) >= 44)
    t.ok(field && button && field.x + field.width <= button.x, 'next to the field')
    t.strictSame(await accessibilityProblems(page), [])
    await takeScreenshot(page, 'staff-palette-phone', false)
    await close.tap()
    await input.waitFor({ state: 'hidden' })
    t.strictSame(faults, [])
  })

  await t.test("without JavaScript, it links to the board's search [c12-palette]", async (t) => {
    const options = { ...DESKTOP, javaScriptEnabled: false }
    const { page } = await openPage(t, options)
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await page.waitForURL(`${at}/board#q`)
    t.equal(await page.locator('#q').count(), 1)
  })
})
