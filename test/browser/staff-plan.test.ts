// docs/contract.md#c21-pages docs/contract.md#c12-accessible

import { DESKTOP, PHONE } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectGoodPages } from '@mediajobs/testing/browser/looks'
import { staffInBrowser } from '@mediajobs/testing/browser/staff-pages'
import t from 'tap'

t.test('changes of plan in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf } = await staffInBrowser(t)
  const org = await api.createOrg()
  const { call } = org
  await call('PATCH', '/organization', {
    timeZone: 'America/Los_Angeles',
    locale: 'en-US',
    name: 'Harbor Light',
    colour: '#1f4fd8',
    changePolicy: {
      clientUntilHours: 2,
      freeReschedules: 0,
      currency: 'USD',
      rules: [
        { on: 'RESCHEDULE', withinHours: 8_784, feeAmount: 5_000 },
        { on: 'CANCEL', withinHours: 8_784, feeBasisPoints: 5_000 },
      ],
    },
  })
  const [carla, nadia] = [
    await api.createMember(org, 'TECHNICIAN'),
    await api.createMember(org, 'TECHNICIAN'),
  ]
  await call('PATCH', `/users/${carla.userId}`, { name: 'Carla' })
  await call('PATCH', `/users/${nadia.userId}`, { name: 'Nadia' })
  const customer = { name: 'Keys & Co', email: 'keys@example.com' }
  const { body: client } = await call('POST', '/customers', customer)
  const offer = { name: 'Signature', priceAmount: 40_000, currency: 'USD' }
  const { body: plan } = await call('POST', '/packages', offer)
  const DAY_MS = 86_400_000
  const soon = (days: number, time: string) =>
    `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${time}:00Z`
  const { body: job } = await call('POST', '/projects/create', {
    addressLine1: '12 Mentor Ave',
    city: 'Pasadena',
    scheduledTime: soon(3, '17:00'),
    estimatedDuration: 90,
    technicianId: nadia.userId,
    customerId: client.id,
    packageId: plan.id,
  })
  const { body: twilight } = await call('POST', `/projects/${job.id}/visits`, {
    kind: 'TWILIGHT',
    scheduledTime: soon(4, '02:30'),
    durationMinutes: 45,
    technicianId: carla.userId,
  })
  const project = `/projects/${job.id}`
  const open = pagesOf(org)

  const PAGES = {
    project,
    visit: `${project}/visits/${twilight.id}`,
    reschedule: `${project}/reschedule`,
    cancel: `${project}/cancel`,
    policy: '/settings/changes',
    week: `/calendar?day=${soon(3, '00:00').slice(0, 10)}`,
  }
  await expectGoodPages(t, PAGES, open, { desktop: DESKTOP, phone: PHONE })

  await t.test(
    'a visit is added, marked as done, replanned and canceled [c21-pages]',
    async (t) => {
      const page = await open(t, project, PHONE)
      const statuses = async () =>
        (await call('GET', `${project}/visits`)).body.data.map(
          ({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`,
        )
      await page.getByRole('link', { name: 'Add a visit' }).click()
      await page.getByLabel('Kind').selectOption('Reshoot')
      await page.getByLabel('Date and time').fill(`${soon(6, '00:00').slice(0, 10)}T09:00`)
      await page.getByRole('button', { name: 'Save visit' }).click()
      await page.getByText('Visit added.').waitFor()
      t.strictSame(await statuses(), ['RESHOOT PLANNED', 'TWILIGHT PLANNED', 'SHOOT PLANNED'])
      const row = page.locator('.visits li', { hasText: 'Reshoot' })
      await row.getByRole('button', { name: 'Mark as done' }).click()
      await page.getByText('Saved.').waitFor()
      await row.getByRole('button', { name: 'Plan again' }).click()
      await row.getByRole('button', { name: 'Mark as done' }).waitFor()
      await row.getByText('Cancel visit…').click()
      await row.getByRole('button', { name: 'Cancel visit', exact: true }).click()
      await row.getByRole('button', { name: 'Plan again' }).waitFor()
      t.strictSame(await statuses(), ['RESHOOT CANCELLED', 'TWILIGHT PLANNED', 'SHOOT PLANNED'])
    },
  )

  await t.test('a visit is rescheduled with a fee, and the job canceled [c21-pages]', async (t) => {
    const page = await open(t, project, DESKTOP)
    const row = page.locator('.visits li', { hasText: 'Twilight' })
    await row.getByRole('link', { name: 'Reschedule' }).click()
    await page.getByText('Current fee for this change: $50.00').waitFor()
    await page
      .getByLabel('New time', { exact: true })
      .fill(`${soon(8, '00:00').slice(0, 10)}T18:30`)
    await page.getByLabel('Reason').fill('Rain')
    await page.getByRole('button', { name: 'Reschedule' }).click()
    await page.getByText('Rescheduled.').waitFor()
    const { data } = (await call('GET', `/invoices?projectId=${job.id}`)).body
    t.match(data, [{ status: 'SENT', totalAmount: 5_000 }])
    await page.locator('#fact-status summary').click()
    await page.getByRole('link', { name: 'Cancel the job…' }).click()
    await page.getByText('Current cancellation fee: $200.00').waitFor()
    await page.getByLabel("Don't charge the fee").check()
    await page.getByRole('button', { name: 'Cancel the job' }).click()
    await page.getByText('Status changed.').waitFor()
    t.equal((await call('GET', project)).body.status, 'CANCELLED')
    t.equal((await call('GET', `/invoices?projectId=${job.id}`)).body.data.length, 1)
  })
})
