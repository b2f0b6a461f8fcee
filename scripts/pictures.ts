// Takes the pictures of docs/pages: each page on a phone and a desktop, in light and dark, with a full day's data.
// `pnpm pictures board calendar` takes these two.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endProcess, freePort } from '@mediajobs/local-engines'
import { launchChromium } from '@mediajobs/testing/browser/chromium'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { openTimes } from './demo/client-browser.ts'
import { connect, play, waitForPreviews } from './demo/play.ts'
import { openReceiver } from './demo/receiver.ts'
import type { DevFile } from './dev/data-folder.ts'
import { fillDay } from './pictures/full-day.ts'
import { deliverUnpaid, planTravel, publishWebsite, signInCustomer } from './pictures/jobs.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PICTURES = join(ROOT, 'docs/pages')
const PHOTOS = 24
const START_LIMIT_MS = 120_000
const VIEWPORTS = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desk: { viewport: { width: 1440, height: 900 } },
}
const SCHEMES = ['light', 'dark'] as const
/** Names of pictures. Default: all. */
const wanted = process.argv.slice(2)

interface Picture {
  name: string
  url: string
  /** A session; none for clients. */
  session?: string
  /** The cookie of a signed-in customer. */
  client?: string
  /** Steps before the screenshot. */
  prepare?: (page: Page) => Promise<void>
  /** Whether its steps count toward a network's limit of 60 calls a minute to links and forms. */
  isCounted?: boolean
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(join(tmpdir(), 'mediajobs-pictures-'))
await using endings = new AsyncDisposableStack()
endings.defer(() => rm(folder, { recursive: true, force: true }))
const dev = await startDev()
const service = connect(dev.apiUrl, dev.apiKey)
const receiver = await openReceiver(service.manager, () => {})
endings.defer(() => receiver.close())
const { technician } = await fillDay(service)
const { projectId, customerId, deliveryUrl, deliveryToken, ...ordered } = await play(
  service,
  PHOTOS,
  say,
)
await waitForPreviews(service, deliveryToken, say)
const unpaid = await deliverUnpaid(service, customerId)
await planTravel(service, technician)
const website = await publishWebsite(service, projectId)
const { accessToken } = technician
const home = `${dev.apiUrl}/app/${dev.organizationId}`
const staff = (name: string, path: string, session = dev.accessToken): Picture => ({
  name,
  url: `${home}/${path}`,
  session,
})
const my = `${dev.apiUrl}/my/${dev.organizationId}`
const client = await signInCustomer(service, customerId, dev)
const clientPages: Picture[] = [
  { name: 'my', url: my, client },
  { name: 'my-sign-in', url: my },
  { name: 'delivery', url: deliveryUrl },
  { name: 'delivery-photo', url: `${deliveryUrl}#photo-2` },
  { name: 'locked', url: unpaid.deliveryUrl },
  { name: 'pay', url: unpaid.payUrl },
  { name: 'book', url: ordered.bookUrl, prepare: openTimes, isCounted: true },
  { name: 'order', url: ordered.orderUrl },
  { name: 'site', url: website.brandedUrl },
  { name: 'site-contact', url: `${website.brandedUrl}#contact` },
  { name: 'tour', url: website.unbrandedUrl },
  { name: 'sign-in', url: `${dev.apiUrl}/app/sign-in` },
]
const staffPages: Picture[] = [
  staff('board', 'board'),
  staff('board-list', 'board?view=list'),
  staff('calendar', 'calendar'),
  staff('calendar-technicians', 'calendar?view=technicians'),
  staff('today', 'today', accessToken),
  staff('project', `projects/${projectId}`),
  staff('website', `projects/${projectId}/website`),
  staff('booking', 'projects/new'),
  staff('customers', 'customers'),
  staff('customer', `customers/${customerId}`),
  staff('reports', 'reports?period=quarter'),
  staff('people', 'people'),
  staff('catalogue', 'catalogue/packages'),
  staff('orders', 'orders'),
  staff('order-form', `order-forms/${ordered.formId}`),
  staff('settings', 'settings'),
  staff('settings-payments', 'settings#payments'),
  staff('travel-zones', 'settings/travel-zones'),
  staff('time-off', `people/${technician.userId}/time-off`),
  staff('invoice', `projects/${unpaid.projectId}/invoices/${unpaid.invoiceId}`),
  staff('deliveries', 'developers/deliveries'),
  staff('events', 'developers/events/types'),
  staff('webhooks', 'developers/webhooks'),
  staff('keys', 'developers/keys'),
]
await mkdir(PICTURES, { recursive: true })
const browser = await launchChromium()
endings.defer(() => browser.close())
for (const picture of clientPages) await takeAll(picture)
await askForChanges()
for (const picture of staffPages) await takeAll(picture)

async function takeAll(picture: Picture): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(picture.name)) return
  for (const place of ['phone', 'desk'] as const) {
    for (const scheme of SCHEMES) await take(browser, picture, place, scheme)
  }
  say(picture.name)
}

/** Requests changes, for the page of a job with an open revision. */
async function askForChanges(): Promise<void> {
  const path = { token: deliveryToken }
  const { media } = await service.anyone.get('/deliveries/{token}', { path })
  const [front, room] = media
  const items = [
    { mediaId: front?.id ?? '', comment: 'Could the sky be bluer?', x: 0.3, y: 0.2 },
    { mediaId: room?.id ?? '', comment: 'A little brighter, please', x: 0.6, y: 0.7 },
  ]
  await service.anyone.post('/deliveries/{token}/request-revision', { path, body: { items } })
}

async function startDev(): Promise<DevFile> {
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(await freePort()),
      // The setup makes a thousand calls in a burst.
      RATE_LIMITS: '5000/1s',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  endings.defer(() => endProcess(child, 'SIGTERM'))
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await pause(500)) {
    const text = await readFile(join(folder, 'dev.json'), 'utf8').catch(() => null)
    if (text !== null) return JSON.parse(text) as DevFile
    if (child.exitCode !== null) break
  }
  throw new Error('dev did not start')
}

/** Opens a page. On a 429, waits and reloads: a network has 600 public calls a minute. */
async function open(page: Page, url: string): Promise<void> {
  let response = await page.goto(url, { waitUntil: 'networkidle' })
  while (response?.status() === 429) {
    await pause(Number(response.headers()['retry-after']) * 1_000)
    // Not `goto`, which only scrolls if the URL has a fragment.
    response = await page.reload({ waitUntil: 'networkidle' })
  }
}

async function take(
  browser: Browser,
  { name, url, session, client, prepare, isCounted }: Picture,
  place: keyof typeof VIEWPORTS,
  colorScheme: (typeof SCHEMES)[number],
): Promise<void> {
  const context = await browser.newContext({
    ...VIEWPORTS[place],
    colorScheme,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  })
  if (session) await context.addCookies([{ name: 'session', value: session, url: dev.apiUrl }])
  if (client) await context.addCookies([{ name: 'client', value: client, url: dev.apiUrl }])
  const page = await context.newPage()
  if (isCounted) await pause(20_000)
  await open(page, url)
  await prepare?.(page)
  const png = await page.screenshot()
  const path = join(PICTURES, `${name}-${place}-${colorScheme}.webp`)
  await sharp(png).webp({ quality: 80 }).toFile(path)
  await context.close()
}
