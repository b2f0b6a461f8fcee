// docs/contract.md#c12-project: facts are edited in their rows and a round is answered without leaving the page.

import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { DESKTOP, PHONE, takeScreenshot } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { signedInPage, staffInBrowser } from '@mediajobs/testing/browser/staff-pages'
import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'

/** From the board until both comments are answered and the next delivery form is shown. */
const MAX_CLICKS = 6

const DEVICES = { phone: PHONE, desktop: DESKTOP }

t.test('editing a project in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, browser } = await staffInBrowser(t)
  const { org, shoot, deliver, client, call } = await openGallery(api)
  await call('PATCH', '/organization', { timeZone: 'America/Los_Angeles' })
  const ann = { name: 'Ann Agent', company: 'Keller Group', email: 'ann@edit.test' }
  const { body: customer } = await call('POST', '/customers', ann)
  const at = `${api.url}/app/${org.organizationId}`
  const record = async (id: string) => (await call('GET', `/projects/${id}`)).body

  async function openPage(
    t: Test,
    device: keyof typeof DEVICES,
    colorScheme: 'light' | 'dark' = 'light',
  ) {
    // A tap during scrolling would miss.
    const options = { ...DEVICES[device], colorScheme, reducedMotion: 'reduce' } as const
    const page = await signedInPage(t, browser, api.url, org, options)
    let loads = 0
    page.on('request', (each) => (loads += Number(each.isNavigationRequest())))
    let clicks = 0
    const press = async (target: Locator) => {
      clicks += 1
      if (device === 'phone') await target.tap()
      else await target.click()
    }
    return { page, press, loads: () => loads, clicks: () => clicks }
  }

  async function returned(): Promise<string> {
    const id = await shoot(5, { customerId: customer.id, notes: 'Gate code 4417.' })
    const token = await deliver(id)
    const { data } = (await call('GET', `/projects/${id}/media`)).body
    const items = [
      { mediaId: data[1].id, comment: 'Remove the bin', x: 0.3, y: 0.6 },
      { mediaId: data[4].id, comment: 'Brighter, please', x: 0.6, y: 0.4 },
    ]
    await client(token).requestRevision({ items })
    return id
  }

  for (const device of ['phone', 'desktop'] as const) {
    await t.test(`the status is changed in its row, on a ${device} [c12-project]`, async (t) => {
      const id = await shoot(1)
      await call('PATCH', `/projects/${id}/status`, { status: 'EDITING' })
      const { page, press, loads } = await openPage(t, device)
      await page.goto(`${at}/projects/${id}`)
      const row = page.locator('#fact-status')
      t.equal(await row.locator('.status').textContent(), 'Editing')
      await press(row.locator('summary').first())
      await press(row.getByRole('button', { name: 'Back to uploaded' }))
      await page.getByRole('status').getByText('Status changed.').waitFor()
      t.equal(await row.locator('.status').textContent(), 'Uploaded')
      t.equal(await page.locator('.heading .status').textContent(), 'Uploaded')
      t.ok(await page.getByRole('button', { name: 'Start editing' }).isVisible(), 'the next move')
      t.match(await record(id), { status: 'UPLOADED' })
      await call('PATCH', `/projects/${id}/status`, { status: 'EDITING' })
      await press(row.locator('summary').first())
      await press(row.getByRole('button', { name: 'Back to shooting' }))
      await row.getByText('Someone else changed').waitFor()
      t.match(await record(id), { status: 'EDITING' }, 'a conflict asks first')
      t.equal(loads(), 1, 'without leaving the page')
    })

    await t.test(
      `the rounds of a canceled job stay below its files, on a ${device} [c12-project]`,
      async (t) => {
        const { page, press } = await openPage(t, device)
        await page.goto(`${at}/projects/${await returned()}`)
        const row = page.locator('#fact-status')
        await press(row.locator('summary').first())
        await press(row.getByText('Cancel the job…'))
        await press(row.getByRole('button', { name: 'Cancel the job' }))
        await page.getByText('This job is canceled.').waitFor()
        t.equal(await page.locator('#changes').count(), 1)
        t.equal(await page.locator('.record #changes').count(), 1)
      },
    )

    await t.test(
      `open comments are shown on the photos, on a ${device} [c12-project]`,
      async (t) => {
        const { page, press } = await openPage(t, device)
        await page.goto(`${at}/projects/${await returned()}`)
        await press(page.getByRole('link', { name: 'Show on photos' }))
        const pins = page.locator('.files-grid .pins')
        t.strictSame(await pins.allTextContents(), ['1', '2'])
        const [frame, pin] = await Promise.all([
          page.locator('.files-grid > li').nth(1).locator('.frame').boundingBox(),
          pins.first().locator('circle').boundingBox(),
        ])
        t.ok(frame && pin && frame.x < pin.x && pin.y + pin.height < frame.y + frame.height)
        await press(page.locator('.asked').first().getByRole('button', { name: 'Done' }))
        await page.getByText('Answer saved.').waitFor()
        t.strictSame(await pins.allTextContents(), ['2'])
      },
    )

    await t.test(`a fact is edited in its row, on a ${device} [c12-project]`, async (t) => {
      const id = await shoot(1, { notes: 'Old code' })
      const { page, press, loads } = await openPage(t, device)
      await page.goto(`${at}/projects/${id}`)
      const row = page.locator('#fact-notes')
      const pen = page.getByRole('link', { name: 'Change notes' })
      const field = page.getByRole('textbox', { name: 'Notes' })
      await press(pen)
      await field.fill('Thrown away')
      await page.keyboard.press('Escape')
      await pen.waitFor()
      t.equal(await row.locator('.said').textContent(), 'Old code')
      t.ok(await pen.evaluate((each) => each.matches(':focus')), 'focus returns')

      await press(pen)
      await field.fill('Gate 4417')
      if (device === 'desktop') await page.keyboard.press('Enter')
      else await press(row.getByRole('button', { name: 'Save' }))
      await row.getByText('Gate 4417').waitFor()
      await page.getByRole('status').getByText('Saved.').waitFor()
      t.match(await record(id), { notes: 'Gate 4417' })

      const street = page.getByLabel('Street and number')
      await press(page.getByRole('link', { name: 'Change address' }))
      await press(pen)
      await field.fill('Half written')
      await street.fill('1 Elm Street')
      await street.press('Enter')
      await page.getByRole('heading', { name: '1 Elm Street', level: 1 }).waitFor()
      t.equal(await field.inputValue(), 'Half written', 'text typed elsewhere is kept')
      await press(row.getByRole('button', { name: 'Save' }))
      await row.locator('.said').getByText('Half written').waitFor()
      t.match(await record(id), { notes: 'Half written', addressLine1: '1 Elm Street' })

      await press(page.getByRole('link', { name: 'Change address' }))
      await page.getByLabel('Country').fill('U1')
      await street.press('Enter')
      await page.getByText('Enter a two-letter country code').waitFor()
      t.strictSame(await accessibilityProblems(page), [], 'with the refused value')
      await page.keyboard.press('Escape')

      await press(page.getByRole('link', { name: 'Change customer' }))
      const search = page.getByLabel('Search customers')
      await search.fill('keller')
      await search.press('Enter')
      const found = page.locator('#fact-customer select')
      await page.locator('#fact-customer select[size]').waitFor()
      await found.selectOption({ label: 'Ann Agent, Keller Group' })
      await press(page.locator('#fact-customer').getByRole('button', { name: 'Save' }))
      await page.locator('#fact-customer').getByRole('link', { name: 'Ann Agent' }).waitFor()
      // With its customer, the job lacks only a package.
      await page.locator('#invoice').getByText('Add a package').waitFor()
      t.equal(loads(), 1, 'the page was never left')
    })

    await t.test(
      `a conflict shows both values and asks, on a ${device} [c12-project]`,
      async (t) => {
        const id = await shoot(1, { notes: 'Old code' })
        const { page, press, loads } = await openPage(t, device)
        await page.goto(`${at}/projects/${id}`)
        const row = page.locator('#fact-notes')
        const write = async (text: string, theirs: string) => {
          await press(page.getByRole('link', { name: 'Change notes' }))
          const field = page.getByRole('textbox', { name: 'Notes' })
          await field.fill(text)
          await call('PATCH', `/projects/${id}`, { notes: theirs })
          await press(row.getByRole('button', { name: 'Save' }))
          await row.getByText('Someone else changed this').waitFor()
          t.match(await row.textContent(), new RegExp(`${text}[\\s\\S]*${theirs}`))
        }
        await write('Mine', 'Theirs')
        t.strictSame(await accessibilityProblems(page), [])
        await takeScreenshot(page, `staff-project-conflict-${device}`)
        await press(row.getByRole('button', { name: 'Save mine anyway' }))
        await row.locator('.said').getByText('Mine').waitFor()
        t.match(await record(id), { notes: 'Mine' })
        t.equal(loads(), 1)
        await write('Mine again', 'Theirs again')
        await press(row.getByRole('link', { name: 'Keep theirs' }))
        await row.locator('.said').getByText('Theirs again').waitFor()
        t.match(await record(id), { notes: 'Theirs again' })
      },
    )

    await t.test(
      `a round of two is answered in ${MAX_CLICKS} clicks, on a ${device} [c12-project]`,
      async (t) => {
        const id = await returned()
        const { page, press, loads, clicks } = await openPage(t, device)
        await page.goto(`${at}/board?status=IN_REVISION`)
        await press(page.locator(`#p-${id} > a`))
        await page.getByText('Ann Agent asked for 2 changes.').waitFor()
        const [first, second] = [page.locator('.asked').nth(0), page.locator('.asked').nth(1)]
        const answer = (of: Locator) => of.getByLabel('Answer to the client')
        const opened = loads()
        const write = async (of: Locator, text: string) => {
          await press(answer(of))
          await answer(of).fill(text)
        }
        await write(second, 'Two stops')
        await write(first, 'It is gone')
        await press(first.getByRole('button', { name: 'Done' }))
        await page.getByText('One is still open.').waitFor()
        t.equal(await answer(second).inputValue(), 'Two stops', 'typed text stays')
        await press(second.getByRole('button', { name: 'Done' }))
        await page.getByText('All changes are answered.').waitFor()
        t.equal(loads(), opened, 'the page was never left')
        t.equal(await page.locator('.pins .DONE').count(), 2)
        const { body } = await call('GET', `/projects/${id}/revisions`)
        t.match(body.data[0].items, [
          { status: 'DONE', answer: 'It is gone' },
          { status: 'DONE', answer: 'Two stops' },
        ])
        await press(page.getByRole('link', { name: 'All changes are answered.' }))
        await page.getByRole('button', { name: 'Deliver to the client' }).waitFor()
        t.equal(clicks(), MAX_CLICKS)

        await page.goBack()
        await press(second.getByRole('button', { name: 'Reopen' }))
        await page.getByText('One is still open.').waitFor()
        t.equal(await answer(second).inputValue(), 'Two stops')
        await page.context().setOffline(true)
        await answer(second).fill('Not sent')
        await press(second.getByRole('button', { name: 'Decline' }))
        await second.getByText('Your change may not be saved').waitFor()
        t.equal(await answer(second).inputValue(), 'Not sent')
        await page.context().setOffline(false)
        await press(second.getByRole('button', { name: 'Decline' }))
        await second.getByText('Declined').waitFor()
      },
    )
  }

  for (const device of ['phone', 'desktop'] as const) {
    await t.test(
      `the work precedes the files, with the facts beside or after it, on a ${device} [c12-project]`,
      async (t) => {
        const id = await returned()
        for (const colorScheme of ['light', 'dark'] as const) {
          const { page } = await openPage(t, device, colorScheme)
          await page.goto(`${at}/projects/${id}`, { waitUntil: 'networkidle' })
          const [banner, changes, facts, files] = await Promise.all(
            ['.banner', '#changes', '#facts', '#files'].map((each) => boxOf(page, each)),
          )
          const tops = [banner, changes, facts, files].map((box) => box?.y ?? 0)
          const left = (box = facts) => box?.x ?? 0
          const inOrder = tops.toSorted((a, b) => a - b)
          if (device === 'phone') t.strictSame(tops, inOrder)
          else t.ok(left() > left(files) && (tops[2] ?? 0) < (tops[1] ?? 0))
          t.strictSame(await accessibilityProblems(page), [], colorScheme)
          await takeScreenshot(page, `staff-project-work-${device}-${colorScheme}`)
        }
      },
    )
  }

  await t.test("a phone has the next step within thumb's reach [c12-project]", async (t) => {
    const { page } = await openPage(t, 'phone')
    await page.goto(`${at}/projects/${await returned()}`)
    const next = await boxOf(page, '.next')
    const bar = await page.getByRole('navigation', { name: 'Pages' }).boundingBox()
    t.equal(next.y + next.height, bar?.y)
    const controls = page.locator('main :is(a, button, summary, textarea):visible')
    const low = await controls.evaluateAll((all) =>
      all.filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML),
    )
    t.strictSame(low, [], 'every target is large enough')
  })
})

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`no ${selector}`)
  return box
}
