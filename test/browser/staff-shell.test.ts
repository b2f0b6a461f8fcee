// docs/contract.md#c12-accessible docs/contract.md#c12-account

import { ROLES } from '@mediajobs/domain'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { DESKTOP, PHONE, takeScreenshot } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { layoutShift } from '@mediajobs/testing/browser/looks'
import { staffInBrowser, weigh } from '@mediajobs/testing/browser/staff-pages'
import { eventually } from '@mediajobs/testing/eventually'
import type { Locator } from 'playwright-core'
import t from 'tap'

/** Maximum for a page with its style sheets and module. */
const MAX_BYTES = 36 * 1_024

t.test('the staff pages’ navigation', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf } = await staffInBrowser(t)
  const org = await api.createOrg()
  const { call } = org
  await call('PATCH', '/organization', { name: 'Harbor Light', colour: '#1f4fd8' })
  const technician = await api.createMember(org, 'TECHNICIAN')
  await call('PATCH', `/users/${technician.userId}`, { name: 'Cleo Marsh' })
  const ann = { name: 'Ann Agent', email: 'ann@agents.test', company: 'Keller Group' }
  const { body: customer } = await call('POST', '/customers', ann)
  const jobs: string[] = []
  for (const addressLine1 of ['859 Orange Grove Blvd', '1454 Rose Bowl Dr', '42 Fair Oaks Ave']) {
    const { body } = await call('POST', '/projects/create', {
      addressLine1,
      scheduledTime: new Date().toISOString(),
      technicianId: technician.userId,
      customerId: customer.id,
      notes: 'Gate code 4417.',
    })
    jobs.push(body.id)
    await call('PATCH', `/projects/${body.id}/status`, { status: 'BOOKED' })
  }
  const at = `${api.url}/app/${org.organizationId}`
  const open = pagesOf(org)

  const heights = (links: Locator) =>
    links.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))

  await t.test(
    'a phone at 200% zoom breaks no word, and no page is wider [c12-accessible]',
    async (t) => {
      for (const path of ['/board', '/calendar']) {
        const page = await open(t, path, { ...PHONE, viewport: { width: 195, height: 422 } })
        const title = await page.getByRole('heading', { level: 1 }).boundingBox()
        t.ok((title?.height ?? Infinity) < 60, `the title of ${path} is on one line`)
        // The name is the last text of its tab.
        const linesOfTabs = await page.evaluate(
          `[...document.querySelectorAll('nav[aria-label="Pages"] > ul:first-child a')].map((tab) => {
          const range = document.createRange()
          range.selectNodeContents(tab.lastChild)
          return range.getClientRects().length
        })`,
        )
        t.strictSame(linesOfTabs, [1, 1, 1], path)
        t.equal(await page.evaluate('document.documentElement.scrollWidth'), 195, path)
      }
    },
  )

  await t.test(
    'a desktop has a sidebar: the organization, the sections, the account',
    async (t) => {
      const page = await open(t, '/board')
      const places = page.getByRole('navigation', { name: 'Pages' })
      const names = [
        'Today',
        'Board',
        'Calendar',
        'Orders',
        'Customers',
        'Reports',
        'Catalog',
        'People',
      ]
      const all = [...names, 'Developers', 'Settings']
      t.strictSame(await places.getByRole('link').allInnerTexts(), all)
      const current = places.locator('[aria-current=page]')
      t.equal(await current.textContent(), 'Board')
      t.equal(await page.locator('.company').textContent(), 'HLHarbor Light')
      const you = page.getByRole('navigation', { name: 'You' })
      t.equal(
        await you.getByRole('link').count(),
        1,
        'with one organization, no list of organizations',
      )
      await you.getByRole('link', { name: /^Account: / }).waitFor()
      t.ok((await heights(places.getByRole('link'))).every((height) => height >= 36))
      const side = await page.getByRole('banner').boundingBox()
      const main = await page.getByRole('main').boundingBox()
      t.ok(side && main && side.x + side.width <= main.x, 'the page is next to it')
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: 'Skip to content' })
      t.ok(await skip.evaluate((link) => link.matches(':focus')), 'the skip link is first')
      await page.emulateMedia({ media: 'print' })
      t.notOk(await page.getByRole('banner').isVisible(), 'it is not printed')
    },
  )

  await t.test(
    "the organization's name links to its first page, or to the other organizations [c12-account]",
    async (t) => {
      const page = await open(t, '/customers')
      const name = page.getByRole('banner').getByRole('link', { name: 'Harbor Light' })
      await name.click()
      await page.waitForURL(`${at}/board`)
      await page.getByRole('link', { name: /^Account: / }).click()
      await page.getByRole('heading', { name: 'Your account' }).waitFor()
      const places = page.getByRole('navigation', { name: 'Pages' })
      t.equal(await places.getByRole('link').count(), 10, 'the account keeps the sidebar')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('fair oaks')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Escape')
      await name.click()
      await page.waitForURL(`${at}/board`)
      t.equal(await page.locator('h1').textContent(), 'Board')
    },
  )

  for (const role of ROLES) {
    await t.test(
      `on a phone, ${role} has three sections and More within thumb's reach`,
      async (t) => {
        const person = await api.createMember(org, role)
        const plain = { ...PHONE, javaScriptEnabled: false }
        const page = await open(t, '/customers', plain, person)
        const bar = page.getByRole('navigation', { name: 'Pages' })
        t.strictSame(await bar.getByRole('link').allInnerTexts(), ['Today', 'Board', 'Calendar'])
        const box = await bar.boundingBox()
        t.equal((box?.y ?? 0) + (box?.height ?? 0), PHONE.viewport.height, 'at the bottom')
        await bar.getByText('More').tap()
        const hidden = bar.getByRole('link', { name: 'Customers' })
        t.equal(await hidden.getAttribute('aria-current'), 'page')
        t.ok((await heights(bar.getByRole('link'))).every((height) => height >= 44))
        t.ok(
          (await heights(page.getByRole('main').getByRole('button'))).every((each) => each >= 44),
        )
        await bar.getByRole('link', { name: 'People' }).tap()
        await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
      },
    )
  }

  await t.test("the phone's bar covers neither the end of a page nor the focus", async (t) => {
    // Without motion, a focused control is in place immediately.
    const page = await open(t, `/projects/${jobs[0]}`, { ...PHONE, reducedMotion: 'reduce' })
    const bar = (await page.getByRole('navigation', { name: 'Pages' }).boundingBox())?.y ?? 0
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab')
      const covered = await page.evaluate(`(() => {
        const each = document.activeElement
        if (!each.closest('main')) return ''
        const { top, height } = each.getBoundingClientRect()
        return top >= ${bar} && height > 0 ? each.outerHTML : ''
      })()`)
      t.equal(covered, '', 'a focused control is above the bar')
    }
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    const end = `Math.max(...[...document.querySelectorAll('main *')].map((each) => each.getBoundingClientRect().bottom))`
    await eventually('the end is above the bar', () => page.evaluate(`${end} <= ${bar}`))
  })

  await t.test(
    'axe-core finds nothing, and nothing moves while it loads [c12-accessible]',
    async (t) => {
      const paths = {
        board: 'board',
        today: 'today',
        project: `projects/${jobs[0]}`,
        customers: 'customers',
      }
      for (const [width, options] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await open(t, '/today', { ...options, colorScheme })
          for (const [name, path] of Object.entries(paths)) {
            const look = `${name}-${width}-${colorScheme}`
            await page.goto(`${at}/${path}`)
            t.equal(await layoutShift(page), 0, `${look} does not move`)
            const { bytes } = await weigh(page)
            t.ok(bytes <= MAX_BYTES, `${look}: ${bytes} bytes`)
            await takeScreenshot(page, `staff-shell-${look}`, false)
            t.strictSame(await accessibilityProblems(page), [], look)
            if (width === 'desktop') continue
            const bar = await page.getByRole('navigation', { name: 'Pages' }).boundingBox()
            t.equal(bar?.height, 56, "the bar's height matches the page's padding")
            await page.getByText('More', { exact: true }).tap()
            t.strictSame(await accessibilityProblems(page), [], `${look}, with More open`)
            await takeScreenshot(page, `staff-shell-${look}-more`, false)
          }
          await page.context().close()
        }
      }
    },
  )
})
