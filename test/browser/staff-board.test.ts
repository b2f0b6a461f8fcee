// docs/contract.md#c12-board docs/contract.md#c12-accessible

import { PROJECT_STATUSES } from '@mediajobs/domain'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectLook } from '@mediajobs/testing/browser/looks'
import { staffInBrowser, weigh } from '@mediajobs/testing/browser/staff-pages'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'

/** Transferred bytes of a page, its style sheets and its module. */
const MAX_BYTES = 30_720
/** Changed jobs the board reads in one call. */
const SEEN_AT_ONCE = 100

t.test('the board in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf } = await staffInBrowser(t)
  const org = await api.createOrg()
  const { call } = org
  await call('PATCH', '/organization', { timeZone: 'America/Los_Angeles', name: 'Acme Media' })
  const technician = await api.createMember(org, 'TECHNICIAN')
  await call('PATCH', `/users/${technician.userId}`, { name: 'Ann Angeles' })
  const open = pagesOf(org)

  async function book(addressLine1: string, status: string, fields: object = {}) {
    const { body } = await call('POST', '/projects/create', {
      scheduledTime: '2099-05-01T16:30:00Z',
      addressLine1,
      city: 'Pasadena',
      technicianId: technician.userId,
      ...fields,
    })
    return (await call('PATCH', `/projects/${body.id}/status`, { status })).body
  }

  const openBoard = (t: Test, query = '', options: object = {}) =>
    open(t, `/board${query}`, { viewport: VIEWPORTS.desktop, ...options })

  const column = (page: Page, status: string) => page.locator(`[data-status="${status}"]`)
  const statusOf = async (id: string) => (await call('GET', `/projects/${id}`)).body.status
  /** The page polls for changes when it becomes visible. */
  const look = (page: Page) =>
    page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')

  await book('48 Alder Ridge Road', 'BOOKED')
  await book('حديقة كبيرة '.repeat(16), 'BOOKED', { technicianId: null })
  await book('W'.repeat(200), 'SHOOTING', { scheduledTime: '2026-01-05T10:00:00Z' })
  await book('9 Cedar Court', 'EDITING')

  await t.test('axe-core finds nothing on the board, at any width [c12-accessible]', async (t) => {
    for (const [width, viewport] of Object.entries(VIEWPORTS)) {
      const colorScheme = width === 'desktop' ? 'dark' : 'light'
      const page = await openBoard(t, '', { viewport, colorScheme })
      await page.locator('.moves > summary:visible').first().click()
      await expectLook(t, page, `staff-board-${width}`)
    }
    const page = await openBoard(t, '?status=BOOKED', {
      viewport: VIEWPORTS.phone,
      colorScheme: 'dark',
    })
    await expectLook(t, page, 'staff-board-status-phone')
  })

  await t.test("a long filter name doesn't widen the page [c12-board-filters]", async (t) => {
    const { userId } = await api.createMember(org, 'TECHNICIAN')
    await call('PATCH', `/users/${userId}`, { name: 'Maximiliana Featherstonehaugh-Cholmondeley' })
    for (const viewport of Object.values(VIEWPORTS)) {
      const page = await openBoard(t, `?who=technician.${userId}&day=2099-05-01`, { viewport })
      const widths = '[innerWidth, document.documentElement.scrollWidth]'
      const [width, needed] = (await page.evaluate(widths)) as number[]
      t.equal(needed, width)
      const summary = await page.locator('.pick > summary').boundingBox()
      const text = await page.locator('.pick > summary span').boundingBox()
      t.ok((text?.width ?? 0) < (summary?.width ?? 0) - 80, 'the day stays visible')
      if (viewport === VIEWPORTS.phone) {
        const name = page.locator('.pick > summary > span')
        const isCut = await name.evaluate(
          (each) =>
            each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1,
        )
        t.notOk(isCut, 'a phone has room for the name')
        await takeScreenshot(page, 'staff-board-filter-long-phone')
      }
    }
  })

  await t.test('a phone shows the words of the filter whole [c12-board-filters]', async (t) => {
    for (const [query, text] of [
      ['', 'Everyone'],
      ['?day=2099-05-01', 'May 1, 2099'],
      ['?who=without', 'Unassigned'],
    ] as const) {
      const page = await openBoard(t, query, { viewport: VIEWPORTS.phone })
      const words = page.locator('.pick > summary > :is(span, i):visible')
      t.strictSame(await words.allTextContents(), [text])
      t.notOk(await words.evaluate((each) => each.scrollWidth > each.clientWidth + 1), text)
      await takeScreenshot(page, 'staff-board-filter-phone')
    }
  })

  await t.test('the widest initials fit in their circle [c12-board]', async (t) => {
    const page = await openBoard(t, '?q=Alder')
    const widths =
      (await page.evaluate(`[...document.querySelectorAll('.who .initials')].map((each) => {
      each.textContent = 'MW'
      const text = document.createRange()
      text.selectNodeContents(each)
      return [text, each].map((box) => box.getBoundingClientRect().width)
    })`)) as [number, number][]
    t.not(widths.length, 0)
    for (const [text, circle] of widths) t.ok(text <= circle, `${text} of ${circle} px`)
  })

  await t.test('no text on the board is smaller than 12 px', async (t) => {
    for (const viewport of Object.values(VIEWPORTS)) {
      const page = await openBoard(t, '', { viewport })
      const sizes = (await page.evaluate(`[...document.querySelectorAll('body :not(script, style)')]
        .filter(({ childNodes }) => [...childNodes].some(({ nodeName, data }) => nodeName === '#text' && data.trim()))
        .map((element) => parseFloat(getComputedStyle(element).fontSize))`)) as number[]
      t.ok(Math.min(...sizes) >= 11.99, `${viewport.width}: ${Math.min(...sizes)}`)
    }
  })

  await t.test(
    'a job is moved and moved back with the keyboard [c12-board, c12-board-undo]',
    async (t) => {
      const { id } = await book('1 Keyboard Lane', 'BOOKED')
      const page = await openBoard(t)
      await page.locator(`#p-${id} > a`).focus()
      await page.keyboard.press('m')
      await page.locator(`#p-${id}`).getByRole('button', { name: 'Shooting' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('1 Keyboard Lane moved to Shooting.').waitFor()
      t.equal(await column(page, 'SHOOTING').locator(`#p-${id}`).count(), 1)
      t.equal(await column(page, 'SHOOTING').locator('.count').textContent(), '2')
      t.equal(await page.evaluate('document.activeElement.closest("li")?.id'), `p-${id}`)
      t.equal(await statusOf(id), 'SHOOTING')
      await page.keyboard.press('Control+z')
      await page.getByText('1 Keyboard Lane moved to Booked.').waitFor()
      t.equal(await statusOf(id), 'BOOKED')
      t.equal(await page.evaluate('document.activeElement.closest("li")?.id'), `p-${id}`)
      await page.getByRole('button', { name: 'Undo' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('1 Keyboard Lane moved to Shooting.').waitFor()
      t.equal(await statusOf(id), 'SHOOTING')
      await page.keyboard.press('m')
      await page.keyboard.press('Escape')
      t.equal(await page.locator('details[open]').count(), 0)
      await page.goto(`${api.url}/app/${org.organizationId}/board?status=SHOOTING`)
      await call('PATCH', `/projects/${id}/status`, { status: 'IN_REVIEW' })
      await page.locator(`#p-${id} > a`).focus()
      await page.keyboard.press('m')
      await page.keyboard.press('Enter')
      await page.getByText('to "Uploaded": its status is In review.').waitFor()
      t.equal(await page.locator(`#p-${id}`).count(), 0, 'a list of one status updates too')
      t.ok(await page.evaluate('document.activeElement.closest("#board")'), 'focus stays there')
    },
  )

  await t.test(
    'a job is dragged; a refused move goes back with the reason [c12-board]',
    async (t) => {
      const { id } = await book('2 Mouse Road', 'BOOKED')
      const page = await openBoard(t)
      await page.locator(`#p-${id}`).dragTo(column(page, 'PENDING'))
      await page.getByText('2 Mouse Road moved to Pending.').waitFor()
      t.equal(await statusOf(id), 'PENDING')
      await page.locator(`#p-${id}`).dragTo(column(page, 'EDITING'))
      await page.getByText('2 Mouse Road moved to Editing.').waitFor()
      await call('PATCH', `/projects/${id}/status`, { status: 'IN_REVIEW' })
      await page.locator(`#p-${id}`).dragTo(column(page, 'SHOOTING'))
      await page.getByText('to "Shooting": its status is In review.').waitFor()
      t.equal(await column(page, 'IN_REVIEW').locator(`#p-${id}`).count(), 1)
      await page.route('**/status', (route) => route.abort())
      await page.locator(`#p-${id}`).dragTo(column(page, 'EDITING'))
      await page.getByText('No connection. 2 Mouse Road may not have moved.').waitFor()
      t.equal(await column(page, 'IN_REVIEW').locator(`#p-${id}`).count(), 1)
      t.equal(await statusOf(id), 'IN_REVIEW')
    },
  )

  await t.test('axe-core finds nothing in the list, in any status [c12-accessible]', async (t) => {
    for (const status of PROJECT_STATUSES) await book(`${status} Street`, status)
    for (const [width, viewport] of Object.entries(VIEWPORTS)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await openBoard(t, '?view=list&q=street', { viewport, colorScheme })
        t.equal(await page.locator('.status').count(), PROJECT_STATUSES.length)
        await expectLook(t, page, `staff-board-list-${width}-${colorScheme}`)
        const [shown, all] = await page
          .locator('.jobs')
          .evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth])
        t.equal(shown, all, 'nothing scrolls sideways')
      }
    }
  })

  await t.test('jobs are found, chosen and assigned together [c12-board-assign]', async (t) => {
    const jobs = await Promise.all(
      ['1 Zebra Way', '2 Zebra Way', '3 Zebra Way'].map((street) =>
        book(street, 'BOOKED', { technicianId: null }),
      ),
    )
    const page = await openBoard(t)
    await page.getByRole('searchbox', { name: 'Search' }).fill('zebra lane')
    await page.keyboard.press('Enter')
    await page.getByText('No jobs match “zebra lane”.').waitFor()
    await page.getByRole('link', { name: 'Clear search' }).click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('zebra')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: /^Unassigned/ }).click()
    await page.getByRole('link', { name: 'List' }).click()
    await page.getByLabel('Select all').check()
    await page.getByLabel('Select 2 Zebra Way').uncheck()
    await page.getByLabel('Assign selected jobs to').selectOption({ label: 'Ann Angeles' })
    await call('PATCH', `/projects/${jobs[2].id}`, { notes: 'Ring twice.' })
    await page.getByRole('button', { name: 'Assign' }).click()
    await page.getByText("1 job wasn't assigned:").waitFor()
    t.equal(await page.locator('tbody tr').count(), 2, 'the filters are still there')
    t.strictSame(await accessibilityProblems(page), [])
    await page.getByLabel('Assign selected jobs to').selectOption({ label: 'Ann Angeles' })
    await page.getByRole('button', { name: 'Assign' }).click()
    await page.getByText('1 job assigned.').waitFor()
    const assigned = await Promise.all(
      jobs.map(async ({ id }) => (await call('GET', `/projects/${id}`)).body.technicianId),
    )
    t.strictSame(assigned, [technician.userId, null, technician.userId])
  })

  await t.test(
    'the board updates live, keeping focus, open menus and scroll position [c12-board]',
    async (t) => {
      for (let i = 0; i < 12; i++) await book(`${i} Long Street`, 'UPLOADED')
      const { id } = await book('3 Quiet Place', 'UPLOADED', {
        scheduledTime: '2099-06-01T10:00:00Z',
      })
      const page = await openBoard(t, '', { reducedMotion: 'reduce' })
      const link = page.locator(`#p-${id} > a`)
      await link.focus()
      const top = async () => Math.round((await link.boundingBox())?.y ?? 0)
      await page.evaluate(`document.getElementById("p-${id}").isSame = true`)
      const before = await top()
      const other = await book('First of all', 'UPLOADED', {
        scheduledTime: '2099-01-01T10:00:00Z',
      })
      await look(page)
      await page.locator(`#p-${other.id}`).waitFor({ state: 'attached' })
      t.equal(await column(page, 'UPLOADED').locator('.count').textContent(), '15')
      t.equal(await page.evaluate('document.activeElement.closest("li")?.id'), `p-${id}`)
      t.equal(await page.evaluate(`document.getElementById("p-${id}").isSame`), true)
      t.ok(Math.abs((await top()) - before) <= 1, "it didn't move on screen")
      await page.keyboard.press('m')
      await call('PATCH', `/projects/${id}`, { addressLine1: '4 Quiet Place' })
      await call('PATCH', `/projects/${other.id}/status`, { status: 'CANCELLED' })
      await look(page)
      await column(page, 'CANCELLED').locator(`#p-${other.id}`).waitFor({ state: 'attached' })
      t.equal(await page.locator(`#p-${id} details[open]`).count(), 1)
      t.match(await link.textContent(), '3 Quiet Place', 'an open menu is left alone')
      const calls: string[] = []
      page.on('request', (request) => void calls.push(new URL(request.url()).pathname))
      await look(page)
      await page.waitForTimeout(300)
      t.strictSame(calls, [`/app/${org.organizationId}/call/projects`], 'no change, no page')
    },
  )

  await t.test('Escape closes a menu and returns to its button [c12-accessible]', async (t) => {
    const page = await openBoard(t)
    const button = page.locator('.pick > summary')
    await button.click()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    t.equal(await page.locator('.pick[open]').count(), 0)
    t.ok(await page.evaluate('document.activeElement.matches(".pick > summary")'))
  })

  await t.test('Back selects no other job than before [c12-board-assign]', async (t) => {
    await book('1 Back Way', 'BOOKED')
    const page = await openBoard(t, '?view=list&status=BOOKED&sort=-createdAt')
    await page.getByLabel('Select 1 Back Way').check()
    await page.getByRole('link', { name: '1 Back Way' }).click()
    await page.getByRole('heading', { name: '1 Back Way' }).waitFor()
    await book('2 Back Way', 'BOOKED')
    await page.goBack()
    t.equal(await page.getByLabel('Select 2 Back Way').isChecked(), false)
  })

  await t.test(
    "after a drag without a session, sign-in says that the move wasn't saved [c12-board]",
    async (t) => {
      const { id } = await book('7 Ended Way', 'BOOKED')
      const page = await openBoard(t)
      await page.context().clearCookies()
      await page.locator(`#p-${id}`).dragTo(column(page, 'SHOOTING'))
      await page.getByText("your changes weren't saved").waitFor()
      t.equal(await statusOf(id), 'BOOKED')
      await page.getByLabel('Email').fill(org.email)
      await page.getByLabel('Password').fill(org.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.locator(`#p-${id}`).waitFor()
    },
  )

  await t.test('a full board of 180 jobs weighs at most 30 kB [c12-board]', async (t) => {
    for (const [i, status] of PROJECT_STATUSES.entries()) {
      await Promise.all(
        Array.from({ length: 20 }, (_, k) => book(`${k * 37 + i} Juniper Terrace`, status)),
      )
    }
    const page = await openBoard(t)
    const { files, bytes } = await weigh(page)
    t.equal(await page.locator('[data-status] li').count(), 180)
    const { width, height } = await page.evaluate<{ width: number; height: number }>(
      '({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })',
    )
    t.strictSame({ width, height }, VIEWPORTS.desktop, 'only the columns scroll')
    // The page, its styles, its module, and the search module.
    t.ok(files === 5 && bytes <= MAX_BYTES, `${files} files, ${bytes} bytes`)
    await takeScreenshot(page, 'staff-board-full', false)
  })

  await t.test(
    'the board catches up when more jobs change than one poll returns [c12-board]',
    async (t) => {
      const page = await openBoard(t)
      const create = (scheduledTime: string) =>
        call('POST', '/projects/create', { scheduledTime, addressLine1: 'Import Street' })
      const first = await create('2099-01-02T10:00:00Z')
      await Promise.all(Array.from({ length: SEEN_AT_ONCE }, () => create('2099-05-01T16:30:00Z')))
      const follows = async (id: string) => {
        for (let looks = 0; looks < 20; looks++) {
          await look(page)
          await page.waitForTimeout(250)
          if ((await page.locator(`#p-${id}`).count()) > 0) return true
        }
        return false
      }
      t.ok(await follows(first.body.id))
      const last = await create('2099-01-01T10:00:00Z')
      t.ok(await follows(last.body.id))
    },
  )
})
