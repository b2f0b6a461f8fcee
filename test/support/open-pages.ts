import { readFile } from 'node:fs/promises'
import type { BrowserContext, Download, Page } from 'playwright-core'

/** For a page, a download or a form on a busy machine. */
const WAIT_MS = 20_000
/** The wait before a retry: the crawl is faster than a person, and reaches a session's limits. */
const SLOWED_MS = 10_000
const TRIES = 7
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const TOKEN = /(?<=^\/(?:deliveries|archives|calendars|originals|sites|tours|unsubscribe)\/)[^/?#]+/

// `form.method` is an element in a form with a field of that name.
const METHOD_OF = `(form) => (form.getAttribute('method') ?? 'get').toLowerCase()`

/** The page's links and forms, as the browser resolves them. */
const FIND = `(() => {
  const methodOf = ${METHOD_OF}
  const forms = [...document.forms].flatMap((form) => {
    const buttons = [...form.elements].filter((each) => each.type === 'submit' && !each.ariaHidden)
    return buttons.map((button) => ({
      method: methodOf(form), name: button.name,
      to: button.getAttribute('formaction') ? button.formAction : form.action,
    }))
  })
  const links = [...document.querySelectorAll('a[href]')].map((link) => link.href)
  const lost = [...document.querySelectorAll('a[href^="#"]')]
    .map((link) => link.getAttribute('href').slice(1))
    .filter((id) => id !== '' && document.getElementById(id) === null)
  return { links, forms, lost }
})()`

/**
 * Expands a form, and fills in required fields and those it needs by name. Marks its button.
 *
 * @returns false when the page no longer has the form
 */
const prepare = ({ method, to, name }: FoundForm) => `(() => {
  const methodOf = ${METHOD_OF}
  const path = (url) => new URL(url).pathname.replaceAll(${ID}, '{id}').replace(${TOKEN}, '{token}')
  // The hidden button handles Enter.
  const button = [...document.querySelectorAll('button:not([aria-hidden]), input[type=submit]')].find(
    (each) => each.type === 'submit' && each.form && methodOf(each.form) === '${method}' && each.name === '${name}' &&
      path(each.getAttribute('formaction') ? each.formAction : each.form.action) === path('${to}'))
  if (!button) return false
  const form = button.form
  for (let each = form; each; each = each.parentElement) if (each.tagName === 'DETAILS') each.open = true
  for (const each of form.querySelectorAll('details')) each.open = true
  const samples = {
    email: 'someone-' + Math.random().toString(36).slice(2) + '@pressed.test', number: '1', date: '2026-05-04',
    'datetime-local': '2026-05-04T09:00', time: '09:00', url: 'https://pressed.example/webhooks',
    password: 'a good long password', tel: '+1 626 555 0100',
  }
  const named = {
    currency: 'USD', priceAmount: '10', prefix: /\\S+_\\S+/.exec(form.innerText)?.[0],
    // A discount is a percentage or an amount.
    percentBasisPoints: form.elements.discountAmount?.value ? '' : '10',
  }
  for (const field of form.elements) {
    if (field.value === '' && named[field.name]) field.value = named[field.name]
    if (!field.required || field.value !== '' || field.type === 'file') continue
    if (field.tagName === 'SELECT') field.selectedIndex = field.options.length - 1
    else field.value = samples[field.type] ?? 'Pressed'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const field of form.elements) if (field.required && field.type === 'checkbox') field.checked = true
  const events = [...form.querySelectorAll('[name=events]')]
  if (events.length > 0 && events.every(({ checked }) => !checked)) events[0].checked = true
  form.setAttribute('data-pressed-form', '')
  button.setAttribute('data-pressed', '')
  return true
})()`

interface Found {
  links: string[]
  forms: Omit<FoundForm, 'pages'>[]
  /** Dangling fragment links. */
  lost: string[]
}

/** A button of a form. */
export interface FoundForm {
  /** URLs of the pages that had it. Earlier presses may remove it from some. */
  pages: string[]
  to: string
  method: string
  /** The button's `name` attribute. */
  name: string
}

/** The result of opening a URL or pressing a button. */
export interface Outcome {
  /** `null` for a download. */
  status: number | null
  /** Downloaded bytes. */
  saved?: Buffer
  /** Where they came from. */
  savedFrom?: string
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const LOGO = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }

/** A page that records everything that goes wrong. */
export async function watchedPage(context: BrowserContext, csv: string) {
  const problems: string[] = []
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  page.on('dialog', (dialog) => void dialog.accept())
  page.on('pageerror', ({ message }) => problems.push(`error in a script: ${message}`))
  page.on('console', (message) => {
    // Failed requests are judged by status.
    const isRequest = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRequest)
      problems.push(`${message.text()} ${patternOf(page.url())}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    // Navigations away, and responses saved as files.
    if (why !== 'net::ERR_ABORTED') problems.push(`${why}: ${patternOf(request.url())}`)
  })
  page.on('response', (response) => {
    const { status, request } = { status: response.status(), request: response.request() }
    if (status >= 400 && !request.isNavigationRequest()) {
      problems.push(`${status}: ${request.method()} ${patternOf(response.url())}`)
    }
  })

  async function open(url: string): Promise<Outcome> {
    // Otherwise `goto` would reload the page, and some pages restore their state after a reload.
    if (page.url() === url) await page.goto('about:blank')
    const saving = page.waitForEvent('download').catch(() => null)
    const response = await page.goto(url).catch((error: Error) => {
      if (/Download is starting|net::ERR_ABORTED/.test(error.message)) return null
      throw error
    })
    if (!response) return savedBy(await saving)
    const waitSeconds = Number(response.headers()['retry-after'])
    // Slower, as a person would be.
    if (response.status() === 429 && waitSeconds > 0) {
      await page.waitForTimeout(waitSeconds * 1_000)
      return open(url)
    }
    return { status: response.status() }
  }

  /** Opens the first page that still has the form. Returns false if none does. */
  async function findAgain(form: FoundForm): Promise<boolean> {
    for (const url of form.pages) {
      const { status } = await open(url)
      if (status === 200 && (await hasForm(form))) return true
    }
    return false
  }

  async function hasForm(form: FoundForm): Promise<boolean> {
    if (await page.evaluate(prepare(form))) return true
    // A module may add a form after the page has loaded.
    if (form.method !== 'get') return false
    await page.waitForLoadState('networkidle')
    return page.evaluate(prepare(form))
  }

  const table = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }

  /** Fills in a form and presses its button. */
  async function press(form: FoundForm, tries = TRIES): Promise<Outcome | 'nothing' | 'gone'> {
    if (!(await findAgain(form))) return 'gone'
    const files = page.locator('[data-pressed-form] input[type=file][name]')
    if (await files.count()) {
      const accept = await files.first().getAttribute('accept')
      await files.first().setInputFiles(accept?.includes(LOGO.mimeType) ? LOGO : table)
    }
    const outcome = nextOutcome(page)
    const button = page.locator('[data-pressed]')
    if (await button.isVisible()) await button.click()
    // Hidden until a module shows it.
    else await page.evaluate(`document.querySelector('[data-pressed]').click()`)
    const seen = await outcome
    if (seen?.status !== 429 || tries === 1) return seen ?? 'nothing'
    problems.length = 0
    await page.waitForTimeout(SLOWED_MS)
    return press(form, tries - 1)
  }

  return {
    page,
    open,
    press,
    find: (): Promise<Found> => page.evaluate(FIND),
    /** Problems since the last call. */
    takeProblems: () => problems.splice(0),
  }
}

/** The first of: navigation, download, response to a module's call. `null` if nothing happens. */
async function nextOutcome(page: Page): Promise<Outcome | null> {
  const isCall = (method: string, isNavigation: boolean) => method !== 'GET' && !isNavigation
  let last = 0
  const note = (response: { status(): number; request(): { isNavigationRequest(): boolean } }) => {
    if (response.request().isNavigationRequest()) last = response.status()
  }
  page.on('response', note)
  const outcome = await Promise.any([
    page.waitForEvent('download').then(savedBy),
    page
      // Without a response it's a same-document navigation.
      .waitForEvent('framenavigated', (frame) => frame === page.mainFrame() && last !== 0)
      .then(async () => {
        await page.waitForLoadState('load')
        return { status: last }
      }),
    // A form may be sent to a frame of the page.
    page
      .waitForResponse((response) => {
        const request = response.request()
        const isOfFrame = request.isNavigationRequest() && request.frame() !== page.mainFrame()
        return isCall(request.method(), request.isNavigationRequest() && !isOfFrame)
      })
      .then(async (response) => {
        // The module has updated the page.
        await page.waitForLoadState('networkidle')
        return { status: response.status() }
      }),
  ]).catch(() => null)
  page.off('response', note)
  return outcome
}

async function savedBy(download: Download | null): Promise<Outcome> {
  if (download === null) return { status: 0 }
  return { status: null, saved: await readFile(await download.path()), savedFrom: download.url() }
}

/** An address without ids, token and parameter values. */
export function patternOf(url: string): string {
  const { pathname, searchParams } = new URL(url)
  const path = pathname.replaceAll(ID, '{id}').replace(TOKEN, '{token}')
  return `${path}?${[...new Set(searchParams.keys())].sort()}`
}
