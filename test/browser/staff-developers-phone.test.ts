// docs/contract.md#c12-developers docs/contract.md#c12-webhooks

import { setTimeout as wait } from 'node:timers/promises'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { DESKTOP, PHONE, takeScreenshot } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { layoutShift } from '@mediajobs/testing/browser/looks'
import { staffInBrowser } from '@mediajobs/testing/browser/staff-pages'
import t from 'tap'

const MODULE_MS = 500

t.test('the developer pages on a phone', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf } = await staffInBrowser(t)
  const org = await api.createOrg()
  const { call } = org
  await call('POST', '/webhooks/subscriptions', {
    url: 'https://receiver.example/hooks',
    events: ['PROJECT_CREATED'],
  })
  await call('POST', '/projects/create', { scheduledTime: '2099-05-01T10:00:00Z' })
  const open = pagesOf(org)

  await t.test('a new webhook fits on the screen: its events are collapsed', async (t) => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await open(t, '/developers/webhooks/new', { ...PHONE, javaScriptEnabled })
      const add = page.getByRole('button', { name: 'Add', exact: true })
      t.ok(((await add.boundingBox())?.y ?? Infinity) < PHONE.viewport.height)
      await page.locator('summary', { hasText: 'Events' }).tap()
      for (const name of ['PROJECT_CREATED', 'PROJECT_DELIVERED']) {
        await page.getByLabel(new RegExp(`^${name}`)).check()
      }
      if (javaScriptEnabled) await page.locator('summary', { hasText: '2 events' }).waitFor()
      t.strictSame(javaScriptEnabled ? await accessibilityProblems(page) : [], [])
      await takeScreenshot(page, 'staff-developers-new-webhook-phone-open')
      await page.getByLabel('Receiver URL').fill(`https://receiver.example/${javaScriptEnabled}`)
      await add.tap()
      await page.getByText('Webhook added').first().waitFor()
    }
    const page = await open(t, '/developers/webhooks/new', DESKTOP)
    await page.getByLabel(/^WEBHOOK_DISABLED/).check()
  })

  await t.test('nothing shifts when the module loads', async (t) => {
    const [event] = (await call('GET', '/events')).body.data
    const [delivery] = (await call('GET', '/webhooks/deliveries')).body.data
    const page = await open(t, '/today', PHONE)
    await page.route('**/assets/*.js', async (route) => {
      await wait(MODULE_MS)
      await route.continue()
    })
    for (const path of [
      `developers/events?opened=${event.id}`,
      `developers/deliveries?delivery=${delivery.id}`,
      'settings',
      'projects/new',
      'board?view=list',
      'calendar',
      'developers/imports',
    ]) {
      await page.goto(`${api.url}/app/${org.organizationId}/${path}`)
      await page.waitForLoadState('networkidle')
      t.equal(await layoutShift(page), 0, path)
    }
  })
})
