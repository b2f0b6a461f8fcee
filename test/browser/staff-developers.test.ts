// docs/contract.md#c12-developers docs/contract.md#c12-accessible

import { setTimeout as wait } from 'node:timers/promises'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectLook } from '@mediajobs/testing/browser/looks'
import { staffInBrowser, weigh } from '@mediajobs/testing/browser/staff-pages'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'

/** Maximum for a page with its style sheets and module. */
const MAX_BYTES = 30_720

t.test('the developer pages in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const fixture = await openFixture(t)
  const { databaseUrl } = fixture
  const { api, pagesOf } = await staffInBrowser(t, { databaseUrl, requestLogSample: 1 })
  await fixture.dispatch()
  const { org, call, deliver } = await deliveringStudio(api)
  await call('PATCH', '/organization', { timeZone: 'America/Los_Angeles' })
  const down = JSON.stringify({ error: '<script>alert(1)</script> حديقة '.repeat(20) })
  const receiver = await startReceiver({ fallback: status(503, { body: down }) })
  t.teardown(() => receiver.close())
  const subscribe = (url: string) =>
    call('POST', '/webhooks/subscriptions', {
      url,
      events: ['PROJECT_CREATED', 'PROJECT_DELIVERED'],
    })
  const { body: hook } = await subscribe(`${receiver.url}/${'long-path/'.repeat(12)}`)
  const { project, token } = await deliver({ addressLine1: 'حديقة كبيرة '.repeat(8) })
  await fixture.settled()
  await call('PATCH', `/webhooks/subscriptions/${hook.id}`, {
    description: `<script>alert(1)</script> ${'حديقة كبيرة '.repeat(8)}`,
    metadata: { team: 'accounting', ['k'.repeat(40)]: 'v'.repeat(500) },
    headers: { Authorization: 'Bearer of-tests', [`X-${'Long'.repeat(20)}`]: 'a' },
    filter: { projectIds: [project.id], toStatuses: ['DELIVERED', 'CANCELLED'] },
    maxPerSecond: 5,
    standardWebhooks: true,
  })
  receiver.fallback(status(200))
  const spare = { name: 'حديقة كبيرة '.repeat(8), scopes: ['READ', 'WEBHOOKS'] }
  const { body: key } = await call('POST', '/api-keys', spare)
  for (let i = 0; i < 3; i++) await call('GET', '/customers/none', undefined, key.key)
  await call('POST', '/projects/create', {}, key.key)
  const home = `${api.url}/app/${org.organizationId}`
  const { body: found } = await call('GET', '/webhooks/deliveries?event=PROJECT_DELIVERED')
  const { body: events } = await call('GET', `/events?projectId=${project.id}`)
  const delivery = `deliveries?delivery=${found.data[0].id}`
  const open = pagesOf(org)
  const openAt = async (t: Test, path: string, viewport: keyof typeof VIEWPORTS = 'desktop') => {
    const page = await open(t, path, { viewport: VIEWPORTS[viewport] })
    await page.waitForLoadState('networkidle')
    return page
  }

  await t.test('pages can be read with any brand color [c12-accessible]', async (t) => {
    t.teardown(() => call('PATCH', '/organization', { colour: null }))
    const page = await openAt(t, '/board')
    const urls = [`${home}/developers/webhooks`, `${home}/board`, `${api.url}/deliveries/${token}`]
    for (const [colour, colorScheme] of [
      ['#ffe066', 'light'],
      ['#7a1fa2', 'dark'],
      ['#c62828', 'dark'],
      ['#101820', 'dark'],
    ] as const) {
      await call('PATCH', '/organization', { colour })
      await page.emulateMedia({ colorScheme })
      for (const url of urls) {
        await page.goto(url, { waitUntil: 'networkidle' })
        t.strictSame(await accessibilityProblems(page), [], `${url} in ${colour}, ${colorScheme}`)
      }
    }
  })

  await t.test('axe-core finds nothing on any page for developers [c12-accessible]', async (t) => {
    const paths = {
      deliveries: 'deliveries',
      delivery,
      resend: 'deliveries/resend?status=FAILED',
      webhooks: 'webhooks',
      'new-webhook': 'webhooks/new',
      webhook: `webhooks/${hook.id}`,
      keys: 'keys',
      key: `keys/${key.id}`,
      event: `events?opened=${events.data[0].id}`,
      requests: 'requests',
      types: 'events/types',
    }
    // Together, these use all pages' colors.
    const dark = ['delivery', 'webhook', 'types']
    const page = await openAt(t, `/developers/${paths.delivery}`)
    const { bytes } = await weigh(page)
    t.ok(bytes > 1_000 && bytes <= MAX_BYTES, `${bytes} bytes`)
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(`${home}/developers/${path}`)
      for (const [width, viewport] of Object.entries(VIEWPORTS)) {
        await page.setViewportSize(viewport)
        await expectClean(t, page, `${name}-${width}`)
      }
      if (!dark.includes(name)) continue
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectClean(t, page, `${name}-dark`)
      await page.emulateMedia({ colorScheme: 'light' })
    }
  })

  await t.test(
    'a failed delivery is found, read and retried in three clicks [c12-developers]',
    async (t) => {
      const page = await openAt(t, '/today')
      let clicks = 0
      const click = async (role: 'link' | 'button', name: string | RegExp) => {
        clicks += 1
        await page.getByRole(role, { name }).first().click()
      }
      await click('link', 'Developers')
      await click('link', /^Failed PROJECT_DELIVERED/)
      await page.getByText(/Attempt 1 · 503 · \d+ ms/).waitFor()
      await click('button', 'Retry')
      await page.getByText('Retry finished: Succeeded.').waitFor()
      t.equal(clicks, 3)
    },
  )

  await t.test(
    'ids and the command are copied, an attempt shows its response, and an event its meaning [c12-deliveries, c12-event-types]',
    async (t) => {
      const page = await openAt(t, `/developers/${delivery}`)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const copied = () => page.evaluate('navigator.clipboard.readText()')
      await page.getByRole('button', { name: 'Copy the ID of the delivery' }).click()
      await page.getByText('Copied').first().waitFor()
      t.equal(await copied(), found.data[0].id)
      await page.getByRole('button', { name: 'Copy the ID of the event' }).click()
      await page.getByText('Copied').nth(1).waitFor()
      t.equal(await copied(), found.data[0].eventId)
      await page.getByRole('button', { name: 'Copy as curl' }).click()
      await page.getByText('Copied').nth(2).waitFor()
      t.match(await copied(), 'openssl dgst')
      await page.getByRole('link', { name: /^Attempt 1/ }).click()
      t.equal(await page.locator('.timeline [aria-current]').count(), 1)
      await page.getByRole('link', { name: 'Fields and example' }).click()
      await page.getByRole('heading', { name: 'PROJECT_DELIVERED' }).waitFor()
      await eventually('its description is in view', () => page.evaluate('scrollY > 0'))
      await page.getByRole('link', { name: 'Project', exact: true }).first().click()
      t.match(page.url(), /#Project$/)
    },
  )

  await t.test('filtered deliveries are resent in three clicks [c12-resend]', async (t) => {
    receiver.fallback(status(503))
    await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
    await fixture.settled()
    receiver.fallback(status(200))
    const page = await openAt(t, '/developers/deliveries')
    await page.getByRole('link', { name: 'Failed', exact: true }).click()
    await page.getByRole('link', { name: /^Resend th/ }).click()
    await page.getByRole('heading', { name: /^Resend/ }).waitFor()
    const before = receiver.requests.length
    await page.getByRole('button', { name: /^Resend/ }).click()
    await page.getByText(/on the way/).waitFor()
    await fixture.settled()
    t.ok(receiver.requests.length > before)
    await page.reload()
    await page.getByText('No deliveries match.').waitFor()
  })

  await t.test(
    'a webhook is added with three visible fields, and more on demand [c12-webhooks]',
    async (t) => {
      const page = await openAt(t, '/developers/webhooks/new', 'phone')
      await page.locator('summary', { hasText: 'Events' }).click()
      const names = await page.evaluate(`[...new Set(
      [...document.querySelectorAll('main input:not([type="hidden"]), main textarea')]
        .filter((field) => field.checkVisibility()).map(({ name }) => name),
    )]`)
      t.strictSame(names, ['url', 'events', 'description'])
      await page.getByLabel('Receiver URL').fill(`${receiver.url}/third`)
      await page.getByRole('checkbox', { name: /^INVOICE_PAID/ }).check()
      await page.getByText('More settings').click()
      await page.getByLabel('Maximum webhooks per second').fill('7')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Webhook added').first().waitFor()
      const { body } = await call('GET', '/webhooks/subscriptions?limit=1')
      t.match(body.data[0], { events: ['INVOICE_PAID'], maxPerSecond: 7 })
    },
  )

  await t.test('a corrected part of a webhook loses its error [c12-webhooks]', async (t) => {
    const page = await openAt(t, '/developers/webhooks/new')
    await page.getByLabel('Receiver URL').fill(`${receiver.url}/fourth`)
    await page.getByText('More settings').click()
    const keys = page.locator('#metadata input[name="metadata-name"]')
    await keys.nth(0).fill('team')
    await keys.nth(1).fill('team')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('“team” is listed twice.').waitFor()
    await keys.nth(1).fill('owner')
    t.equal(await page.locator('#metadata-problem').count(), 0)
    t.equal(await page.locator('#events-problem').count(), 1, "the events' error stays")
  })

  await t.test(
    'the list can be used with the keys j, k, Enter, r and / [c12-developers]',
    async (t) => {
      const page = await openAt(t, '/developers/deliveries')
      const focused = () =>
        page.evaluate('document.activeElement.textContent.replace(/\\s+/g, " ")')
      await page.keyboard.press('j')
      const first = await focused()
      await page.keyboard.press('j')
      t.not(await focused(), first)
      await page.keyboard.press('k')
      t.equal(await focused(), first)
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'PROJECT_CREATED' }).waitFor()
      await page.keyboard.press('r')
      await page.getByText(/Retry finished/).waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('jr')
      t.equal(await page.locator('#find').inputValue(), 'jr', 'a field has no shortcuts')
      await page.getByRole('button', { name: 'Turn off shortcuts' }).click()
      await page.keyboard.press('/')
      t.not(await page.evaluate('document.activeElement.id'), 'find')
    },
  )

  await t.test(
    "a test's result appears on the page, and a secret's overlap counts down [c12-webhooks]",
    async (t) => {
      const page = await openAt(t, `/developers/webhooks/${hook.id}`, 'phone')
      await page.getByRole('button', { name: 'Send test' }).click()
      await page.getByText('The test reached the receiver.').waitFor({ timeout: 10_000 })
      await takeScreenshot(page, 'staff-developers-test-phone')
      await page.locator('summary', { hasText: 'Replace secret' }).click()
      let posts = 0
      await page.route('**/rotate', async (route) => {
        posts += 1
        await wait(500)
        await route.continue().catch(() => {})
      })
      await page.evaluate(`{
        const button = document.querySelector('form[action$="/rotate"] button')
        button.click()
        setTimeout(() => button.click(), 200)
      }`)
      await page.getByRole('button', { name: 'Copy' }).waitFor()
      t.equal(posts, 1, 'a second press does not replace the secret')
      t.match(await page.getByLabel(/^Signing secret/).inputValue(), /^whsec_/)
      t.match(await page.getByRole('timer').textContent(), /^2[34]:\d\d:\d\d$/)
      t.strictSame(await accessibilityProblems(page), [])
      await takeScreenshot(page, 'staff-developers-secret-phone')
    },
  )
})

/** Opens all menus: their contents must be clean too. */
async function expectClean(t: Test, page: Page, name: string): Promise<void> {
  await page.evaluate('for (const menu of document.querySelectorAll(".menu")) menu.open = true')
  await expectLook(t, page, `staff-developers-${name}`)
}
