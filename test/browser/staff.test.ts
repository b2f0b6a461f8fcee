// docs/contract.md#c12-accessible docs/contract.md#c12-invitation docs/contract.md#c12-same-origin

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageWeight } from '@mediajobs/testing/api/pages'
import { newEmail, peopleOf } from '@mediajobs/testing/api/people'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { staffInBrowser } from '@mediajobs/testing/browser/staff-pages'
import { eventually } from '@mediajobs/testing/eventually'
import type { BrowserContext, Page } from 'playwright-core'
import t from 'tap'

const MAX_PAGE_BYTES = 30 * 1_024
const DAY = '2026-05-01'

/** Each width in each color scheme. */
const LOOKS = Object.entries(VIEWPORTS).flatMap(([width, viewport]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${width}-${colorScheme}`,
    viewport,
    colorScheme,
  })),
)

/** A page's problems; `overflow` is in pixels. */
async function inspect(page: Page, url: string) {
  const errors: string[] = []
  page.on('console', (each) => void (each.type() === 'error' && errors.push(each.text())))
  await page.goto(url, { waitUntil: 'load' })
  const problems = await accessibilityProblems(page)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  return { problems, errors, overflow }
}

t.test('staff pages in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, browser } = await staffInBrowser(t)
  const org = await api.createOrg()
  const { call } = org
  await call('PATCH', '/organization', { timeZone: 'America/Los_Angeles', colour: '#7a1fa2' })
  const day = `/app/${org.organizationId}/today?day=${DAY}`

  /** A technician with a password. */
  async function technician() {
    const { body } = await peopleOf(api, org).invite(newEmail(), 'TECHNICIAN')
    const person = { email: body.email as string, password: 'a password of my own' }
    return { ...person, userId: body.id as string, token: body.invitationToken as string }
  }

  async function book(technicianId: string | null, fields: object = {}, status = 'SHOOTING') {
    const { body } = await call('POST', '/projects/create', {
      scheduledTime: `${DAY}T16:30:00Z`,
      addressLine1: '48 Alder Ridge Road',
      city: 'Pasadena',
      estimatedDuration: 90,
      technicianId,
      ...fields,
    })
    return (await call('PATCH', `/projects/${body.id}/status`, { status })).body
  }

  async function signedIn(context: BrowserContext, token: string): Promise<Page> {
    await context.addCookies([{ name: 'session', value: token, url: api.url, httpOnly: true }])
    return context.newPage()
  }

  await t.test('axe-core finds nothing on any page, width and color scheme', async (t) => {
    const { userId } = await technician()
    const { userId: longest } = await technician()
    await call('PATCH', `/users/${longest}`, { name: 'Wilhelmina '.repeat(18).trim() })
    const ann = { name: 'Ann Agent', email: 'ann@agents.test', phone: '+1 626 555 0100' }
    const customerId = (await call('POST', '/customers', ann)).body.id
    await book(userId, { customerId, notes: 'Ring twice.\nThe dog is friendly.' })
    await book(null, { addressLine1: '7 Canyon View', scheduledTime: `${DAY}T19:00:00Z` }, 'BOOKED')
    await book(userId, { addressLine1: '12 Elm', scheduledTime: `${DAY}T22:00:00Z` }, 'CANCELLED')
    const token = await org.token()
    const pages: Record<string, [path: string, token?: string]> = {
      'sign-in': ['/app/sign-in?reason=unsaved'],
      invitation: ['/invitations'],
      account: ['/app/account', token],
      today: [day, token],
      empty: [`/app/${org.organizationId}/today?day=2026-04-01`, token],
      missing: [`/app/${org.organizationId}/nope`, token],
      foreign: ['/app/nope/today', token],
    }
    for (const [name, [path, cookie]] of Object.entries(pages)) {
      const expected = name === 'missing' || name === 'foreign' ? 1 : 0
      for (const look of LOOKS) {
        const context = await browser.newContext(look)
        const page = cookie ? await signedIn(context, cookie) : await context.newPage()
        const { problems, errors, overflow } = await inspect(page, `${api.url}${path}`)
        t.strictSame(problems, [], `${name} ${look.name}`)
        t.equal(overflow, 0, "it isn't wider than the window")
        t.equal(errors.length, expected, errors.join('; '))
        await takeScreenshot(page, `staff-${name}-${look.name}`)
        await context.close()
      }
    }
  })

  await t.test(
    'a technician signs in and marks a shoot as done, using only the keyboard',
    async (t) => {
      const person = await technician()
      const { id } = await book(person.userId)
      const context = await browser.newContext({ viewport: VIEWPORTS.phone })
      const page = await context.newPage()
      await page.goto(`${api.url}/invitations#token=${person.token}`)
      await page.getByLabel('Password').waitFor()
      await page.locator('[name=password]:focus').waitFor()
      await page.keyboard.type(person.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: /^Shoots, / }).waitFor()
      await page.goto(`${api.url}${day}`)
      const press = async (name: string) => {
        const focused = page.locator('button:focus').filter({ hasText: name })
        for (let i = 0; i < 40 && (await focused.count()) === 0; i++) {
          await page.keyboard.press('Tab')
        }
        await page.keyboard.press('Enter')
      }
      await press('Shooting done')
      await page.getByText('Nothing was uploaded for 48 Alder Ridge Road, Pasadena.').waitFor()
      await press('Mark as done')
      await page.getByText('Moved to Uploaded.').waitFor()
      t.equal((await call('GET', `/projects/${id}`)).body.status, 'UPLOADED')
      await page.goBack()
      await page.goto(`${api.url}/app/account`)
      await press('Sign out')
      await page.getByText("You're signed out.").waitFor()
      await page.goBack()
      await page.waitForURL('**/app/sign-in**')
      t.notOk((await context.cookies()).some(({ name }) => name === 'session'))
      await context.close()
    },
  )

  await t.test(
    "an invitation's token is kept neither in the URL nor in the history [c12-invitation]",
    async (t) => {
      const { token } = await technician()
      const asked: string[] = []
      const page = await browser.newPage()
      page.on('request', (request) => void asked.push(request.url() + (request.postData() ?? '')))
      await page.goto(`${api.url}/invitations#token=${token}`)
      await eventually('the token is in the form', () =>
        page.evaluate('document.querySelector("input[name=token]").value !== ""'),
      )
      t.equal(page.url(), `${api.url}/invitations`)
      t.notOk(await page.getByLabel('Invitation').isVisible())
      await page.goto(`${api.url}/app/sign-in`)
      await page.goBack()
      t.notMatch(page.url(), token)
      t.notMatch(asked.join(), token, 'and no request contained it')
      await page.close()
    },
  )

  await t.test('another site can neither submit a form nor embed one', async (t) => {
    const evil = createServer((request, response) => {
      const frame = `<iframe src="${api.url}/app/sign-in"></iframe>`
      const form = `<form method="post" action="${api.url}/app/sign-out"></form>`
      const script = '<script>document.forms[0].submit()</script>'
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html>${request.url === '/frame' ? frame : form + script}`)
    })
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    t.teardown(() => evil.close())
    // A different site than 127.0.0.1, on the same machine.
    const site = `http://localhost:${(evil.address() as AddressInfo).port}`
    const context = await browser.newContext()
    const token = await org.token()
    const page = await signedIn(context, token)
    const [response] = await Promise.all([
      page.waitForResponse(`${api.url}/app/sign-out`),
      page.goto(`${site}/`),
    ])
    t.equal(response.status(), 403)
    await page.getByText('This came from another site').waitFor()
    const live = await api.request('GET', '/auth/sessions/current', { token })
    t.equal(live.status, 200, 'the session is live')
    const refused = page.waitForEvent('console', (each) => /frame-ancestors/.test(each.text()))
    await page.goto(`${site}/frame`)
    await refused
    await context.close()
  })

  await t.test('a page, with style and script, weighs at most 30 kB', async (t) => {
    for (const path of ['/app/sign-in', '/invitations']) {
      const total = Object.values(await pageWeight(api.url, path)).reduce((sum, each) => sum + each)
      t.comment(`${path}: ${total} bytes`)
      t.ok(total <= MAX_PAGE_BYTES, `${path}: ${total} bytes`)
    }
  })
})
