// A job from sign-in to approval, using only the keyboard. docs/contract.md#c12-accessible

import { testApp } from '@mediajobs/testing/api/app'
import { openBrowser, takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import t from 'tap'
import { openSite } from '../support/open-site.ts'

/** A person's pause on each page. A session is limited to 50 calls a second, and a page makes up to 18. */
const LOOK_MS = 400
/** Key presses on one page. */
const MAX_STEPS = 150

/** The accessible name of the focused element. Runs in the browser. */
const FOCUSED = `(() => {
  const { activeElement: each } = document
  const label = each.getAttribute('aria-label') ?? each.labels?.[0]?.textContent
  return (label ?? each.textContent).trim()
})()`

/** Tabs to the element with this name. */
async function goTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < MAX_STEPS; i++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate<string>(FOCUSED)) === name) return
  }
  throw new Error(`the keyboard never reaches “${name}” on ${page.url()}`)
}

async function press(page: Page, name: string): Promise<void> {
  await goTo(page, name)
  await page.waitForTimeout(LOOK_MS)
  await page.keyboard.press('Enter')
}

const skip = whyNoChromium() ?? false

t.test(
  'a job is shot, uploaded, delivered and approved using only the keyboard [c12-accessible]',
  { skip },
  async (t) => {
    const site = await openSite(t)
    const api = await testApp(t, { trustProxy: true, deliveryBaseUrl: `${site.url}/deliveries` })
    site.lead(api.url)
    const org = await api.createOrg()
    const { call } = org
    const { body: project } = await call('POST', '/projects/create', {
      scheduledTime: new Date().toISOString(),
      addressLine1: '48 Alder Ridge Road',
    })
    await call('PATCH', `/projects/${project.id}/status`, { status: 'BOOKED' })

    const context = await (await openBrowser(t)).newContext({ viewport: VIEWPORTS.desktop })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

    await page.goto(`${site.url}/app/sign-in`)
    await goTo(page, 'Email')
    await page.keyboard.type(org.email)
    await goTo(page, 'Password')
    await page.keyboard.type(org.password)
    await page.keyboard.press('Enter')

    await heading('Board')
    await press(page, 'Today')
    await heading(/^Shoots, /)
    await press(page, 'Start shooting')
    await page.getByText('Moved to Shooting.').waitFor()
    await press(page, 'Upload')

    await heading('Upload')
    const photo = sharp({ create: { width: 600, height: 400, channels: 3, background: '#4a7' } })
    const buffer = await photo.jpeg().toBuffer()
    const chooser = page.waitForEvent('filechooser')
    await press(page, 'Choose files')
    await (await chooser).setFiles([
      { name: 'kitchen.jpg', mimeType: 'image/jpeg', buffer },
      { name: 'hall.jpg', mimeType: 'image/jpeg', buffer: Buffer.concat([buffer, buffer]) },
    ])
    await page.getByRole('button', { name: 'Upload 2 files' }).waitFor()
    await press(page, 'Upload 2 files')
    await page.locator('#sum').getByText('All 2 files uploaded.').waitFor()
    await takeScreenshot(page, 'keyboard-uploaded')
    await press(page, 'Go to the job')

    await heading('48 Alder Ridge Road')
    for (const [move, status] of [
      ['Shooting done', 'Uploaded'],
      ['Start editing', 'Editing'],
      ['Editing done', 'In review'],
    ] as const) {
      await press(page, move)
      await page.locator('#facts .status', { hasText: status }).waitFor()
      await page.waitForLoadState()
    }
    t.equal((await call('GET', `/projects/${project.id}`)).body.status, 'IN_REVIEW')
    await press(page, 'Deliver…')
    await page.getByLabel('Message for the client').waitFor()
    await goTo(page, 'Message for the client')
    await page.keyboard.type('Enjoy the pictures')
    await press(page, 'Deliver to the client')
    await page.getByText('Waiting for the client').waitFor()
    await press(page, 'Open it')

    await page.getByText('Enjoy the pictures').waitFor()
    await press(page, 'Approve')
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await press(page, 'Approve')
    await page.getByText('You approved this delivery on').waitFor()
    t.match((await call('GET', `/projects/${project.id}/delivery`)).body, { state: 'APPROVED' })
    await context.close()
  },
)
