// A job's life cycle through the pages, by mouse, with a screenshot of each step. docs/contract.md#c12-booking
// docs/contract.md#c12-project docs/contract.md#c12-developers

import { openFixture } from '@mediajobs/dispatcher/testing'
import { openMediaFixture } from '@mediajobs/media/testing'
import { openBrowser, takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { noisy } from '@mediajobs/testing/media/pictures'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { openSite } from '../support/open-site.ts'

const ADDRESS = '48 Alder Ridge Road'

const skip = whyNoChromium() ?? false

t.test('a job goes from booking to payment using only pages', { skip }, async (t) => {
  const studio = await openStudio(t)
  const { frame, org, call } = studio
  const manager = await studio.open(VIEWPORTS.desktop)
  await signIn(manager, studio.url, org)
  await frame(manager, 'board-without-jobs')
  await sellPackage(manager, frame)
  await addWebhook(manager, studio.receiver.url, frame)
  await book(manager, frame)
  const project = manager.url()
  const projectId = project.split('/').at(-1)?.split('?')[0] ?? ''
  await assign(manager, frame)
  await shoot(await studio.open(VIEWPORTS.phone, studio.technician), frame)
  await manager.reload()
  await click(manager, 'button', 'Start editing')
  await isNow(manager, 'Editing')
  await edit(await studio.open(VIEWPORTS.desktop, studio.editor), frame)

  await studio.finished()
  await manager.reload()
  await frame(manager, 'project-with-files')
  const client = await studio.open(VIEWPORTS.phone)
  await client.goto(await deliver(manager, frame, 'first'))
  await askForChanges(client, frame)
  await workOff(manager, frame)
  await client.goto(await deliver(manager, frame, 'second'))
  await approve(client, frame)
  await bill(manager, frame)
  t.match((await call('GET', `/projects/${projectId}/delivery`)).body, { state: 'APPROVED' })

  await studio.settled()
  await readDeliveries(manager, frame)
  const sent = new Set(studio.receiver.requests.map(({ body }) => JSON.parse(`${body}`).event))
  for (const event of [
    'PROJECT_CREATED',
    'REVISION_REQUESTED',
    'DELIVERY_APPROVED',
    'INVOICE_PAID',
  ])
    t.ok(sent.has(event), `${event} was sent`)
})

type Frame = ReturnType<typeof openFilm>
type Role = 'button' | 'link' | 'checkbox' | 'radio'

const click = (page: Page, role: Role, name: string | RegExp) =>
  page.getByRole(role, { name }).first().click()
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Waits until a job's page shows the status. */
const isNow = (page: Page, status: string) =>
  page.locator('#facts .status', { hasText: status }).waitFor()

/** A service with all its processes, and an organization's people. */
async function openStudio(t: Test) {
  const site = await openSite(t)
  const { databaseUrl, dispatch, settled } = await openFixture(t)
  const deliveryBaseUrl = `${site.url}/deliveries`
  const fixture = await openMediaFixture(t, { databaseUrl, deliveryBaseUrl })
  const { api, org, call } = fixture
  site.lead(api.url)
  await Promise.all([dispatch(), fixture.startMedia()])
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const person = async (role: 'TECHNICIAN' | 'EDITOR', name: string) => {
    const member = await api.createMember(org, role)
    await call('PATCH', `/users/${member.userId}`, { name })
    return member
  }
  const technician = await person('TECHNICIAN', 'Tess Tripod')
  const editor = await person('EDITOR', 'Eddie Curves')
  const browser = await openBrowser(t)

  async function open(viewport: { width: number; height: number }, who?: typeof technician) {
    const context = await browser.newContext({ viewport, hasTouch: true })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => t.fail(String(error.stack)))
    if (!who) return page
    await context.addCookies([{ name: 'session', value: await who.token(), url: site.url }])
    await page.goto(`${site.url}/app/${org.organizationId}/today`)
    return page
  }
  const { finished } = fixture
  return {
    frame: openFilm(),
    url: site.url,
    org,
    call,
    receiver,
    technician,
    editor,
    open,
    settled,
    finished,
  }
}

async function signIn(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
) {
  await page.goto(`${url}/app/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await click(page, 'button', 'Sign in')
  await page.getByRole('heading', { name: 'Board' }).waitFor()
}

async function sellPackage(page: Page, frame: Frame): Promise<void> {
  await click(page, 'link', 'Catalog')
  await click(page, 'link', 'Add a package')
  await page.getByLabel('Name').fill('Gold: forty photos and a video')
  await page.locator('#priceAmount').fill('299')
  await page.getByLabel('Currency').fill('USD')
  await page.getByLabel('Shoot length in minutes').fill('90')
  await frame(page, 'package')
  await click(page, 'button', /Save|Add/)
  await says(page, 'Added.')
}

async function addWebhook(page: Page, url: string, frame: Frame): Promise<void> {
  await click(page, 'link', 'Developers')
  await click(page, 'link', 'Add a webhook')
  await page.getByLabel('Receiver URL').fill(url)
  for (const each of await page.getByRole('checkbox').all()) await each.check()
  await frame(page, 'webhook')
  await click(page, 'button', 'Add')
  await says(page, 'Webhook added')
  await frame(page, 'webhook-secret')
}

async function book(page: Page, frame: Frame): Promise<void> {
  await click(page, 'link', 'Board')
  await click(page, 'link', 'New booking')
  await page.getByLabel('Street and number').fill(ADDRESS)
  await page.getByLabel('City').fill('Pasadena')
  await page.getByText('Apartment, state, country').click()
  await page.getByLabel('State or region').fill('CA')
  // Minutes before midnight, so it's never late.
  await page.getByLabel('Date and time').fill(`${new Date().toISOString().slice(0, 10)}T23:59`)
  await click(page, 'radio', 'A new customer')
  await page.getByLabel('Name', { exact: true }).fill('Ann Agent')
  await page.getByLabel('Email', { exact: true }).fill('ann@agents.test')
  await page.getByLabel('Phone', { exact: true }).fill('+1 626 555 0100')
  await click(page, 'radio', /Gold/)
  await page.getByLabel('Notes').fill('Ring twice.\nThe dog is friendly.')
  await page.locator('#quote').getByText('$299.00').first().waitFor()
  await frame(page, 'booking')
  await click(page, 'button', 'Save as pending')
  await says(page, 'Job created.')
  await frame(page, 'booked')
}

async function assign(page: Page, frame: Frame): Promise<void> {
  await click(page, 'link', 'Board')
  await page.locator('.moves > summary').click()
  await frame(page, 'board')
  await click(page, 'button', 'Booked')
  await says(page, /moved to Booked/i)
  await click(page, 'link', 'Calendar')
  await frame(page, 'calendar')
  await click(page, 'link', new RegExp(ADDRESS))
  for (const [fact, label] of [
    ['technician', 'Tess Tripod'],
    ['editor', 'Eddie Curves'],
  ] as const) {
    await click(page, 'link', `Change ${fact}`)
    const row = page.locator(`#fact-${fact}`)
    await row.getByRole('combobox').selectOption({ label })
    await row.getByRole('button', { name: 'Save' }).click()
    await row.locator('.said', { hasText: label }).waitFor()
  }
  await frame(page, 'assigned')
  // A technician can't: they may only mark a shoot as done.
  await click(page, 'button', 'Start shooting')
  await isNow(page, 'Shooting')
}

async function shoot(page: Page, frame: Frame): Promise<void> {
  await frame(page, 'today')
  await click(page, 'link', 'Upload')
  const colours = ['#c96', '#7a9', '#69c', '#a7a', '#b95']
  const files = colours.map(async (tint, n) => ({
    name: `room ${n + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await noisy(1_500, 1_000).tint(tint).jpeg().toBuffer(),
  }))
  await page.locator('#files').setInputFiles(await Promise.all(files))
  await page.getByRole('button', { name: 'Upload 5 files' }).waitFor()
  await frame(page, 'upload-chosen')
  await click(page, 'button', 'Upload 5 files')
  await page.locator('#sum').getByText('All 5 files uploaded.').waitFor()
  await frame(page, 'uploaded')
  await click(page, 'link', 'Today')
  await click(page, 'button', 'Shooting done')
  await says(page, 'Moved to Uploaded.')
  await page.context().close()
}

async function edit(page: Page, frame: Frame): Promise<void> {
  await frame(page, 'editing')
  await click(page, 'link', new RegExp(ADDRESS))
  await click(page, 'button', 'Editing done')
  await isNow(page, 'In review')
  await frame(page, 'edited')
  await page.context().close()
}

/** Returns the link for the client. */
async function deliver(page: Page, frame: Frame, name: string): Promise<string> {
  await page.locator('main').getByRole('link', { name: 'Deliver…' }).click()
  await page.getByLabel('Message for the client').fill('Enjoy the pictures')
  await frame(page, `preview-${name}`)
  await click(page, 'button', 'Deliver to the client')
  await says(page, 'Waiting for the client')
  await frame(page, `delivered-${name}`)
  return page.getByRole('textbox', { name: 'Client link' }).inputValue()
}

async function askForChanges(page: Page, frame: Frame): Promise<void> {
  await frame(page, 'client')
  await page.locator('[data-id] a:not(.select)').first().click()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.locator('.frame img').first().click()
  await page.keyboard.type('Remove the cable')
  await frame(page, 'client-comment', { fullPage: false })
  await click(page, 'button', 'Done')
  await page.keyboard.press('Escape')
  await frame(page, 'client-asks')
  await click(page, 'button', 'Request changes')
  await says(page, 'You asked for')
  await frame(page, 'client-asked')
}

async function workOff(page: Page, frame: Frame): Promise<void> {
  await page.reload()
  await frame(page, 'changes')
  await page.getByLabel('Answer to the client').fill('It is gone')
  await click(page, 'button', /^Done$/)
  await says(page, /all answered/)
  await frame(page, 'changes-answered')
  await click(page, 'button', 'Editing done')
  await isNow(page, 'In review')
}

async function approve(page: Page, frame: Frame): Promise<void> {
  await click(page, 'link', 'Approve')
  await click(page, 'button', 'Approve')
  await says(page, 'You approved this delivery on')
  await frame(page, 'client-approved')
  await page.context().close()
}

async function bill(page: Page, frame: Frame): Promise<void> {
  await page.reload()
  await click(page, 'button', 'Draft invoice')
  await page.getByRole('button', { name: 'Send invoice' }).waitFor()
  await frame(page, 'invoice-draft')
  await click(page, 'button', 'Send invoice')
  await page.locator('summary', { hasText: 'Record payment' }).click()
  await page.getByLabel('Paid by').fill('Bank transfer')
  await frame(page, 'invoice-sent')
  await click(page, 'button', 'Record payment')
  await page.locator('#invoice').getByText('Paid', { exact: true }).first().waitFor()
  await frame(page, 'finished')
  await click(page, 'link', 'Open and print')
  await page.getByRole('button', { name: 'Print' }).waitFor()
  await frame(page, 'invoice')
  await page.emulateMedia({ media: 'print' })
  await frame(page, 'invoice-on-paper')
  await page.emulateMedia({ media: 'screen' })
}

async function readDeliveries(page: Page, frame: Frame): Promise<void> {
  await click(page, 'link', 'Developers')
  await frame(page, 'deliveries')
  await click(page, 'link', /INVOICE_PAID/)
  await says(page, /Attempt 1 · 200/)
  await frame(page, 'delivery')
}

/** Takes numbered screenshots of a story: `.data/screenshots/film/03-board-390.png`. */
function openFilm() {
  let taken = 0
  return async function frame(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
    taken += 1
    const own = page.viewportSize() ?? VIEWPORTS.desktop
    const number = String(taken).padStart(2, '0')
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport)
      await takeScreenshot(page, `film/${number}-${name}-${viewport.width}`, fullPage)
    }
    await page.setViewportSize(own)
  }
}
