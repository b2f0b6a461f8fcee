// docs/contract.md#c12-record-forms docs/contract.md#c12-accessible

import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { DESKTOP, PHONE, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectLook } from '@mediajobs/testing/browser/looks'
import { smallTargets } from '@mediajobs/testing/browser/small-targets'
import { staffInBrowser, weigh } from '@mediajobs/testing/browser/staff-pages'
import { startDispatcher } from '@mediajobs/testing/service/process'
import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'

/** Transferred bytes of a page, its style sheets and its module. */
const MAX_BYTES = 30_720

t.test('record pages in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf } = await staffInBrowser(t)
  await startDispatcher(t, api.databaseUrl)
  const org = await api.createOrg()
  const { call } = org
  const long = 'حديقة كبيرة '.repeat(16)
  const technician = await api.createMember(org, 'TECHNICIAN')
  await call('PATCH', `/users/${technician.userId}`, { name: long })
  const { body: customer } = await call('POST', '/customers', {
    name: long,
    company: 'Llanfairpwllgwyngyll'.repeat(9),
    email: `${'a'.repeat(60)}@agents.test`,
    phone: '+1 555 0100',
    notes: 'Line 1\nLine 2',
  })
  for (const name of ['Ann Agent', 'Bob <script>']) {
    const email = `${name[0]}@agents.test`
    await call('POST', '/customers', { name, email, company: 'Agents & Co' })
  }
  await call('POST', '/projects/create', {
    customerId: customer.id,
    addressLine1: '48 Alder Ridge Road',
    scheduledTime: '2026-05-01T16:30:00Z',
  })
  const { body: gold } = await call('POST', '/packages', {
    name: 'Forty photos and a video',
    description: long,
    priceAmount: 29_900,
    currency: 'USD',
    mediaTypes: ['PHOTO', 'VIDEO'],
    durationMinutes: 90,
  })
  const open = pagesOf(org)
  const home = `${api.url}/app/${org.organizationId}`
  const paths = {
    customers: 'customers?q=ag',
    customer: `customers/${customer.id}`,
    people: 'people',
    person: `people/${technician.userId}`,
    settings: 'settings',
    packages: 'catalogue/packages',
    imports: 'developers/imports',
    discount: 'catalogue/discounts/new',
    package: `catalogue/packages/${gold.id}`,
  }

  await t.test('axe-core finds nothing, at any width and color scheme', async (t) => {
    const page = await open(t, '/today')
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(`${home}/${path}`)
      await expectClean(t, page, name)
    }
    // A person's page has all the other pages' colors.
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${home}/${paths.person}`)
    await expectClean(t, page, 'person-dark')
  })

  await t.test('touch targets are at least 44 px high [c12-accessible]', async (t) => {
    const page = await open(t, '/today', PHONE)
    for (const path of [
      ...Object.values(paths),
      'today',
      'board',
      'calendar',
      'reports',
      'orders',
    ]) {
      await page.goto(`${home}/${path}`)
      t.strictSame(await smallTargets(page), [], path)
    }
  })

  await t.test('the days of a week are centered in their fields', async (t) => {
    for (const options of [PHONE, DESKTOP]) {
      const page = await open(t, `/${paths.person}`, options)
      const field = page.getByLabel('Monday', { exact: true })
      const label = page.locator('label', { hasText: 'Monday' })
      const middle = async (place: Locator) => {
        const { y = 0, height = 0 } = (await place.boundingBox()) ?? {}
        return y + height / 2
      }
      const apart = Math.abs((await middle(field)) - (await middle(label)))
      t.ok(apart <= 1, `${apart} px`)
    }
  })

  await t.test("a phone shows a shoot's buttons in one line each [c12-today]", async (t) => {
    const email = 'lou@agents.test'
    const lou = await call('POST', '/customers', { name: 'Lou Alvarez', email, phone: '+1 555 01' })
    await call('POST', '/projects/create', {
      customerId: lou.body.id,
      addressLine1: '7 Elm Street',
      scheduledTime: '2099-05-01T16:30:00Z',
    })
    const page = await open(t, '/today?day=2099-05-01', PHONE)
    const buttons = page.locator('.shoots .actions > .button')
    t.strictSame(await buttons.allTextContents(), ['Route', 'Call Lou Alvarez', 'Upload'])
    const heights = await buttons.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().height),
    )
    t.equal(new Set(heights).size, 1, heights.join())
  })

  await t.test(
    'a corrected field loses its error before it is sent [c12-record-forms]',
    async (t) => {
      const page = await open(t, '/settings')
      const language = page.getByLabel('Language and region')
      await language.fill('no language')
      await page.getByRole('button', { name: 'Save settings' }).click()
      const problem = page.getByText('Enter a language code, like en-US')
      await problem.waitFor()
      t.equal(await language.getAttribute('aria-invalid'), 'true')
      await language.fill('de-CH')
      t.equal(await problem.count(), 0)
      t.equal(await language.getAttribute('aria-invalid'), null)
      t.strictSame(await accessibilityProblems(page), [])
    },
  )

  await t.test("a customer's whole row is a link [c12-customers]", async (t) => {
    for (const [name, viewport] of Object.entries(VIEWPORTS)) {
      const page = await open(t, '/customers?q=ann', { viewport })
      const { x, y, width, height } = (await page.locator('.customers > li').boundingBox()) ?? {
        ...{ x: 0, y: 0, width: 0, height: 0 },
      }
      t.ok(height >= (name === 'phone' ? 44 : 40), `${height} px`)
      await page.mouse.click(x + width - 3, y + height - 3)
      await page.getByRole('heading', { name: 'Ann Agent', level: 1 }).waitFor()
    }
  })

  await t.test('a phone has two lines of controls above the customers', async (t) => {
    const page = await open(t, '/customers', PHONE)
    const add = await page.getByRole('link', { name: 'Add a customer' }).boundingBox()
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    const list = await page.locator('.customers').boundingBox()
    if (!add || !title || !list) throw new Error('a part is missing')
    t.ok(Math.abs(add.y + add.height / 2 - title.y - title.height / 2) < 2, 'next to the title')
    t.ok(list.y - add.y < 120, `${list.y - add.y} px`)
    for (let n = 0; n < 12; n++) {
      const email = `row-${n}@example.test`
      await call('POST', '/customers', { name: `Row ${n}`, email })
    }
    await page.reload()
    const covered = await page.evaluate(`(() => {
      const bar = document.querySelector('.finder + nav')
      const [, , row] = [...document.querySelectorAll('.customers li a')].toReversed()
      const beside = row.getBoundingClientRect().top - bar.getBoundingClientRect().top
      scrollBy({ top: beside - 4, behavior: 'instant' })
      const { left, top, height } = row.getBoundingClientRect()
      return bar.contains(document.elementFromPoint(left + 4, top + height / 2))
    })()`)
    t.ok(covered, 'the bar overlaps the rows')
  })

  await t.test('record pages stay small, even with the longest list or a module', async (t) => {
    for (const path of [paths.settings, paths.imports]) {
      const page = await open(t, `/${path}`, { viewport: VIEWPORTS.phone })
      const { files, bytes } = await weigh(page)
      t.ok(files >= 2 && bytes <= MAX_BYTES, `${path}: ${bytes} bytes`)
    }
  })

  await t.test(
    'a customer is added with only the keyboard, correcting a mistake [c12-record-forms]',
    async (t) => {
      const page = await open(t, '/customers/new', { viewport: VIEWPORTS.phone })
      await page.getByLabel('Name', { exact: true }).focus()
      await page.keyboard.type('Kay Board')
      await page.keyboard.press('Tab')
      await page.keyboard.type('a@agents.test')
      await page.keyboard.press('Enter')
      const email = page.getByLabel('Email', { exact: true })
      await page.locator('[aria-invalid="true"]').waitFor()
      t.equal(await email.getAttribute('aria-invalid'), 'true')
      await expectClean(t, page, 'customer-refused')
      await email.fill('kay@agents.test')
      await page.keyboard.press('Enter')
      await page.getByText('Customer added.').waitFor()
      t.equal(await page.locator('h1').textContent(), 'Kay Board')
    },
  )

  await t.test("an invitation's link is shown with a copy button", async (t) => {
    const page = await open(t, '/people/new')
    await page.getByLabel('Email').fill('tess@studio.test')
    await page.getByLabel('Name').fill('Tess')
    await page.getByLabel('Role').selectOption('TECHNICIAN')
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const link = page.getByLabel('Invitation link')
    t.match(await link.inputValue(), /^http:\/\/127\.0\.0\.1:3000\/invitations#token=./)
    await page.getByRole('button', { name: 'Copy the link' }).waitFor()
    await expectClean(t, page, 'invited')
  })

  await t.test('a file is chosen once, checked and imported [c12-imports]', async (t) => {
    const page = await open(t, '/developers/imports', { viewport: VIEWPORTS.phone })
    const dropped = await page.evaluateHandle(
      "(d => (d.items.add(new File(['externalId'], 'dropped.csv')), d))(new DataTransfer())",
    )
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: dropped })
    await page.getByText('dropped.csv selected.').waitFor()
    const rows = [...Array(60).keys()].map((n) => `c-${n},Customer ${n},c${n}@import.test`)
    const csv = ['externalId,name,email', ...rows, `d-1,${long},no address`].join('\n')
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByText('60 rows can be imported.').waitFor()
    await page.getByText('customers.csv selected.').first().waitFor()
    await expectClean(t, page, 'import')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download refused rows' }).click(),
    ])
    t.equal(download.suggestedFilename(), 'refused-rows.csv')
    await page.getByRole('button', { name: 'Import valid rows' }).click()
    await page.getByText('Import complete: 60 rows imported.').waitFor()
    await page.getByText('customers.csv selected.').first().waitFor()
  })
})

/** At both widths, with all menus open: their contents must be clean too. */
async function expectClean(t: Test, page: Page, name: string): Promise<void> {
  for (const menu of await page.locator('summary:visible').all()) await menu.click()
  for (const [width, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport)
    await expectLook(t, page, `staff-${name}-${width}`)
  }
}
