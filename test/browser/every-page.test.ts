// docs/contract.md#c12-policy: follows every link and presses every button in a browser, with archives and files on other
// origins, as in an installation.

import { ROLES } from '@mediajobs/domain'
import { openMediaFixture } from '@mediajobs/media/testing'
import { openBrowser, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { startDispatcher } from '@mediajobs/testing/service/process'
import type { BrowserContext } from 'playwright-core'
import t, { type Test } from 'tap'
import { openFrontProxy } from '../support/front-proxy.ts'
import { type FoundForm, type Outcome, patternOf, watchedPage } from '../support/open-pages.ts'
import { CSV, pagesStudio } from '../support/pages-studio.ts'

type Watched = Awaited<ReturnType<typeof watchedPage>>

/** Visits per URL pattern by administrators and clients; the bounds of pages and forms per person. */
const [VISITS, MAX_PAGES, MAX_FORMS] = [2, 220, 150]
/** Irreversible, so pressed last, before the sign-out. */
const FINAL = /\/(delete|revoke|end|archive|void|active|off|deliver|deactivate|cancel|approve)$/
const LAST = ['/app/account/password', '/app/sign-out']
/** Always refused: the password or token is made up. */
const UNKNOWN = /\/(?:password|sign-in|invitations|password-resets)$/
/** Forms refused because of this studio's records, each with the test in which it works. */
const REFUSED_HERE: readonly [RegExp, string][] = [
  [/\/deliveries\/resend/, 'test/browser/staff-developers.test.ts: deliveries that failed'],
  [/\/deliveries\/\{id\}\/retry/, 'test/browser/staff-developers.test.ts: a delivery that failed'],
  [
    /\/invoices\/\{id\}\/void/,
    'apps/api/test/pages/staff-project.test.ts: an invoice that was sent',
  ],
  [
    /\/customers\/\{id\}\/delete/,
    'apps/api/test/pages/staff-customers.test.ts: a customer without projects',
  ],
  [
    /\/catalogue\/discounts\//,
    'apps/api/test/pages/staff-catalogue.test.ts: a percentage has no currency',
  ],
  [/\/board\/assign/, 'test/browser/staff-board.test.ts: jobs that were chosen'],
  [
    /\/invoices\/\{id\}\/pay-link/,
    'apps/api/test/pages/staff-ledger.test.ts: an invoice awaiting payment',
  ],
  [
    /\/settings\/payments/,
    'apps/api/test/pages/staff-payment-account.test.ts: a key that the provider accepts',
  ],
  [
    /\/settings\/travel-zones\/new/,
    'apps/api/test/organization/travel-zones.test.ts: a zone has postal codes or a place',
  ],
  [
    /\/projects\/\{id\}\/cancel/,
    'apps/api/test/pages/staff-plan.test.ts: a job that was never delivered',
  ],
  [/\/projects\/\{id\}\/charge/, 'apps/api/test/pages/staff-project.test.ts: an amount'],
  [/\/website\? next/, 'test/browser/staff-website.test.ts: a job that was delivered'],
  [/\/developers\/webhooks\?/, 'test/browser/film-strip.test.ts: a host that resolves'],
]
/** An earlier press may have changed the record, so one may be refused: the form must work for someone. */
const PRESSED = new Set([200, 201, 204, 303, 400, 409, 412])
const CSV_FILE = /^.*\/reports\/\w+\.csv/
/** Links to apps and maps, which aren't opened. */
const ELSEWHERE =
  /^(?:tel:|mailto:|sms:|webcals?:|geo:|https:\/\/(?:www\.google\.com|maps\.apple\.com)\/)/

t.test(
  'every page, button and download works as installed [c12-policy]',
  { skip: whyNoChromium() ?? false },
  async (t) => {
    const [site, archives] = [await openFrontProxy(t), await openFrontProxy(t)]
    const fixture = await openMediaFixture(t, {
      deliveryBaseUrl: `${site.url}/deliveries`,
      mediaBaseUrl: archives.url,
    })
    const media = await fixture.startMedia()
    await startDispatcher(t, fixture.api.databaseUrl)
    site.lead({ api: fixture.api.url, media: 'http://127.0.0.1:1' })
    archives.lead({ media: media.url })
    const browser = await openBrowser(t)
    /** Whether a form has worked for anyone. */
    const worked = new Map<string, boolean>()
    const own = new Set([site.url, archives.url, new URL(fixture.objectStore.cdnUrl('x')).origin])

    async function everything(
      t: Test,
      context: BrowserContext,
      starts: readonly string[],
      { how = '', visits = 1 } = {},
    ) {
      const watched = await watchedPage(context, CSV)
      const forms = await followAll(t, watched, newFrontier(starts, visits))
      t.ok(forms.length < MAX_FORMS, `${forms.length} forms`)
      // test/crawl/crawl.test.ts checks that a role may press what it sees.
      const isNew = (form: FoundForm) => !worked.get(`${nameOf(form)}${how}`)
      for (const form of forms.filter(isNew).toSorted((a, b) => rankOf(a) - rankOf(b))) {
        const name = nameOf(form)
        const outcome = await watched.press(form)
        record(form, how, outcome)
        if (outcome === 'gone') t.comment(`an earlier press removed it: ${name}`)
        else if (outcome === 'nothing') t.fail(`nothing happens: ${name}`)
        else if (outcome.saved) await expectSame(t, context, outcome, name)
        else {
          const isUnknown = outcome.status === 401 && UNKNOWN.test(new URL(form.to).pathname)
          t.ok(isUnknown || PRESSED.has(outcome.status ?? 0), `${name}: ${outcome.status}`)
        }
        const problems = watched.takeProblems().filter((each) => !/^4(00|09|12): /.test(each))
        t.strictSame(problems, [], name)
      }
    }

    function record(form: FoundForm, how: string, outcome: Outcome | 'nothing' | 'gone') {
      if (UNKNOWN.test(new URL(form.to).pathname)) return
      const name = `${nameOf(form)}${how}`
      const status = typeof outcome === 'string' ? 0 : (outcome.status ?? 200)
      const hasWorked = (status >= 200 && status < 400) || worked.get(name) === true
      worked.set(name, hasWorked)
    }

    /** Opens every reachable page. Returns their forms, without duplicates. */
    async function followAll(t: Test, watched: Watched, frontier: Frontier) {
      const found: FoundForm[] = []
      for (let url = frontier.next(); url !== undefined; url = frontier.next()) {
        const { forms, links } = await look(t, watched, url)
        for (const form of forms) found.push({ ...form, pages: [url] })
        const [inside, outside] = split(links, (link) => own.has(new URL(link).origin))
        for (const link of inside) frontier.add(link)
        for (const link of outside) t.match(link, ELSEWHERE, 'external links are expected by name')
      }
      t.ok(frontier.opened() < MAX_PAGES, `${frontier.opened()} pages`)
      return [...Map.groupBy(found, nameOf).values()].flatMap(([first, ...others]) =>
        first ? [{ ...first, pages: [first, ...others].flatMap(({ pages }) => pages) }] : [],
      )
    }

    /** Opens a URL. Returns the page's links and forms; none outside this site. */
    async function look(t: Test, watched: Watched, url: string) {
      const name = patternOf(url)
      const outcome = await watched.open(url)
      if (outcome.saved) await expectSame(t, watched.page.context(), outcome, name)
      else t.equal(outcome.status, 200, name)
      t.strictSame(watched.takeProblems(), [], name)
      if (outcome.saved || new URL(url).origin !== site.url) return { forms: [], links: [] }
      const found = await watched.find()
      t.strictSame(found.lost, [], `parts of ${name}`)
      return found
    }

    const people = [
      ...ROLES.map((role) => ({ role, javaScriptEnabled: true })),
      { role: 'ADMIN', javaScriptEnabled: false } as const,
    ]
    for (const { role, javaScriptEnabled } of people) {
      const how = javaScriptEnabled ? '' : ', without JavaScript'
      await t.test(`the pages of ${role}${how}`, async (t) => {
        const { person, organizationId, projects } = await pagesStudio(fixture, role)
        const context = await browser.newContext({ viewport: VIEWPORTS.desktop, javaScriptEnabled })
        t.teardown(() => context.close())
        const cookie = { name: 'session', value: await person.token(), url: site.url }
        await context.addCookies([{ ...cookie, httpOnly: true }])
        const at = `${site.url}/app/${organizationId}`
        const starts = [`${site.url}/app`, at, ...projects.map((id) => `${at}/projects/${id}`)]
        await everything(t, context, starts, {
          how,
          visits: role === 'ADMIN' && javaScriptEnabled ? VISITS : 1,
        })
      })
    }

    for (const javaScriptEnabled of [true, false]) {
      const how = javaScriptEnabled ? 'with' : 'without'
      await t.test(`client pages and sign-in pages, ${how} JavaScript`, async (t) => {
        const { tokens } = await pagesStudio(fixture, 'MANAGER')
        const context = await browser.newContext({ viewport: VIEWPORTS.phone, javaScriptEnabled })
        t.teardown(() => context.close())
        const links = tokens.map((token) => `${site.url}/deliveries/${token}`)
        const how = javaScriptEnabled ? '' : ', without JavaScript'
        await everything(t, context, [...links, `${site.url}/app/sign-in`], {
          how,
          visits: VISITS,
        })
      })
    }

    await t.test('every form works for someone', async (t) => {
      const never = [...worked].flatMap(([name, hasWorked]) => (hasWorked ? [] : name))
      t.strictSame(
        never.filter((name) => !REFUSED_HERE.some(([form]) => form.test(name))),
        [],
      )
    })
  },
)

/** The URLs to open: all starts, and the first few of each URL pattern. */
type Frontier = ReturnType<typeof newFrontier>

function newFrontier(starts: readonly string[], most: number) {
  const waiting = [...starts]
  const known = new Set<string>(starts)
  const visits = new Map<string, number>()
  let opened = 0
  return {
    next() {
      if (waiting.length > 0) opened += 1
      return waiting.shift()
    },
    add(link: string) {
      const [address = ''] = link.split('#')
      const kind = kindOf(address)
      const count = visits.get(kind) ?? 0
      if (known.has(address) || count >= most) return
      known.add(address)
      visits.set(kind, count + 1)
      waiting.push(address)
    },
    opened: () => opened,
  }
}

/** The URL pattern; for a report's CSV file, without its parameters. */
function kindOf(address: string): string {
  const pattern = patternOf(address)
  return CSV_FILE.exec(pattern)?.[0] ?? pattern
}

function split<Each>(all: readonly Each[], isFirst: (each: Each) => boolean): [Each[], Each[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))]
}

function nameOf({ method, to, name }: Omit<FoundForm, 'pages'>): string {
  return `${method} ${patternOf(to)} ${name}`
}

/** The order of presses, lowest first. */
function rankOf({ to }: FoundForm): number {
  const { pathname } = new URL(to)
  return LAST.indexOf(pathname) + 1 || (FINAL.test(pathname) ? 0.5 : 0)
}

/** Compares a saved file with what a program downloads from its address. */
async function expectSame(
  t: Test,
  context: BrowserContext,
  { saved, savedFrom = '' }: { saved?: Buffer; savedFrom?: string },
  name: string,
): Promise<void> {
  t.ok(saved && saved.length > 0, `${name} saves a file`)
  const response = await context.request.get(savedFrom)
  // The response to a POST can't be fetched again, so only its rows are compared.
  if (response.status() === 200 && !/html/.test(response.headers()['content-type'] ?? '')) {
    t.ok(saved?.equals(await response.body()), `${name} saves what is sent`)
  } else t.match(String(saved), /row-2/, `${name} saves the refused row`)
}
