// docs/contract.md#c12-booking docs/contract.md#c12-accessible

import { takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectLook } from '@mediajobs/testing/browser/looks'
import { staffInBrowser, weigh } from '@mediajobs/testing/browser/staff-pages'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'

/** A page with its style sheets and module, in bytes on the wire. */
const MAX_BYTES = 30_720

t.test('booking in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf } = await staffInBrowser(t)
  const org = await api.createOrg()
  const { call } = org
  await call('PATCH', '/organization', { timeZone: 'America/Los_Angeles', locale: 'en-US' })
  const long = 'حديقة كبيرة '.repeat(16)
  for (const name of ['Gold: forty photos and a video', long]) {
    const offer = { name, priceAmount: 29_900, currency: 'USD', durationMinutes: 90 }
    await call('POST', '/packages', offer)
    await call('POST', '/add-ons', { ...offer, name: `Add: ${name}`.slice(0, 200) })
  }
  const { userId: technicianId } = await api.createMember(org, 'TECHNICIAN')
  await call('PATCH', `/users/${technicianId}`, { name: 'Tess Technician' })
  // 14:30 in Los Angeles.
  const next = { scheduledTime: '2099-05-01T21:30:00Z', addressLine1: '5 Next Street' }
  await call('POST', '/projects/create', { ...next, technicianId })
  await call('POST', '/customers', { name: 'Ann Agent', email: 'ann@agents.test' })
  await call('POST', '/customers', { name: long, company: long, email: 'long@agents.test' })
  const path = `${api.url}/app/${org.organizationId}/projects/new`

  const open = pagesOf(org)
  async function openForm(t: Test, options: object = {}, query = ''): Promise<Page> {
    const page = await open(t, `/projects/new${query}`, { viewport: VIEWPORTS.desktop, ...options })
    await page.waitForLoadState('networkidle')
    return page
  }

  await t.test(
    'axe-core finds nothing in the booking form, at any width [c12-accessible]',
    async (t) => {
      for (const [width, viewport] of Object.entries(VIEWPORTS)) {
        const look = { viewport, colorScheme: width === 'desktop' ? 'dark' : 'light' }
        const page = await openForm(t, look, '?q=agents&customer=new&when=2099-05-01T11:30')
        await page.getByText('Gold: forty').first().click()
        await page.getByText('Total').waitFor()
        await expectLook(t, page, `staff-booking-${width}`)
      }
    },
  )

  await t.test('a calendar link can be copied from the account page [c12-feeds]', async (t) => {
    const page = await open(t, '', { viewport: VIEWPORTS.phone })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${api.url}/app/account`)
    await page.getByRole('button', { name: 'Create calendar link' }).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Copied').waitFor()
    t.match(await page.evaluate('navigator.clipboard.readText()'), /calendars\/.+\.ics$/)
    await expectLook(t, page, 'staff-account-calendar-phone')
  })

  const desktop = { width: 1_440, height: 900 }
  for (const [width, viewport] of Object.entries({ ...VIEWPORTS, desktop })) {
    await t.test(
      `on a ${width}, a job is booked with at most 8 inputs, with the price always visible [c12-booking]`,
      async (t) => {
        const page = await openForm(t, { viewport, colorScheme: 'light' })
        let inputs = 0
        const fill = async (label: string, text: string) => {
          inputs++
          await page.getByLabel(label, { exact: true }).fill(text)
        }
        const click = async (text: string) => {
          inputs++
          await page.getByText(text).first().click()
        }
        const seesPrice = async (price: string) => {
          const total = page.locator('dd.total', { hasText: price })
          await total.waitFor()
          const { y = -1, height = 0 } = (await total.boundingBox()) ?? {}
          t.ok(y >= 0 && y + height <= viewport.height, `${price} is in view`)
        }
        const street = `${width === 'desktop' ? 7 : 9} Journey Road`
        await fill('Street and number', street)
        await fill('City', 'Pasadena')
        await fill('Date and time', '2099-05-01T11:30')
        await fill('Search customers', 'ann')
        await click('Ann Agent')
        await click('Gold: forty')
        await seesPrice('$299.00')
        t.equal(await page.getByLabel('Minutes').inputValue(), '90')
        await page.getByText('90 min before 5 Next Street').waitFor()
        await click('Tess Technician')
        await takeScreenshot(page, `staff-booking-filled-${width}`)
        await seesPrice('$299.00')
        inputs++
        await page.locator('.summary').getByRole('button', { name: 'Book' }).click()
        await page.getByText('Booked.', { exact: true }).waitFor()
        t.ok(inputs <= 8, `${inputs} inputs`)
        const { data } = (await call('GET', '/projects')).body
        const job = data.find((each: { addressLine1: string }) => each.addressLine1 === street)
        t.match(job, { status: 'BOOKED', estimatedDuration: 90, city: 'Pasadena' })
        t.ok(job.customerId && job.packageId && job.technicianId)
        await call('PATCH', `/projects/${job.id}`, { technicianId: null })
      },
    )
  }

  await t.test(
    'without JavaScript, Enter in the search shows customers instead of booking [c12-booking]',
    async (t) => {
      const page = await openForm(t, { javaScriptEnabled: false })
      await page.getByLabel('Street and number', { exact: true }).fill('11 Enter Road')
      await page.getByLabel('Date and time', { exact: true }).fill('2099-05-02T11:30')
      const search = page.getByLabel('Search customers')
      await search.fill('A. Agent')
      await search.press('Enter')
      await page.getByLabel('Ann Agent').check()
      await search.press('Enter')
      await page.getByText('Booked.', { exact: true }).waitFor()
      const { data } = (await call('GET', '/projects?q=Enter')).body
      t.equal(data.length, 1)
      t.ok(data[0].customerId)
    },
  )

  await t.test('a new customer is added in place, with the searched name', async (t) => {
    const page = await openForm(t)
    await page.getByLabel('Street and number').fill('11 New Road')
    await page.getByLabel('Search customers').fill('A. Agent')
    await page.getByLabel('Ann Agent').waitFor()
    await page.getByLabel('Search customers').fill('Nora New')
    await page.getByText('No customers match.').waitFor()
    await page.getByLabel('A new customer').check()
    t.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Nora New')
    t.equal(page.url(), `${path}?customer=new`)
    t.equal(await page.getByLabel('Street and number').inputValue(), '11 New Road')
  })

  await t.test('the price follows the chosen customer [c12-booking]', async (t) => {
    const { data } = (await call('GET', '/packages')).body
    const prices = data.map(({ id }: { id: string }) => ({ offerId: id, priceAmount: 12_300 }))
    const terms = { billing: 'MEMBER', paymentTerms: 'ON_DELIVERY', prices }
    const { body: group } = await call('POST', '/customer-groups', { name: 'Brokers', ...terms })
    const { body: customer } = await call('POST', '/customers', {
      ...{ name: 'Bea Broker', email: 'bea@brokers.test' },
    })
    await call('PUT', `/customer-groups/${group.id}/members/${customer.id}`, { role: 'MEMBER' })
    const page = await openForm(t)
    await page.getByText('Gold: forty').first().click()
    await page.locator('dd.total', { hasText: '$299.00' }).waitFor()
    await page.getByLabel('Search customers').fill('bea')
    await page.getByLabel('Bea Broker').check()
    await page.locator('dd.total', { hasText: '$123.00' }).waitFor()
    await page.getByLabel('No customer').check()
    await page.locator('dd.total', { hasText: '$299.00' }).waitFor()
  })

  await t.test(
    'after a booking, Back leads to the same customer, technician and price [c12-booking]',
    async (t) => {
      const busy = { ...next, scheduledTime: '2099-05-04T18:00:00Z', technicianId }
      await call('POST', '/projects/create', busy)
      const { userId } = await api.createMember(org, 'TECHNICIAN')
      await call('PATCH', `/users/${userId}`, { name: 'Uma Unbooked' })
      const page = await openForm(t)
      await page.getByLabel('Street and number').fill('21 Back Road')
      await page.getByLabel('Date and time').fill('2099-05-04T11:00')
      await page.getByText('Gold: forty').first().click()
      await page.getByLabel('Search customers').fill('ann')
      await page.getByLabel('Ann Agent').check()
      const order = () => page.locator('#technicians b').allTextContents()
      await page.getByText('Busy').waitFor()
      t.not((await order())[0], 'Tess Technician', 'who is free comes first')
      await page.getByLabel('Uma Unbooked').check()
      await page.locator('.summary').getByRole('button', { name: 'Book' }).click()
      await page.getByText('Booked.', { exact: true }).waitFor()
      await page.goBack()
      await page.locator('dd.total', { hasText: '$299.00' }).waitFor()
      t.ok(await page.getByLabel('Ann Agent').isChecked())
      t.ok(await page.getByLabel('Uma Unbooked').isChecked())
      await page.getByLabel('Street and number').fill('22 Back Road')
      await page.locator('.summary').getByRole('button', { name: 'Book' }).click()
      await page.getByText('Booked.', { exact: true }).waitFor()
      const { data } = (await call('GET', '/projects?q=Back')).body
      const [second, first] = data
      t.match(first, { addressLine1: '21 Back Road', technicianId: userId })
      const { customerId } = first
      t.match(second, { addressLine1: '22 Back Road', customerId, technicianId: userId })
    },
  )

  await t.test(
    'a job is booked with only the keyboard, with a live price [c12-booking]',
    async (t) => {
      const page = await openForm(t)
      const { files, bytes } = await weigh(page)
      t.ok(files <= 5 && bytes <= MAX_BYTES, `${files} files, ${bytes} bytes`)
      await page.getByLabel('Street and number').fill('48 Alder Ridge Road')
      await page.getByLabel('Date and time').fill('2099-05-01T09:30')
      await page.getByLabel('Search customers').focus()
      await page.keyboard.type('ann')
      await page.getByLabel('Ann Agent').waitFor()
      await page.keyboard.press('Enter')
      t.equal(page.url(), path, 'Enter in the search books nothing')
      await page.getByLabel('Ann Agent').focus()
      await page.keyboard.press('Space')
      await page.getByLabel('Gold: forty photos and a video', { exact: false }).first().focus()
      await page.keyboard.press('Space')
      const price = page.locator('#quote')
      await price.getByText('$299.00').first().waitFor()
      await page.getByLabel('Add: Gold', { exact: false }).focus()
      await page.keyboard.press('Space')
      await price.getByText('$598.00').waitFor()
      await page.locator('summary', { hasText: 'Discount code' }).click()
      await page.getByLabel('Discount code').fill('NOPE')
      await price.getByText('discount', { exact: false }).waitFor()
      await page.getByLabel('Discount code').fill('')
      await price.getByText('$598.00').waitFor()
      await page.getByLabel('Notes').focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('Booked.', { exact: true }).waitFor()
      const { data } = (await call('GET', '/projects')).body
      const booked = data.filter((each: { addressLine1: string }) =>
        each.addressLine1.startsWith('48'),
      )
      t.match(booked, [{ scheduledTime: '2099-05-01T16:30:00.000Z' }])
      t.equal(booked.length, 1, JSON.stringify(booked))
      t.ok(booked[0].customerId && booked[0].packageId)
    },
  )
})
