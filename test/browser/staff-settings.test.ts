// docs/contract.md#c12-settings: the preview follows the form, and a logo is uploaded.

import { openMediaFixture } from '@mediajobs/media/testing'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { DESKTOP, openBrowser, PHONE, takeScreenshot } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openWatched } from '@mediajobs/testing/browser/looks'
import { smallTargets } from '@mediajobs/testing/browser/small-targets'
import { eventually } from '@mediajobs/testing/eventually'
import { noisy } from '@mediajobs/testing/media/pictures'
import type { BrowserContextOptions, Locator } from 'playwright-core'
import t, { type Test } from 'tap'

interface Styles {
  getComputedStyle(element: unknown): { backgroundColor: string; borderTopColor: string }
}
const COLOURS = ['#ffe066', '#7a1fa2', '#c62828', '#101820']
/** The edges of those that would vanish into the page. */
const EDGES: Record<string, Record<string, string>> = {
  light: { '#ffe066': '#1c1b19' },
  dark: { '#101820': '#f1f0ec', '#7a1fa2': '#f1f0ec' },
}

/** `#rrggbb` as computed styles spell it. */
function rgb(hex: string): string {
  const parts = [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))
  return `rgb(${parts.join(', ')})`
}

/** The border color of a button of this color: transparent if it needs no edge. */
function edgeIn(scheme: string, colour: string): string {
  const edge = EDGES[scheme]?.[colour]
  return edge === undefined ? 'rgba(0, 0, 0, 0)' : rgb(edge)
}

function edgeOf(button: Locator): Promise<string> {
  return button.evaluate(
    (each) => (globalThis as unknown as Styles).getComputedStyle(each).borderTopColor,
  )
}

t.test('the settings in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const deliveryBaseUrl = 'http://127.0.0.1/deliveries'
  const fixture = await openMediaFixture(t, { deliveryBaseUrl })
  const { api, org, call } = fixture
  await fixture.startMedia()
  await call('PATCH', '/organization', { name: 'Harbor Light', colour: '#1f4fd8' })
  const browser = await openBrowser(t)
  const at = `${api.url}/app/${org.organizationId}/settings`

  const openSettings = async (t: Test, options: BrowserContextOptions) =>
    openWatched(t, browser, at, options, { session: await org.token() })

  await t.test('a button of any brand color stands out from the page [c12-settings]', async (t) => {
    for (const colour of COLOURS) {
      await call('PATCH', '/organization', { colour })
      const { page } = await openSettings(t, DESKTOP)
      const [save, previewed] = [
        page.getByRole('button', { name: 'Save settings' }),
        page.locator('#preview').getByText('Approve', { exact: true }),
      ]
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const edge = edgeIn(colorScheme, colour)
        t.equal(await edgeOf(save), edge, `${colour} ${colorScheme}`)
        t.equal(await edgeOf(previewed), edge, `${colour} ${colorScheme}, previewed`)
      }
    }
    await call('PATCH', '/organization', { colour: '#1f4fd8' })
  })

  await t.test('the preview follows the input, and nothing is saved [c12-settings]', async (t) => {
    const { page, faults } = await openSettings(t, DESKTOP)
    const preview = page.locator('#preview')
    const before = (await call('GET', '/organization')).body
    await page.getByLabel('Name', { exact: true }).fill('Alder <b>Media</b>')
    await page.getByLabel('Note to clients').fill('Thank you!\n<script>')
    await page.getByLabel('Contact email').fill('studio@alder.test')
    await page.getByLabel('Contact phone').fill('+1 626 555 0123')
    await page.getByLabel('Language and region').fill('de-CH')
    await page.getByLabel('Time zone').selectOption('Europe/Zurich')
    const text = (await preview.textContent()) ?? ''
    t.equal(text.split('Alder <b>Media</b>').length, 4, 'the cover, the sender and the mail')
    t.equal(text.split('Thank you!\n<script>').length, 3)
    t.equal(text.split('studio@alder.test').length, 3)
    t.equal(text.split('+1 626 555 0123').length, 3)
    t.match(text, '1 May 2026, 18:30')
    await page.getByLabel('Language and region').fill('x')
    t.match(await preview.textContent(), '1 May 2026, 18:30', 'a partial tag changes nothing')
    const fill = (name = 'Approve') =>
      preview
        .getByText(name, { exact: true })
        .evaluate(
          (each) => (globalThis as unknown as Styles).getComputedStyle(each).backgroundColor,
        )
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const colour of COLOURS) {
        await page.getByLabel('Color', { exact: true }).fill(colour)
        t.equal(await fill(), rgb(colour))
        t.equal(await fill('View files'), rgb(colour))
        const approve = preview.getByText('Approve', { exact: true })
        t.equal(await edgeOf(approve), edgeIn(scheme, colour), `${colour}, ${scheme}`)
        t.strictSame(await accessibilityProblems(page), [], `${colour}, ${scheme}`)
      }
      await takeScreenshot(page, `staff-settings-${scheme}`)
    }
    await page.getByLabel('Color', { exact: true }).fill('')
    t.equal(await fill(), 'rgb(76, 195, 131)', 'the default color')
    t.equal(await page.getByLabel('Pick a color').inputValue(), '#4cc383')
    await page.getByLabel('Pick a color').fill('#c62828')
    t.equal(await page.getByLabel('Color', { exact: true }).inputValue(), '#c62828')
    t.equal(await fill(), 'rgb(198, 40, 40)')
    t.strictSame((await call('GET', '/organization')).body, before)
    t.strictSame(faults, [])
  })

  await t.test('uploading a logo keeps the other input [c12-settings, c13-logo]', async (t) => {
    const { page, faults } = await openSettings(t, PHONE)
    const logo = page.locator('#logo')
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      logo.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    await choose('a.svg', 'image/svg+xml', Buffer.from('<svg/>'))
    await page.getByText('Choose a PNG, JPEG or WebP.').waitFor()
    await choose('a.png', 'image/png', Buffer.alloc(5 * 1_048_576 + 1))
    await page.getByText('This file is larger than 5 MB').waitFor()
    await choose('a.png', 'image/png', Buffer.from('<svg/>'))
    await page
      .getByText("The picture is damaged, or isn't a JPEG, PNG or WebP.")
      .waitFor({ timeout: 60_000 })
    await page.getByLabel('Note to clients').fill('Not saved yet')
    await choose('a.png', 'image/png', await noisy(800, 200).png().toBuffer())
    await page
      .getByText("Logo uploaded. Your other changes aren't saved yet.")
      .waitFor({ timeout: 60_000 })
    t.equal(await page.getByLabel('Note to clients').inputValue(), 'Not saved yet')
    const shown = page.locator('#preview .face .logo')
    t.equal(
      await shown.evaluate((each) => (each as unknown as { naturalWidth: number }).naturalWidth),
      320,
    )
    t.equal((await call('GET', '/organization')).body.deliveryNote, null)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Settings saved.').waitFor()
    t.equal((await call('GET', '/organization')).body.deliveryNote, 'Not saved yet')
    t.strictSame(await accessibilityProblems(page), [])
    await takeScreenshot(page, 'staff-settings-phone')
    await choose('b.png', 'image/png', await noisy(400, 100).png().toBuffer())
    await page.getByText('Logo uploaded.', { exact: true }).waitFor({ timeout: 60_000 })
    await logo.getByText('Remove logo…').click()
    await logo.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByText('Logo removed.').waitFor()
    t.equal(await shown.count(), 0)
    t.strictSame(faults, [])
  })

  await t.test(
    'a logo is uploaded with a plain form [c12-settings, c12-without-javascript]',
    async (t) => {
      const { page, faults } = await openSettings(t, {
        ...PHONE,
        javaScriptEnabled: false,
        colorScheme: 'dark',
      })
      const logo = page.locator('#logo')
      async function send(name: string, mimeType: string, buffer: Buffer) {
        await logo.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
        await logo.getByRole('button', { name: 'Upload', exact: true }).tap()
      }
      t.strictSame(await smallTargets(page), [])
      await send('a.svg', 'image/svg+xml', Buffer.from('<svg/>'))
      await page.getByText('Choose a PNG, JPEG or WebP.').waitFor()
      await send('a.png', 'image/png', Buffer.alloc(5 * 1_048_576 + 1))
      await page.getByText('This file is larger than 5 MB').waitFor()
      t.equal((await call('GET', '/organization')).body.logo, null)
      faults.length = 0
      await send('a.png', 'image/png', await noisy(800, 200).png().toBuffer())
      await page.getByText('Logo uploaded.').waitFor()
      t.strictSame(await smallTargets(page), [])
      await takeScreenshot(page, 'staff-settings-plain')
      const banner = page.getByRole('banner').locator('.logo')
      const preview = page.locator('#preview .face .logo')
      await eventually('the logo', async () => {
        await page.goto(at)
        // Navigation and preview read the organization separately.
        return (await banner.count()) === 1 && (await preview.count()) === 1
      })
      t.equal((await call('GET', '/organization')).body.logo.state, 'READY')
      const { backgroundColor } = await banner.evaluate((each) =>
        (globalThis as unknown as Styles).getComputedStyle(each),
      )
      t.equal(backgroundColor, 'rgb(255, 255, 255)', 'dark text on paper')
      t.strictSame(faults, [])
    },
  )
})
