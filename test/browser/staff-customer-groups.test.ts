// docs/contract.md#c22-groups-page docs/contract.md#c12-accessible

import { DESKTOP, PHONE, takeScreenshot } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectGoodPages } from '@mediajobs/testing/browser/looks'
import { staffInBrowser } from '@mediajobs/testing/browser/staff-pages'
import t from 'tap'

t.test('customer groups in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf } = await staffInBrowser(t)
  const org = await api.createOrg()
  const { call, make } = org
  await call('PATCH', '/organization', { locale: 'en-US', name: 'Harbor Light', colour: '#1f4fd8' })
  const client = (name: string, company: string) =>
    make('/customers', { name, company, email: `${name.split(' ')[0]}@example.com` })
  const [broker, ana, ben] = [
    await client('Rosa Delgado', 'Main Street Realty'),
    await client('Ana Ruiz', 'Main Street Realty'),
    await client('Ben Okafor', 'Main Street Realty'),
  ]
  const gold = await make('/packages', { name: 'Signature', priceAmount: 42_000, currency: 'USD' })
  await make('/add-ons', { name: 'Drone', priceAmount: 12_000, currency: 'USD' })
  const group = await make('/customer-groups', {
    name: 'Main Street Realty',
    billing: 'GROUP',
    billingCustomerId: broker.id,
    paymentTerms: 'NET_DAYS',
    netDays: 30,
    discountBasisPoints: 500,
    prices: [{ offerId: gold.id, priceAmount: 38_000 }],
  })
  await call('PUT', `/customer-groups/${group.id}/members/${ana.id}`, { role: 'LEAD' })
  const deliver = async (addressLine1: string) => {
    const { id } = await make('/projects/create', {
      scheduledTime: '2026-05-01T09:30:00Z',
      addressLine1,
      city: 'Springfield',
      customerId: ana.id,
      packageId: gold.id,
    })
    await call('POST', `/projects/${id}/deliver`)
    return id
  }
  await deliver('12 Mentor Ave')
  const today = Date.now()
  const day = (days: number) => new Date(today + days * 86_400_000).toISOString().slice(0, 10)
  const days = { from: day(-1), to: day(1) }
  const { invoice } = await make(`/customer-groups/${group.id}/statements`, days)
  const open = pagesOf(org)

  const PAGES = {
    customers: '/customers',
    customer: `/customers/${ana.id}`,
    list: '/customer-groups',
    new: '/customer-groups/new',
    group: `/customer-groups/${group.id}`,
    statement: `/projects/${invoice.projectIds[0]}/invoices/${invoice.id}`,
  }
  await expectGoodPages(t, PAGES, open, { desktop: DESKTOP, phone: PHONE })

  await t.test(
    'a brokerage, from creation on the customers page to its statement [c22-groups-page]',
    async (t) => {
      const page = await open(t, '/customers', PHONE)
      await page.getByRole('link', { name: 'Groups' }).click()
      await page.getByRole('link', { name: 'Add a group' }).click()
      await page.getByLabel('Name').fill('Team North')
      await page.getByLabel('Invoices go to').selectOption({ label: 'One customer for all' })
      await page
        .getByLabel('Who pays for all')
        .selectOption({ label: 'Rosa Delgado, Main Street Realty' })
      await page
        .getByLabel('Payment', { exact: true })
        .selectOption({ label: 'Later, by statement' })
      await page.getByRole('button', { name: 'Add a group' }).click()
      await page.locator('#netDays-problem').waitFor()
      await page.getByLabel('Days to pay').fill('14')
      await page.getByLabel('Price of Signature in USD').fill('390')
      await page.getByRole('button', { name: 'Add a group' }).click()
      await page.getByText('Group added.').waitFor()
      const address = page.url()
      await page.getByLabel('Find customers').fill('Ben')
      await page.getByRole('button', { name: 'Find' }).click()
      await page.getByLabel('Customer', { exact: true }).selectOption({
        label: 'Ben Okafor, Main Street Realty',
      })
      await page.getByRole('button', { name: 'Add member' }).click()
      await page.getByText('Member added.').waitFor()
      await page.getByRole('button', { name: 'Make lead' }).click()
      await page.getByText('Role changed.').waitFor()

      const { id } = await make('/projects/create', {
        scheduledTime: '2026-05-01T09:30:00Z',
        addressLine1: '7 Pier Road',
        customerId: ben.id,
        packageId: gold.id,
      })
      await call('POST', `/projects/${id}/deliver`)
      await page.getByLabel('First day').fill(days.from)
      await page.getByLabel('Last day').fill(days.to)
      await page.getByRole('button', { name: 'Create statement' }).click()
      await page.getByText('Statement of 1 job drafted: $390.00.').waitFor()
      await takeScreenshot(page, 'groups-made-phone-light')
      await page.getByRole('link', { name: 'Open the statement' }).click()
      await page.getByText('Ben Okafor, 7 Pier Road: Signature').waitFor()
      await page.goto(address)
      await page.getByText('Remove', { exact: false }).first().click()
      await page.getByRole('button', { name: 'Remove' }).click()
      await page.getByText('Member removed.').waitFor()
      await page.getByText('Delete group').first().click()
      await page.getByRole('button', { name: 'Delete group' }).click()
      await page.getByText('Group deleted.').waitFor()
      t.equal((await call('GET', '/customer-groups')).body.data.length, 1)
    },
  )
})
