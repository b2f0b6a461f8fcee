// docs/contract.md#c17-time-off-pages docs/contract.md#c12-accessible

import { DESKTOP, PHONE } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectGoodPages } from '@mediajobs/testing/browser/looks'
import { staffInBrowser } from '@mediajobs/testing/browser/staff-pages'
import t from 'tap'

t.test('time off and travel zones in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf } = await staffInBrowser(t)
  const org = await api.createOrg()
  const { call } = org
  await call('PATCH', '/organization', {
    timeZone: 'America/Los_Angeles',
    locale: 'en-US',
    name: 'Harbor Light',
    colour: '#1f4fd8',
  })
  const [carla, nadia] = [
    await api.createMember(org, 'TECHNICIAN'),
    await api.createMember(org, 'TECHNICIAN'),
  ]
  await call('PATCH', `/users/${carla.userId}`, { name: 'Carla' })
  await call('PATCH', `/users/${nadia.userId}`, { name: 'Nadia' })
  const { body: job } = await call('POST', '/projects/create', {
    addressLine1: '12 Mentor Ave',
    scheduledTime: '2099-05-04T10:00:00-07:00',
    technicianId: nadia.userId,
  })
  for (const [userId, startsAt, endsAt, note] of [
    [carla.userId, '2099-05-04T00:00:00-07:00', '2099-05-06T00:00:00-07:00', 'Family in Fresno'],
    [nadia.userId, '2099-05-04T13:00:00-07:00', '2099-05-04T15:30:00-07:00', 'Dentist'],
  ] as const) {
    await call('POST', `/users/${userId}/time-off`, { startsAt, endsAt, note })
  }
  await call('PATCH', '/organization', {
    travelZones: [
      { name: 'City', postalCodes: ['911', '912'], feeAmount: 0, currency: 'USD' },
      {
        name: 'Travel to the mountains',
        lat: 34.24,
        lng: -116.91,
        radiusKm: 40,
        feeAmount: 7_500,
        currency: 'USD',
        technicianIds: [nadia.userId],
      },
    ],
  })
  const open = pagesOf(org)

  const PAGES = {
    week: '/calendar?day=2099-05-04',
    technicians: '/calendar?day=2099-05-04&view=technicians',
    entries: `/people/${carla.userId}/time-off`,
    today: '/today?day=2099-05-04',
    zones: '/settings/travel-zones',
    zone: '/settings/travel-zones/1',
  }
  await expectGoodPages(t, PAGES, open, { desktop: DESKTOP, phone: PHONE })

  await t.test(
    'a job dragged into time off asks for confirmation [c17-time-off-pages]',
    async (t) => {
      const page = await open(t, PAGES.technicians, DESKTOP)
      const block = await page.locator(`#s-${job.id}`).boundingBox()
      const away = await page.locator('.away', { hasText: 'Dentist' }).boundingBox()
      if (!block || !away) throw new Error('both are on the axis')
      await page.mouse.move(block.x + 20, block.y + 10)
      await page.mouse.down()
      await page.mouse.move(away.x + 20, away.y + 20, { steps: 5 })
      await page.locator('.shadow strong', { hasText: 'Time off' }).waitFor()
      await page.mouse.up()
      await page.getByText('Nadia has time off then').waitFor()
      await page.getByRole('button', { name: 'Move anyway' }).click()
      await page.getByText('is now on').waitFor()
      const moved = (await call('GET', `/projects/${job.id}`)).body
      t.equal(moved.scheduledTime.slice(0, 13), '2099-05-04T20')
    },
  )

  await t.test('time off is two clicks from the calendar [c17-time-off-pages]', async (t) => {
    const page = await open(t, '/calendar', PHONE, nadia)
    await page.getByRole('link', { name: 'Time off' }).click()
    await page.getByLabel('First day').fill('2099-07-01')
    await page.getByRole('button', { name: 'Add time off' }).click()
    await page.getByText('Time off added.').waitFor()
    const { body } = await call('GET', `/users/${nadia.userId}/time-off`)
    t.equal(body.data.length, 2)
  })
})
