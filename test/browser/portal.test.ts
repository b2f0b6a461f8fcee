// docs/contract.md#c22-pages: a customer signs in with the captured mail, and finds all their records.

import { openMediaFixture } from '@mediajobs/media/testing'
import { openEmulator } from '@mediajobs/testing/api/card-studio'
import { openBrowser, PHONE, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectGood, openWatched } from '@mediajobs/testing/browser/looks'
import { startMailServer } from '@mediajobs/testing/dispatcher/mail-server'
import { eventually } from '@mediajobs/testing/eventually'
import { photo } from '@mediajobs/testing/media/pictures'
import { startDispatcher } from '@mediajobs/testing/service/process'
import type { BrowserContextOptions } from 'playwright-core'
import t, { type Test } from 'tap'
import { openFrontProxy } from '../support/front-proxy.ts'

const AHEAD = new Date(Date.now() + 3 * 86_400_000).toISOString()
const EMAIL = 'ann@clients.example'

t.test("the customer's pages in a browser", { skip: whyNoChromium() ?? false }, async (t) => {
  const site = await openFrontProxy(t)
  const smtp = await startMailServer(t)
  const emulator = await openEmulator(t)
  const deliveryBaseUrl = `${site.url}/deliveries`
  const fixture = await openMediaFixture(t, {
    deliveryBaseUrl,
    paymentsApiUrl: emulator.url,
    sendsMail: true,
  })
  const { api, org, call } = fixture
  const media = await fixture.startMedia()
  site.lead({ api: api.url, media: media.url })
  await startDispatcher(t, api.databaseUrl, {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    SMTP_FROM: 'no-reply@jobs.example.test',
    DELIVERY_BASE_URL: deliveryBaseUrl,
  })
  const browser = await openBrowser(t)
  await call('PATCH', '/organization', {
    name: 'Harbor Light',
    colour: '#1d4ed8',
    timeZone: 'America/Los_Angeles',
    locale: 'en-US',
    contactEmail: 'hello@harborlight.example',
    contactPhone: '+1 555 0100',
  })
  const { body: customer } = await call('POST', '/customers', { name: 'Ann Agent', email: EMAIL })
  const address = (addressLine1: string) => ({
    customerId: customer.id,
    addressLine1,
    city: 'Pasadena',
    region: 'CA',
  })
  const my = `${site.url}/my/${org.organizationId}`

  const open = (t: Test, url: string, options: BrowserContextOptions = PHONE) =>
    openWatched(t, browser, url, options)

  /** The sign-in link in the newest mail. */
  async function mailedLink(count: number): Promise<string> {
    const mails = await eventually(`${count} mails`, async () => {
      const got = smtp.to(EMAIL).filter(({ parsed }) => /Sign in/.test(parsed.subject ?? ''))
      return got.length >= count && got
    })
    return mails.at(-1)?.parsed.text?.match(/http\S+\/sign-in\/\S+/)?.[0] ?? ''
  }

  async function signIn(t: Test, count: number, options: BrowserContextOptions = PHONE) {
    const { page, faults } = await open(t, my, options)
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.goto(await mailedLink(count))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(my)
    return { page, faults }
  }

  await t.test('a customer signs in on a phone with the mailed link [c22-pages]', async (t) => {
    const { page, faults } = await open(t, my)
    await expectGood(t, page, 'portal-sign-in')
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByRole('button', { name: 'Email me a link' }).tap()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await expectGood(t, page, 'portal-sent')
    await page.goto(await mailedLink(1))
    await page.getByText(`As ${EMAIL}`).waitFor()
    await expectGood(t, page, 'portal-link')
    await page.getByRole('button', { name: 'Sign in' }).tap()
    await page.getByRole('heading', { name: 'Hi Ann Agent' }).waitFor()
    t.equal(page.url(), my)
    await page.getByText('Nothing here yet.').waitFor()
    await expectGood(t, page, 'portal-empty')
    await page.goto(await mailedLink(1))
    await page.getByRole('heading', { name: 'Hi Ann Agent' }).waitFor()
    t.equal(page.url(), my, 'a used link redirects a signed-in customer home')
    t.strictSame(faults, [])
    await page.getByRole('button', { name: 'Sign out', exact: true }).tap()
    await page.getByText("You're signed out.").waitFor()
    await page.goto(`${my}/details`)
    await page.getByLabel('Email').waitFor()
    await page.goto(await mailedLink(1))
    await page.getByText('This link was used or has expired.').waitFor()
    await expectGood(t, page, 'portal-used')
  })

  await t.test(
    'the home page has the next appointment, invoices to pay and deliveries [c22-pages]',
    async (t) => {
      await call('POST', '/projects/create', {
        ...address('859 Orange Grove Blvd'),
        scheduledTime: AHEAD,
      })
      for (const line of ['1726 Colorado St', '12 Main Street']) {
        const { project } = await fixture.deliver(
          { ...address(line), scheduledTime: '2026-05-01T09:30:00Z' },
          {},
          async (id: string) => {
            await fixture.put(id, await photo(1_800, 1_200), { position: 0 })
            await fixture.requestPreviews()
            await fixture.finished()
          },
        )
        const { body: invoice } = await call('POST', '/invoices', {
          customerId: customer.id,
          projectId: project.id,
          currency: 'USD',
          dueDate: '2026-12-31',
          lineItems: [{ description: 'Listing photos', quantity: 1, unitAmount: 18_000 }],
        })
        await call('POST', `/invoices/${invoice.id}/send`)
      }
      const { page, faults } = await signIn(t, 2)
      await page.getByText('Next appointment').waitFor()
      await page.getByText('859 Orange Grove Blvd').first().waitFor()
      t.equal(await page.locator('.covers img').count(), 2)
      await page.locator('.covers img').first().scrollIntoViewIfNeeded()
      await expectGood(t, page, 'portal-home')

      const delivery = page.getByRole('link', { name: /12 Main Street/ })
      await delivery.tap()
      await page.waitForURL(`${site.url}/deliveries/**`)
      await page.goBack()
      await page
        .getByRole('button', { name: /^Pay \$180\.00/ })
        .first()
        .tap()
      await page.waitForURL(`${site.url}/pay/**`)
      await page.getByRole('heading', { name: /^Invoice/ }).waitFor()
      await page.goBack()

      for (const heading of ['Deliveries', 'Orders', 'Invoices', 'Jobs']) {
        await page.getByRole('link', { name: heading, exact: true }).tap()
        await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
        await expectGood(t, page, heading.toLowerCase())
        await page.getByRole('link', { name: 'Back' }).tap()
        await page.waitForURL(my)
      }
      t.strictSame(faults, [])
    },
  )

  await t.test('a customer changes their details, including the language [c22-me]', async (t) => {
    const { page, faults } = await signIn(t, 3, { ...PHONE, javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Your details' }).tap()
    await page.getByLabel('Phone').fill('+1 555 0123')
    await page.getByLabel('Language').selectOption('es')
    await page.getByRole('button', { name: 'Save' }).tap()
    await page.getByText('Datos guardados').waitFor()
    t.match((await call('GET', `/customers/${customer.id}`)).body, {
      phone: '+1 555 0123',
      language: 'es',
    })
    await page.getByRole('link', { name: 'Sus datos' }).tap()
    await page.getByLabel('Nombre').fill(' ')
    await page.getByRole('button', { name: 'Guardar' }).tap()
    await page.getByRole('alert').waitFor()
    t.strictSame(
      faults.filter((each) => !/\b400\b/.test(each)),
      [],
    )
    await call('PATCH', `/customers/${customer.id}`, { language: null })
  })

  await t.test('a corrected field loses its error before it is sent [c22-pages]', async (t) => {
    const { page } = await open(t, my)
    const email = page.getByLabel('Email')
    await email.fill('ann@localhost')
    await page.getByRole('button', { name: 'Email me a link' }).tap()
    await page.getByRole('alert').waitFor()
    await page.locator('[name=email]:focus').waitFor()
    await email.fill(EMAIL)
    t.equal(await page.getByRole('alert').count(), 0)
    t.equal(await email.getAttribute('aria-invalid'), null)
  })

  await t.test(
    'signing out everywhere also signs out other browsers [c22-session-end]',
    async (t) => {
      const first = await signIn(t, 4)
      const second = await signIn(t, 5, { viewport: VIEWPORTS.desktop })
      await second.page.getByRole('button', { name: 'Sign out on all devices' }).click()
      await second.page.getByText("You're signed out on all devices.").waitFor()
      await first.page.reload()
      await first.page.getByText('Your session has ended.').waitFor()
      await expectGood(t, first.page, 'ended')
    },
  )
})
