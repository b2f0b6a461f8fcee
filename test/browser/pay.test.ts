// docs/contract.md#c18-pay-page docs/contract.md#c18-account-page docs/contract.md#c19-page: a client pays an invoice
// and unlocks a delivery, with the emulated provider.

import { openMediaFixture } from '@mediajobs/media/testing'
import { openEmulator } from '@mediajobs/testing/api/card-studio'
import { DESKTOP, openBrowser, PHONE } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectGood, openWatched } from '@mediajobs/testing/browser/looks'
import { eventually } from '@mediajobs/testing/eventually'
import { photo } from '@mediajobs/testing/media/pictures'
import { startDispatcher } from '@mediajobs/testing/service/process'
import type { BrowserContextOptions, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { openFrontProxy } from '../support/front-proxy.ts'

const PAID_MS = 60_000

/** Checks that the sums are printed once: browsers repeat a table's footer on every sheet. */
async function expectSumsOnce(t: Test, page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  const display = await page.evaluate("getComputedStyle(document.querySelector('tfoot')).display")
  t.equal(display, 'table-row-group')
  await page.emulateMedia({ media: null })
}

t.test('paying in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const [site, archives] = [await openFrontProxy(t), await openFrontProxy(t)]
  const emulator = await openEmulator(t)
  const fixture = await openMediaFixture(t, {
    paymentsApiUrl: emulator.url,
    deliveryBaseUrl: `${site.url}/deliveries`,
    mediaBaseUrl: archives.url,
  })
  const { api, org, call } = fixture
  const media = await fixture.startMedia()
  site.lead({ api: api.url, media: media.url })
  archives.lead({ media: media.url })
  await startDispatcher(t, api.databaseUrl, { PAYMENTS_API_URL: emulator.url })
  const browser = await openBrowser(t)
  const { body: customer } = await call('POST', '/customers', {
    name: 'Ann Agent',
    email: 'ann@clients.example',
  })
  const { body: offer } = await call('POST', '/packages', {
    name: 'Signature',
    priceAmount: 18_000,
    currency: 'USD',
  })
  const job = {
    customerId: customer.id,
    packageId: offer.id,
    addressLine1: '859 Orange Grove Blvd',
    scheduledTime: '2026-05-01T09:30:00Z',
  }
  await call('PATCH', '/organization', { name: 'Harbor Light' })

  // A locked delivery's page polls whether it's still locked.
  const isExpected = (message: string) => /\b402\b/.test(message)
  const open = (t: Test, url: string, options: BrowserContextOptions, session?: string) =>
    openWatched(t, browser, url, options, { isExpected, ...(session && { session }) })

  const staffPage = async (t: Test, path: string) =>
    open(t, `${site.url}/app/${org.organizationId}${path}`, DESKTOP, await org.token())

  await t.test('the studio connects its account in the settings [c18-account-page]', async (t) => {
    const { accountId, secretKey } = emulator.addAccount('Harbor Light LLC')
    const { page, faults } = await staffPage(t, '/settings')
    await page.getByLabel('Restricted key').fill('sk_test_unknown0')
    await page.getByRole('button', { name: 'Connect Stripe' }).click()
    await page.getByText("Stripe didn't accept this key.").waitFor()
    await page.getByLabel('Restricted key').fill(secretKey)
    await page.getByRole('button', { name: 'Connect Stripe' }).click()
    await page.getByText('Harbor Light LLC').waitFor()
    const url = await page.getByLabel('Address for Stripe events').inputValue()
    const webhookSecret = emulator.sendEventsTo(accountId, { url })
    await page.getByText('Change keys…').click()
    await page.getByLabel('Signing secret').fill(webhookSecret)
    await page.getByRole('button', { name: 'Save keys' }).click()
    await page.getByText('Payments show within a minute').waitFor({ state: 'detached' })
    const { body } = await call('GET', '/organization/payment-account')
    t.match(body, { state: 'READY', accountName: 'Harbor Light LLC', webhookSecret: '********' })
    t.strictSame(
      faults.filter((each) => !/\b400\b/.test(each)),
      [],
    )
  })

  await t.test(
    'an invoice is sent, and paid on a phone by link [c18-pay-page, c18-checkout]',
    async (t) => {
      const { body: project } = await call('POST', '/projects/create', job)
      const { page: staff, faults } = await staffPage(t, `/projects/${project.id}`)
      await staff.getByRole('button', { name: 'Draft invoice' }).click()
      await staff.getByRole('button', { name: 'Send invoice' }).click()
      await staff.getByRole('link', { name: 'Open and print' }).click()
      await staff.getByRole('button', { name: 'Create pay link' }).click()
      const link = await staff.getByLabel('Pay link', { exact: true }).inputValue()

      const { page, faults: ofClient } = await open(t, link, PHONE)
      const pay = page.getByRole('button', { name: 'Pay $180.00' })
      await expectGood(t, page, 'pay-open')
      await page.getByText('Pay another amount or add a tip').tap()
      t.notOk(await pay.isVisible(), 'no button shows an amount that can change')
      await expectGood(t, page, 'pay-other')
      await page.getByLabel('Tip in USD').fill('20')
      await page.getByRole('button', { name: 'Continue to payment' }).tap()
      await page.waitForURL(`${emulator.url}/**`)
      await page.getByRole('button', { name: 'Pay $200.00' }).waitFor()
      await page.getByRole('button', { name: 'Leave' }).tap()
      await page.waitForURL(`${site.url}/pay/**`)
      await pay.tap()
      await page.waitForURL(`${emulator.url}/**`)
      await page.getByRole('button', { name: 'Decline the card' }).tap()
      await page.getByRole('alert').waitFor()
      await page.getByRole('button', { name: 'Leave' }).tap()
      await page.waitForURL(`${site.url}/pay/**`)
      await pay.tap()
      await page.waitForURL(`${emulator.url}/**`)
      await page.getByRole('button', { name: 'Pay $180.00' }).tap()
      await page.waitForURL(`${site.url}/pay/**`)
      await page.getByText('Thank you!').waitFor({ timeout: PAID_MS })
      t.equal(await page.getByRole('button', { name: /^Pay/ }).count(), 0)
      await expectGood(t, page, 'pay-paid')
      await expectSumsOnce(t, page)

      await staff.goto(`${site.url}/app/${org.organizationId}/projects/${project.id}`)
      await staff.getByRole('link', { name: 'Open and print' }).click()
      await staff.getByText('Received').waitFor()
      await expectGood(t, staff, 'staff-invoice-paid')
      await expectSumsOnce(t, staff)
      t.strictSame([...faults, ...ofClient], [])
    },
  )

  await t.test(
    'a locked delivery unlocks by itself once paid [c19-page, c19-unlock]',
    async (t) => {
      await call('PATCH', '/organization', { lockDownloads: true })
      const { token, ids } = await deliverPhotos()
      const { page, faults } = await open(t, `${site.url}/deliveries/${token}`, PHONE)
      t.equal(await page.locator('#download').count(), 0)
      const sources = await page
        .locator('img[srcset]')
        .evaluateAll((all) => all.map((each) => (each as unknown as { srcset: string }).srcset))
      t.equal(sources.length, ids.length)
      for (const each of sources) t.match(each, /, \S+ \d+w$/, 'a watermarked picture')
      await expectGood(t, page, 'locked')
      const pay = page.getByRole('link', { name: 'Pay $180.00' })
      t.equal(await pay.count(), 1)
      await page.getByLabel('What should change?').fill('Brighter')
      await page.locator('.bar').getByText('1 comment saved').waitFor()
      t.equal(await pay.count(), 1, 'an unsent comment leaves a way to pay')
      await expectGood(t, page, 'locked-unsent')
      await page.getByLabel('What should change?').fill('')

      const other = await page.context().newPage()
      await other.goto(page.url())
      await other.getByRole('link', { name: 'Pay $180.00' }).tap()
      await other.getByRole('button', { name: 'Pay $180.00' }).tap()
      await other.waitForURL(`${emulator.url}/**`)
      await other.getByRole('button', { name: 'Pay $180.00' }).tap()
      await other.getByText('Thank you!').waitFor({ timeout: PAID_MS })
      await expectGood(t, other, 'pay-delivery-paid')
      await other.getByRole('link', { name: 'View your photos' }).tap()
      await other.waitForURL(page.url())
      await other.close()

      await page.locator('#download').waitFor({ state: 'attached', timeout: PAID_MS })
      await page.getByRole('link', { name: 'Download' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: PAID_MS }),
        page.getByRole('button', { name: /^Download/ }).click(),
      ])
      t.match(download.suggestedFilename(), /\.zip$/)
      t.equal(await download.failure(), null)
      t.strictSame(faults, [])
    },
  )

  await t.test(
    'a manager unlocks a delivery, and its page unlocks by itself [c19-unlock-staff, c19-page]',
    async (t) => {
      await call('PATCH', '/organization', { lockDownloads: true })
      const { token, project } = await deliverPhotos()
      const { page, faults } = await open(t, `${site.url}/deliveries/${token}`, PHONE)
      const { page: staff, faults: ofStaff } = await staffPage(t, `/projects/${project.id}`)
      await staff.locator('summary', { hasText: 'Unlock downloads' }).click()
      await staff.getByLabel('Why').fill('Pays by check')
      await expectGood(t, staff, 'staff-unlock')
      await staff.getByRole('button', { name: 'Unlock downloads' }).click()
      await staff.getByText('Downloads unlocked.').waitFor()
      await staff.getByText('Pays by check').waitFor()
      await page.locator('#download').waitFor({ state: 'attached', timeout: PAID_MS })
      t.strictSame([...faults, ...ofStaff], [])
    },
  )

  /** Photos whose watermarked pictures are ready. */
  async function deliverPhotos() {
    const ids: string[] = []
    const { token, project } = await fixture.deliver(job, {}, async (projectId) => {
      for (const position of [0, 1, 2]) {
        ids.push(await fixture.put(projectId, await photo(1_800, 1_200), { position }))
      }
      await fixture.requestPreviews()
      await fixture.finished()
    })
    await eventually(
      'every picture is watermarked',
      async () => {
        const { body } = await fixture.client(token).open()
        return body.lockedMedia.every(({ lockedUrl }: { lockedUrl: string | null }) => lockedUrl)
      },
      PAID_MS,
    )
    return { token, project, ids }
  }
})
