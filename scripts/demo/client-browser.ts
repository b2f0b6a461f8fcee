// The client's actions on a phone, in a real browser.
import { stat } from 'node:fs/promises'
import type { Client as Caller, Schemas } from '@mediajobs/client'
import { launchChromium, whyNoChromium } from '@mediajobs/testing/browser/chromium'
import type { Page } from 'playwright-core'
import { DemoError } from './receiver.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const PAID_LIMIT_MS = 60_000
const PREPARED_LIMIT_MS = 300_000

/**
 * Opens a locked delivery, pays at the payment emulator of `dev`, and downloads.
 *
 * @returns whether it was paid; prints the reason if not
 */
export async function payAndDownload(
  deliveryUrl: string,
  say: (line: string) => void,
): Promise<boolean> {
  const missing = whyNoChromium()
  if (missing) {
    say(missing)
    return false
  }
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ ...PHONE, locale: 'en-US' })
    await page.goto(deliveryUrl)
    await page.getByRole('link', { name: /^Pay/ }).tap()
    if (!(await pay(page, say))) return false
    await page.goto(deliveryUrl)
    say('unlocked    by the payment')
    await download(page, say)
    return true
  } finally {
    await browser.close()
  }
}

async function pay(page: Page, say: (line: string) => void): Promise<boolean> {
  const button = page.getByRole('button', { name: /^Pay \$/ })
  await page.waitForURL('**/pay/**')
  const payUrl = new URL(page.url())
  if ((await button.count()) === 0) {
    say('no payment provider is connected')
    return false
  }
  await button.tap()
  await page.waitForURL((url) => url.origin !== payUrl.origin)
  // Never pays at a real provider.
  if (!/^(?:127\.|localhost$)/.test(new URL(page.url()).hostname)) {
    say(`not paying at ${page.url()}: it isn't dev's emulator`)
    return false
  }
  say(`the client pays by card: ${page.url()}`)
  await button.tap()
  await page.waitForURL((url) => url.origin === payUrl.origin)
  await page.getByText('Thank you!').waitFor({ timeout: PAID_LIMIT_MS })
  return true
}

async function download(page: Page, say: (line: string) => void): Promise<void> {
  const save = page.locator('#save')
  if ((await save.count()) === 0) {
    say('the download is being prepared')
    // The page reloads itself.
    await save.waitFor({ state: 'attached', timeout: PREPARED_LIMIT_MS }).catch(() => {
      throw new DemoError('The download is not ready: is a media process running?')
    })
  }
  await page.getByRole('link', { name: 'Download' }).tap()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download/ }).tap(),
  ])
  const { size } = await stat(await file.path())
  say(`the client downloads ${file.suggestedFilename()}: ${Math.round(size / 1_000)} kB`)
}

type OrderForm = Schemas['OrderForm']

interface Service {
  manager: Caller
  anyone: Caller
}

interface Client {
  name: string
  email: string
}

const ADDRESS = { addressLine1: '12 Main Street', city: 'Springfield' }
const DAYS_MS = 14 * 86_400_000

/**
 * Books with the studio's order form: in a browser if available, otherwise through the API.
 *
 * @returns the confirmed order and its page
 */
export async function bookAsClient(
  service: Service,
  form: OrderForm,
  client: Client,
  say: (line: string) => void,
): Promise<{ order: Schemas['Order']; orderUrl: string }> {
  const missing = whyNoChromium()
  if (missing) say(missing)
  const orderUrl = missing ? await bookByApi(service, form, client) : await bookOnPage(form, client)
  const { data } = await service.manager.get('/orders', { query: { formId: form.id, limit: 1 } })
  const [order] = data
  if (!order) throw new Error("the order wasn't created")
  return { order, orderUrl }
}

/** Goes from the first step to the times. */
export async function openTimes(page: Page): Promise<void> {
  const go = page.locator('.dock .go')
  await page.getByLabel('Street address').fill(ADDRESS.addressLine1)
  await page.getByLabel('City').fill(ADDRESS.city)
  await go.click()
  await heading(page, 'What do you need?').waitFor()
  await go.click()
  await heading(page, 'When should we come?').waitFor()
  // The first day may have a single time, and the first time of all may meanwhile be too soon to book.
  await page.locator('.days fieldset:visible .chip').last().click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

async function bookOnPage({ bookUrl }: OrderForm, { name, email }: Client): Promise<string> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ ...PHONE, locale: 'en-US' })
    const go = page.locator('.dock .go')
    await page.goto(bookUrl)
    await openTimes(page)
    await go.tap()
    await heading(page, 'Almost done').waitFor()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Email').fill(email)
    await go.tap()
    await page.waitForURL('**/orders/**')
    return page.url()
  } finally {
    await browser.close()
  }
}

async function bookByApi({ anyone }: Service, form: OrderForm, customer: Client): Promise<string> {
  const path = { publicId: form.publicId }
  const selection = { packageId: form.packageIds[0] ?? null }
  const now = Date.now()
  const query = {
    from: new Date(now).toISOString(),
    to: new Date(now + DAYS_MS).toISOString(),
    packageId: selection.packageId ?? '',
  }
  const { data } = await anyone.get('/book/{publicId}/slots', { path, query })
  // Not the first, which may pass its notice meanwhile.
  const startsAt = data.at(-1)?.startsAt ?? null
  const { holdToken } = await anyone.post('/book/{publicId}/holds', {
    path,
    body: { startsAt, selection },
  })
  const { orderToken } = await anyone.post('/book/{publicId}/orders', {
    path,
    body: { holdToken, selection, address: ADDRESS, customer },
  })
  return new URL(`/orders/${orderToken}`, form.bookUrl).href
}
