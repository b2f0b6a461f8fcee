// docs/contract.md#c21-client-page: a client reschedules and cancels with the page's buttons.

import { openCardApi } from '@mediajobs/testing/api/card-studio'
import { orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { DESKTOP, openBrowser, PHONE } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectGood, openWatched } from '@mediajobs/testing/browser/looks'
import type { BrowserContextOptions, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { openFrontProxy } from '../support/front-proxy.ts'

const ON_PHONE = { ...PHONE, locale: 'en-US' }
const POLICY = {
  clientUntilHours: 1,
  freeReschedules: 0,
  currency: 'USD',
  rules: [
    { on: 'RESCHEDULE', withinHours: 8_784, feeAmount: 2_500 },
    { on: 'CANCEL', withinHours: 8_784, feeBasisPoints: 2_000 },
  ],
}

t.test('changing an order in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const site = await openFrontProxy(t)
  const deliveryBaseUrl = `${site.url}/deliveries`
  const { api, emulator } = await openCardApi(t, { deliveryBaseUrl })
  site.lead({ api: api.url, media: 'http://127.0.0.1:1' })
  const studio = await orderingStudio(api, emulator)
  const { call, view } = studio
  await call('PATCH', '/organization', {
    name: 'Harbor Light',
    colour: '#1f4fd8',
    timeZone: 'America/Los_Angeles',
    locale: 'en-US',
    contactEmail: 'hello@harbor.example',
    changePolicy: POLICY,
  })
  // Late enough that the client may change each.
  const form = await studio.form({ payment: 'NONE', noticeHours: 24 })
  const browser = await openBrowser(t)
  // Refused forms are pages with an error status.
  const isExpected = (message: string) => /status of 4(00|09)/.test(message)
  const open = (t: Test, token: string, options: BrowserContextOptions = ON_PHONE) =>
    openWatched(t, browser, `${site.url}/orders/${token}`, options, { isExpected })

  async function paidOrder() {
    const order = await studio.order(form)
    const { invoiceId } = await studio.newest()
    await call('POST', `/invoices/${invoiceId}/pay`, {})
    return order
  }

  /** Chooses the last time shown for a day. @returns it */
  async function choose(page: Page, day: number): Promise<string> {
    await page.locator('.days > label').nth(day).tap()
    const chip = page.locator('.days fieldset:visible .chip').last()
    await chip.tap()
    return chip.locator('input').inputValue()
  }

  await t.test('a client moves on a phone, and pays the fee [c21-client-page]', async (t) => {
    const { token, startsAt } = await paidOrder()
    const { page, faults } = await open(t, token)
    await expectGood(t, page, 'order-changeable')
    await page.getByRole('link', { name: 'Reschedule or cancel' }).tap()
    await page.getByText('The fee for this change is $25.00.').waitFor()
    await page.getByRole('button', { name: 'Reschedule' }).tap()
    await page.getByText('Choose a time.').waitFor()
    const time = await choose(page, 2)
    await page.locator('.days > label').nth(0).tap()
    await page.getByRole('button', { name: 'Reschedule' }).tap()
    await page.getByText('Choose a time.').waitFor()
    t.equal(
      (await view(token)).project.scheduledTime,
      startsAt,
      "another day's time isn't a choice",
    )
    t.equal(await choose(page, 2), time)
    await expectGood(t, page, 'order-change')
    await page.getByRole('button', { name: 'Reschedule' }).tap()
    await page.getByText('Your new time is booked.').waitFor()
    t.equal((await view(token)).project.scheduledTime, time)
    t.equal(await page.locator('.when time').getAttribute('datetime'), time)
    await expectGood(t, page, 'order-moved')
    await page.getByRole('link', { name: 'Pay $25.00' }).tap()
    await page.waitForURL(`${site.url}/pay/**`)
    await page.getByRole('button', { name: 'Pay $25.00' }).waitFor()
    t.strictSame(faults, [])
  })

  await t.test('a time that was just taken shows a notice and other times', async (t) => {
    const { token } = await studio.order(form)
    const { page, faults } = await open(t, token)
    await page.getByRole('link', { name: 'Reschedule or cancel' }).tap()
    const time = await choose(page, 1)
    await call('POST', '/projects/create', {
      scheduledTime: time,
      technicianId: studio.technician.userId,
    })
    await page.getByRole('button', { name: 'Reschedule' }).tap()
    await page.getByText('Someone else just took that time.').waitFor()
    t.equal(await page.locator(`input[value="${time}"]`).count(), 0)
    t.ok(await page.locator('.days > input').nth(1).isChecked(), 'the day is kept')
    await expectGood(t, page, 'order-change-taken')
    const other = await choose(page, 1)
    await page.getByRole('button', { name: 'Reschedule' }).tap()
    await page.getByText('Your new time is booked.').waitFor()
    t.equal((await view(token)).project.scheduledTime, other)
    t.strictSame(faults, [])
  })

  await t.test('a client cancels in two steps and sees the refund [c21-client-page]', async (t) => {
    const { token } = await paidOrder()
    const { page, faults } = await open(t, token, DESKTOP)
    await page.getByRole('link', { name: 'Reschedule or cancel' }).click()
    await page.getByText('You get $200.00 back.').waitFor()
    const button = page.getByRole('button', { name: 'Cancel booking', exact: true })
    t.notOk(await button.isVisible(), 'asked first')
    await page.locator('summary').click()
    await expectGood(t, page, 'order-cancel')
    await button.click()
    await page.getByRole('heading', { name: 'This shoot was canceled' }).waitFor()
    await page.getByText('Your refund of $200.00 is on its way.').waitFor()
    await expectGood(t, page, 'order-canceled')
    t.strictSame(faults, [])
    await page.goto(`${site.url}/orders/${token}/change`)
    await page.getByText("You can't change this booking here.").waitFor()
    await expectGood(t, page, 'order-unchangeable')
  })

  await t.test(
    'the same buttons work without JavaScript and in Spanish [c21-client-page]',
    async (t) => {
      const customer = { name: 'Ana', email: 'ana@clients.example', language: 'es' }
      const { token } = await studio.order(form, { customer })
      const { page } = await open(t, token, { ...ON_PHONE, javaScriptEnabled: false })
      await page.getByRole('link', { name: 'Cambiar la hora o cancelar' }).tap()
      await page.getByRole('link', { name: 'Más días' }).tap()
      const time = await choose(page, 0)
      await page.getByRole('button', { name: 'Cambiar la hora' }).tap()
      await page.getByText('Su nueva hora está reservada.').waitFor()
      t.equal((await view(token)).project.scheduledTime, time)
      await page.getByRole('link', { name: 'Cambiar la hora o cancelar' }).tap()
      await page.locator('summary').tap()
      await page.getByRole('button', { name: 'Cancelar la reserva', exact: true }).tap()
      await page.getByRole('heading', { name: 'Esta sesión fue cancelada' }).waitFor()
      t.equal((await view(token)).project.status, 'CANCELLED')
    },
  )
})
