// docs/contract.md#c12-calendar docs/contract.md#c12-accessible

import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { DESKTOP, PHONE, takeScreenshot } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectLook } from '@mediajobs/testing/browser/looks'
import { staffInBrowser, weigh } from '@mediajobs/testing/browser/staff-pages'
import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'

/** Maximum for a page with its style sheets and module. */
const MAX_BYTES = 36 * 1_024
const NAMES = ['Carla', 'Nadia', 'Otis', 'Sven', 'Ines', 'Bruno', 'Marta', 'Jon']
const STREETS = ['Orange Grove Blvd', 'Mentor Ave', 'El Molino Ave', 'San Rafael Ln', 'Fair Oaks']
const WEEK = '?day=2099-05-04'
const DAY = `${WEEK}&view=technicians`

t.test('the calendar in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf } = await staffInBrowser(t)

  async function studio(names = ['Carla', 'Nadia']) {
    const org = await api.createOrg()
    const { call } = org
    await call('PATCH', '/organization', {
      timeZone: 'America/Los_Angeles',
      locale: 'en-US',
      name: 'Harbor Light',
      colour: '#1f4fd8',
    })
    const people: string[] = []
    for (const name of names) {
      const { userId } = await api.createMember(org, 'TECHNICIAN')
      await call('PATCH', `/users/${userId}`, { name })
      people.push(userId)
    }
    /** @param time in Los Angeles, in May 2099 */
    async function book(addressLine1: string, [day, time]: [string, string], fields: object = {}) {
      const scheduledTime = `2099-05-${day}T${time}:00-07:00`
      const body = { addressLine1, scheduledTime, technicianId: people[0], ...fields }
      const made = await call('POST', '/projects/create', body)
      return made.body.id as string
    }
    const address = `${api.url}/app/${org.organizationId}/calendar`
    const openPage = pagesOf(org)
    const open = (t: Test, query: string, options: object = DESKTOP) =>
      openPage(t, `/calendar${query}`, options)
    const jobOf = async (id: string) => (await call('GET', `/projects/${id}`)).body
    return { call, people, book, open, jobOf, address }
  }

  await t.test('a week across New Year has one line of tools [c12-calendar]', async (t) => {
    const { open } = await studio()
    const page = await open(t, '?day=2098-12-31', { viewport: { width: 1_280, height: 800 } })
    const tops = (await page.evaluate(
      `[...document.querySelectorAll('.toolbar > *')].map((each) => each.getBoundingClientRect())
        .map(({ top, height }) => Math.round(top + height / 2))`,
    )) as number[]
    t.ok(Math.max(...tops) - Math.min(...tops) < 8, String(tops))
    await takeScreenshot(page, 'staff-calendar-new-year')
  })

  const block = (page: Page, id: string) => page.locator(`#s-${id}`)
  const says = (page: Page, text: string | RegExp) => page.getByText(text).waitFor()

  /** The point of a time in a column. */
  async function pointAt(page: Page, column: Locator, [hour = 0, minute = 0]: number[]) {
    await column.evaluate((each) => each.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    const slots = await column.locator('.slots').boundingBox()
    const height = (await page.locator('.axis span').first().boundingBox())?.height ?? 0
    const from = Number(await page.locator('.grid').getAttribute('data-from')) / 60
    if (!slots) throw new Error('a column has slots')
    const x = slots.x + slots.width / 2
    return { x, y: slots.y + (hour + minute / 60 - from) * height }
  }

  /** Drags a job by its top edge with the mouse; `isHeld` leaves the button pressed. */
  async function drag(page: Page, id: string, to: { x: number; y: number }, isHeld = false) {
    const box = await block(page, id).boundingBox()
    if (!box) throw new Error('the job is not there')
    await page.mouse.move(box.x + 20, box.y + 3)
    await page.mouse.down()
    await page.mouse.move(box.x + 30, box.y + 13)
    await page.mouse.move(to.x, to.y + 3, { steps: 6 })
    if (!isHeld) await page.mouse.up()
  }

  /** A week with 60 shoots by eight technicians. */
  async function fullWeek() {
    const { call, book, open, people } = await studio(NAMES)
    const offer = { name: 'Signature', priceAmount: 29_900, currency: 'USD', durationMinutes: 90 }
    const { body: signature } = await call('POST', '/packages', offer)
    for (let i = 0; i < 60; i++) {
      const time = `${String(8 + ((i * 7) % 9)).padStart(2, '0')}:${['00', '30', '15'][i % 3]}`
      const id = await book(`${100 + i * 37} ${STREETS[i % 5]}`, [`0${4 + (i % 5)}`, time], {
        technicianId: people[(i * 3) % 8],
        estimatedDuration: [60, 90, 45, 150][i % 4],
        packageId: i % 2 === 0 ? signature.id : null,
      })
      if (i % 3) await call('PATCH', `/projects/${id}/status`, { status: 'BOOKED' })
    }
    for (const street of ['208 Linda Vista Ter', '159 Lake Avenue', '12 Alder Ridge Rd'])
      await book(street, ['05', '09:00'], { technicianId: null })
    return open
  }

  await t.test(
    'axe-core finds nothing in a full week, which weighs at most 36 KiB [c12-calendar]',
    async (t) => {
      const open = await fullWeek()
      const looks = Object.entries({ phone: PHONE, desktop: DESKTOP }).flatMap(([width, options]) =>
        Object.entries({ week: WEEK, technicians: DAY }).flatMap(([view, query]) =>
          (['light', 'dark'] as const).map((colorScheme) => ({
            look: `staff-calendar-${view}-${width}-${colorScheme}`,
            query,
            options: { ...options, colorScheme },
          })),
        ),
      )
      for (const { look, query, options } of looks) {
        const page = await open(t, query, options)
        const { bytes } = await weigh(page)
        t.ok(bytes <= MAX_BYTES, `${look}: ${bytes} bytes`)
        await expectLook(t, page, look, false)
        await page.context().close()
      }
    },
  )

  await t.test('a phone shows one day, with large touch targets [c12-calendar]', async (t) => {
    const { book, open } = await studio()
    await book('48 Alder Ridge Road', ['04', '09:00'], { estimatedDuration: 15 })
    await book('9 Elm', ['05', '09:00'], { technicianId: null })
    const page = await open(t, WEEK, PHONE)
    t.equal(await page.locator('.column:visible').count(), 1)
    t.equal(await page.locator('.jump summary span:visible').textContent(), 'Mon, May 4, 2099')
    const targets = page.locator('main :is(a, button, summary):visible')
    const small = await targets.evaluateAll((all) =>
      all
        .map((each) => [each.textContent, each.getBoundingClientRect()] as const)
        .filter(([, { width, height }]) => width < 44 || height < 44)
        .map(([text]) => text),
    )
    t.strictSame(small, [])
    await page.getByRole('link', { name: 'Tue 5' }).tap()
    await page.waitForURL(/day=2099-05-05/)
  })

  await t.test(
    'a job is dragged to another day and time in steps of 15 minutes, and undone [c12-calendar]',
    async (t) => {
      const { book, open, jobOf, people } = await studio()
      const id = await book('48 Alder Ridge Road', ['04', '09:00'], { estimatedDuration: 90 })
      const page = await open(t, WEEK)
      const tuesday = page.locator('[data-day="2099-05-05"]')
      const to = await pointAt(page, tuesday, [11, 20])
      await drag(page, id, to, true)
      t.match(await page.locator('.shadow').textContent(), /48 Alder Ridge Road11:15.AM/)
      await takeScreenshot(page, 'staff-calendar-drag', false)
      await page.mouse.up()
      await says(page, /48 Alder Ridge Road is now on May 5, 2099, 11:15.AM with Carla/)
      t.match(await jobOf(id), {
        scheduledTime: '2099-05-05T18:15:00.000Z',
        technicianId: people[0],
        estimatedDuration: 90,
      })
      await takeScreenshot(page, 'staff-calendar-moved', false)
      t.strictSame(await accessibilityProblems(page), [])
      // A reload doesn't repeat the notice.
      await page.waitForURL((url) => !url.searchParams.has('done'))
      await page.getByRole('button', { name: 'Undo' }).click()
      await says(page, /is now on May 4, 2099, 9:00.AM with Carla/)
      t.match(await jobOf(id), { scheduledTime: '2099-05-04T16:00:00.000Z' })
      const back = await pointAt(page, tuesday, [11])
      await drag(page, id, back, true)
      await page.keyboard.press('Escape')
      await page.mouse.up()
      t.equal(await page.locator('.shadow').count(), 0, 'Escape leaves it where it was')
      t.equal((await jobOf(id)).scheduledTime, '2099-05-04T16:00:00.000Z')
    },
  )

  await t.test(
    'an unassigned job is dragged to a technician; a conflict is shown first [c12-calendar]',
    async (t) => {
      const { book, open, jobOf, people } = await studio()
      await book('42 Fair Oaks Ave', ['04', '11:00'], { technicianId: people[1] })
      const id = await book('159 Lake Avenue', ['05', '09:00'], { technicianId: null })
      const page = await open(t, DAY)
      const nadia = page.locator(`.column[data-by="${people[1]}"]`)
      const taken = await pointAt(page, nadia, [11, 30])
      await drag(page, id, taken, true)
      await page.locator('.shadow').getByText('Overlaps 42 Fair Oaks Ave').waitFor()
      await page.mouse.up()
      await says(page, /Nadia shoots .*42 Fair Oaks Ave.* then, /)
      t.equal((await jobOf(id)).technicianId, null, 'nothing is moved yet')
      await takeScreenshot(page, 'staff-calendar-clash', false)
      await page.getByRole('link', { name: "Don't move it" }).click()
      const late = await pointAt(page, nadia, [17, 15])
      await drag(page, id, late, true)
      await page.locator('.shadow').getByText('Outside working hours').waitFor()
      await page.mouse.up()
      await says(page, "That's outside Nadia's working hours.")
      await page.getByRole('button', { name: 'Move anyway' }).click()
      await says(page, /159 Lake Avenue is now on May 4, 2099, 5:15.PM with Nadia/)
      t.match(await jobOf(id), {
        technicianId: people[1],
        scheduledTime: '2099-05-05T00:15:00.000Z',
      })
      await page.getByRole('button', { name: 'Undo' }).click()
      await says(page, /159 Lake Avenue is now on May 5, 2099, 9:00.AM without a technician/)
      t.equal((await jobOf(id)).technicianId, null)
    },
  )

  await t.test(
    'an unassigned visit is dragged to a technician, or moved by keyboard [c12-calendar, c21-pages]',
    async (t) => {
      const { call, book, open, people, jobOf } = await studio()
      const id = await book('12 Alder Ridge Rd', ['04', '09:00'])
      const visit = { kind: 'TWILIGHT', scheduledTime: '2099-05-05T19:30:00-07:00' }
      const { body } = await call('POST', `/projects/${id}/visits`, visit)
      const visitOf = async () => (await call('GET', `/projects/${id}/visits/${body.id}`)).body
      const page = await open(t, DAY)
      await page.locator('.waiting').getByText('12 Alder Ridge Rd', { exact: true }).waitFor()
      await takeScreenshot(page, 'staff-calendar-visit', false)
      const nadia = page.locator(`.column[data-by="${people[1]}"]`)
      await drag(page, body.id, await pointAt(page, nadia, [14, 0]))
      await says(page, /12 Alder Ridge Rd is now on May 4, 2099, 2:00.PM with Nadia/)
      t.match(await visitOf(), {
        scheduledTime: '2099-05-04T21:00:00.000Z',
        technicianId: people[1],
      })
      t.match(await jobOf(id), { technicianId: people[0] }, 'its own appointment stays')
      await drag(page, body.id, await pointAt(page, nadia, [15, 0]))
      await says(page, /is now on May 4, 2099, 3:00.PM with Nadia/)
      await page.getByRole('button', { name: 'Undo' }).click()
      await says(page, /is now on May 4, 2099, 2:00.PM with Nadia/)
      await call('PATCH', `/projects/${id}/visits/${body.id}`, { technicianId: null })
      await page.goto(page.url().split('#')[0] ?? '')
      await block(page, body.id).getByRole('link').first().focus()
      await page.keyboard.press('m')
      const dialog = page.getByRole('dialog', { name: 'Move 12 Alder Ridge Rd' })
      await dialog.getByLabel('Technician').focus()
      await page.keyboard.type('Nad')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await says(page, /is now on May 4, 2099, 2:00.PM with Nadia/)
      t.equal((await visitOf()).technicianId, people[1])

      await call('PATCH', `/projects/${id}/visits/${body.id}`, { technicianId: null })
      const plain = await open(t, DAY, { ...DESKTOP, javaScriptEnabled: false })
      await plain.locator('.waiting').getByRole('link', { name: 'Move 12 Alder' }).click()
      await plain.getByLabel('Technician').selectOption({ label: 'Nadia' })
      await plain.getByRole('button', { name: 'Move' }).click()
      await says(plain, /is now on May 4, 2099, 2:00.PM with Nadia/)
      t.equal((await visitOf()).technicianId, people[1])
    },
  )

  await t.test("in everyone's day, a dropped job asks for a technician", async (t) => {
    const { book, open, jobOf, people } = await studio()
    await book('42 Fair Oaks Ave', ['06', '11:00'])
    const id = await book('159 Lake Avenue', ['05', '09:00'], { technicianId: null })
    const page = await open(t, WEEK)
    const wednesday = page.locator('[data-day="2099-05-06"]')
    await drag(page, id, await pointAt(page, wednesday, [11]))
    const dialog = page.getByRole('dialog', { name: 'Move 159 Lake Avenue' })
    t.equal(await dialog.getByLabel('Date and time').inputValue(), '2099-05-06T11:00')
    const groups = await dialog
      .locator('optgroup')
      .evaluateAll((all) => all.map((each) => [each.getAttribute('label'), each.textContent]))
    t.match(groups, [
      [/^Free May 6, 2099, 11:00.AM$/, 'Nadia'],
      ['Busy or off at that time', 'Carla'],
      ['Managers and administrators', 'Olga Owner'],
    ])
    await takeScreenshot(page, 'staff-calendar-dialog', false)
    t.strictSame(await accessibilityProblems(page), [])
    await dialog.getByLabel('Technician').selectOption({ label: 'Nadia' })
    await dialog.getByRole('button', { name: 'Move' }).click()
    await says(page, /159 Lake Avenue is now on May 6, 2099, 11:00.AM with Nadia/)
    t.equal((await jobOf(id)).technicianId, people[1])
  })

  await t.test(
    "a job is moved with the keyboard; someone else's change is shown first [c12-calendar]",
    async (t) => {
      const { book, open, jobOf, call, people } = await studio()
      const id = await book('48 Alder Ridge Road', ['04', '09:00'])
      const page = await open(t, WEEK)
      await block(page, id).getByRole('link').first().focus()
      await page.keyboard.press('m')
      const dialog = page.getByRole('dialog', { name: 'Move 48 Alder Ridge Road' })
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      const move = page.getByRole('link', { name: 'Move 48 Alder Ridge Road' })
      // Focus is restored.
      await move.and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Enter')
      await dialog.getByLabel('Technician').focus()
      await page.keyboard.type('Nad')
      await call('PATCH', `/projects/${id}`, { technicianId: null })
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await says(page, 'Someone else changed this')
      await says(page, 'Technician: Nadia')
      t.equal((await jobOf(id)).technicianId, null)
      await page.getByRole('button', { name: 'Save mine anyway' }).click()
      await says(page, /48 Alder Ridge Road is now on May 4, 2099, 9:00.AM with Nadia/)
      t.equal((await jobOf(id)).technicianId, people[1])
    },
  )

  await t.test('a finger drags a job by its handle [c12-calendar]', async (t) => {
    const { book, open, jobOf } = await studio()
    const id = await book('48 Alder Ridge Road', ['04', '09:00'])
    const page = await open(t, WEEK, { ...PHONE, viewport: { width: 1024, height: 1200 } })
    const handle = await block(page, id).locator('.move').boundingBox()
    const to = await pointAt(page, page.locator('[data-day="2099-05-06"]'), [14])
    if (!handle) throw new Error('a job has a handle')
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      })
    const [x, y] = [handle.x + 10, handle.y + 4]
    await touch('touchStart', x, y)
    for (let i = 1; i <= 5; i++)
      await touch('touchMove', x + ((to.x - x) * i) / 5, y + ((to.y + 4 - y) * i) / 5)
    await touch('touchEnd')
    await says(page, /is now on May 6, 2099, 2:00.PM/)
    t.equal((await jobOf(id)).scheduledTime, '2099-05-06T21:00:00.000Z')
  })

  await t.test('without JavaScript, a form moves a job [c12-without-javascript]', async (t) => {
    const { book, open, jobOf } = await studio()
    const id = await book('48 Alder Ridge Road', ['04', '09:00'])
    const page = await open(t, WEEK, { ...DESKTOP, javaScriptEnabled: false })
    const box = await block(page, id).boundingBox()
    t.ok(box && Math.round(box.height) === 54, 'an hour has the height of an hour')
    await block(page, id).hover()
    await page.getByRole('link', { name: 'Move 48 Alder Ridge Road' }).click()
    await page.getByLabel('Date and time').fill('2099-05-13T10:30')
    await page.getByRole('button', { name: 'Move' }).click()
    await says(page, /is now on May 13, 2099, 10:30.AM with Carla/)
    t.match(page.url(), /day=2099-05-13/, 'the week of the job is shown')
    await page.getByRole('button', { name: 'Undo' }).click()
    await says(page, /is now on May 4, 2099, 9:00.AM/)
    t.equal((await jobOf(id)).scheduledTime, '2099-05-04T16:00:00.000Z')
  })
})
