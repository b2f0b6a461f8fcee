// docs/contract.md#c12-client docs/contract.md#c12-accept docs/contract.md#c12-forms

import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { getPage, postForm } from '@mediajobs/testing/api/pages'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })
const studio = await deliveringStudio(api)
const { deliver, addMedia, call, org } = studio

t.test(
  'at the same URL, a browser gets the delivery page, and a program its JSON [c12-accept, c12-old-links]',
  async (t) => {
    const { token } = await deliver({ addressLine1: '48 Alder Ridge Road' })
    const path = `/deliveries/${token}`
    const cases: [accept: string | undefined, isPage: boolean][] = [
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
      ['text/html', true],
      ['application/json;q=0.5, text/html', true],
      ['TEXT/HTML', true],
      ['application/json', false],
      ['text/html;q=0.5, application/json', false],
      ['text/html, application/json', true],
      ['application/json, text/html', false],
      ['text/html;q=0', false],
      ['*/*', false],
      ['application/xhtml+xml', false],
      [undefined, false],
    ]
    for (const [accept, isPage] of cases) {
      const headers = accept === undefined ? {} : { accept }
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(`${api.url}${path}`, { method, headers })
        t.equal(response.status, 200)
        t.match(response.headers.get('content-type'), isPage ? /^text\/html/ : /json/, `${accept}`)
        t.match(response.headers.get('vary'), /\bAccept\b/, 'a cache keeps page and JSON apart')
        t.equal(response.headers.get('cache-control'), 'no-store')
        await response.text()
      }
    }
    const page = await getPage(api.url, path)
    t.match(page.text, '<h1 dir="auto">48 Alder Ridge Road</h1>')
  },
)

t.test(
  'a link previewer that accepts anything gets the page; other programs get the JSON [c12-accept, c12-link-preview]',
  async (t) => {
    const { token } = await deliver()
    const cases: [userAgent: string, accept: string, isPage: boolean][] = [
      ['WhatsApp/2.24.20.89 A', '*/*', true],
      ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', '*/*', true],
      ['TelegramBot (like TwitterBot)', '*/*', true],
      ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', '*/*', true],
      ['WhatsApp/2.24.20.89 A', 'application/json', false],
      ['curl/8.14.1', '*/*', false],
      ['node', '*/*', false],
    ]
    for (const [userAgent, accept, isPage] of cases) {
      const headers = { 'user-agent': userAgent, accept }
      const response = await fetch(`${api.url}/deliveries/${token}`, { headers })
      t.equal(response.status, 200)
      const type = isPage ? /^text\/html/ : /json/
      t.match(response.headers.get('content-type'), type, `${userAgent} ${accept}`)
      t.equal((await response.text()).includes('og:title'), isPage)
    }
  },
)

t.test('the page loads no scripts, styles or frames from other origins [c12-policy]', async (t) => {
  const { token, project } = await deliver()
  await addMedia(project.id, { cdnUrl: 'https://cdn.test/a.jpg', size: 5_000 })
  const again = await call('POST', `/projects/${project.id}/deliver`)
  const { headers } = await getPage(api.url, `/deliveries/${again.body.deliveryToken}`)
  const policy = headers.get('content-security-policy') ?? ''
  t.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-[\w+/]{43}='/)
  t.match(policy, "img-src 'self' data: https://cdn.test;")
  t.match(policy, "frame-ancestors 'none'")
  t.match(policy, "require-trusted-types-for 'script'; trusted-types 'none'")
  t.notMatch(policy, 'unsafe-')
  t.equal(headers.get('referrer-policy'), 'same-origin')
  t.equal(headers.get('x-content-type-options'), 'nosniff')
  t.match(headers.get('x-robots-tag'), 'noindex')
  t.equal((await getPage(api.url, `/deliveries/${token}`)).status, 200)
})

t.test(
  'a link preview shows address, studio, counts and cover, and leaks no token [c12-link-preview]',
  async (t) => {
    const address = { addressLine1: '48 Alder Ridge Road' }
    const { token } = await deliver(address, {}, async (projectId) => {
      await studio.addPreview(await addMedia(projectId))
    })
    const { text } = await getPage(api.url, `/deliveries/${token}`)
    const tags = new Map(
      [...text.matchAll(/<meta property="og:(\w+)" content="([^"]*)">/g)].map(
        ([, name, content]) => [name, content],
      ),
    )
    t.equal(tags.get('title'), '48 Alder Ridge Road')
    t.equal(tags.get('description'), '1 photo')
    t.ok(tags.get('site_name'))
    const { media } = (await studio.call('GET', `/deliveries/${token}`)).body
    t.equal(tags.get('image'), media[0].preview.mlsUrl, 'a JPEG')
    t.match(tags.get('image'), /^https?:\/\//)
    t.notMatch([...tags.values()].join(), token)
    const { token: plain } = await deliver()
    t.notMatch((await getPage(api.url, `/deliveries/${plain}`)).text, 'og:image')
    const large = await deliver(address, {}, async (projectId) => {
      await studio.addPreview(await addMedia(projectId), { mlsSize: 600_001 })
    })
    const { preview } = (await studio.call('GET', `/deliveries/${large.token}`)).body.media[0]
    const largePage = await getPage(api.url, `/deliveries/${large.token}`)
    t.match(
      largePage.text,
      `"og:image" content="${preview.gridUrl}"`,
      'a smaller one for a large JPEG',
    )
  },
)

t.test('the page escapes all text [c12-policy]', async (t) => {
  const text = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`
  const { project } = await deliver({ addressLine1: text, city: text })
  const filename = `"><svg onload=alert(3)>.jpg`
  await addMedia(project.id, { filename })
  const { body } = await call('POST', `/projects/${project.id}/deliver`, { message: text })
  const { text: page } = await getPage(api.url, `/deliveries/${body.deliveryToken}`)
  t.notMatch(page, '<script>alert')
  t.notMatch(page, '<img src=x')
  t.notMatch(page, '<svg onload')
  t.match(page, '&lt;script&gt;alert(1)')
})

t.test('unknown, revoked and expired links show the same page [c12-one-404]', async (t) => {
  const revoked = await deliver()
  t.equal((await call('DELETE', `/projects/${revoked.project.id}/delivery`)).status, 204)
  const unknown = await getPage(api.url, '/deliveries/none')
  const gone = await getPage(api.url, `/deliveries/${revoked.token}`)
  t.equal(unknown.status, 404)
  t.equal(gone.status, 404)
  t.equal(gone.text, unknown.text)
  t.match(unknown.text, 'This link doesn&#39;t work')
  t.match(unknown.text, 'Ask your photographer for a new link')
})

t.test(
  'without JavaScript, the client approves with a form and sees the approval [c12-forms]',
  async (t) => {
    const { token, open } = await deliver()
    const path = `/deliveries/${token}`
    t.match((await getPage(api.url, path)).text, `action="${token}/approve"`)
    const response = await postForm(api.url, `${path}/approve`, {})
    t.equal(response.status, 303)
    t.equal(
      new URL(response.headers.get('location') ?? '', `${api.url}${path}/approve`).pathname,
      path,
    )
    t.equal((await open()).body.state, 'APPROVED')
    const page = await getPage(api.url, path)
    t.match(page.text, 'You approved this delivery on')
    t.notMatch(page.text, '<form method="post"')
  },
)

t.test(
  'without JavaScript, the client requests changes with a form [c12-forms, c12-without-javascript]',
  async (t) => {
    const { token, open } = await deliver()
    const path = `/deliveries/${token}/request-revision`
    const empty = await postForm(api.url, path, { comment: '' })
    t.equal(empty.status, 400)
    t.match(empty.text, 'That didn&#39;t work')
    const response = await postForm(api.url, path, {
      comment: 'Brighter, please.\r\nAnd straight.',
    })
    t.equal(response.status, 303)
    const { body } = await open()
    t.equal(body.state, 'REVISION_REQUESTED')
    t.equal(body.revisionComment, 'Brighter, please.\nAnd straight.')
    t.match((await getPage(api.url, `/deliveries/${token}`)).text, 'You asked for')
    const late = await postForm(api.url, `/deliveries/${token}/approve`, {})
    t.equal(late.status, 409)
    t.match(late.text, 'That&#39;s no longer possible')
    t.match(late.text, `<a href="../${token}">Back to the delivery</a>`)
  },
)

t.test('operations other than approve and request-revision refuse forms [c12-forms]', async (t) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-api-key': org.key }
  for (const path of ['/projects/create', '/customers', '/media/presign']) {
    const { status } = await fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: form,
      body: 'a=1',
    })
    t.equal(status, 415, path)
  }
})

t.test(
  'a delivery that is superseded or whose project has moved on offers no decision, and says why',
  async (t) => {
    const { token, project } = await deliver()
    await call('POST', `/projects/${project.id}/deliver`)
    const replaced = await getPage(api.url, `/deliveries/${token}`)
    t.match(replaced.text, 'There&#39;s a newer delivery')
    t.notMatch(replaced.text, '<form method="post"')
    const moved = await deliver()
    const status = { status: 'IN_REVISION' }
    t.equal((await call('PATCH', `/projects/${moved.project.id}/status`, status)).status, 200)
    const page = await getPage(api.url, `/deliveries/${moved.token}`)
    t.match(page.text, 'Nothing to decide right now')
    t.notMatch(page.text, '<form method="post"')
  },
)

t.test("a page's calls are counted for the network that opens it [c12-client]", async (t) => {
  const { token } = await deliver()
  const headers = { 'x-forwarded-for': '2001:db8:7::1' }
  const statuses = []
  for (let i = 0; i < 61; i++) {
    statuses.push((await getPage(api.url, `/deliveries/${token}`, headers)).status)
  }
  t.same(new Set(statuses.slice(0, 60)), new Set([200]))
  t.equal(statuses[60], 429)
  const other = { 'x-forwarded-for': '2001:db8:8::1' }
  t.equal((await getPage(api.url, `/deliveries/${token}`, other)).status, 200)
})

t.test('page assets are cacheable, and their URLs change with their content', async (t) => {
  const { token } = await deliver()
  const { text } = await getPage(api.url, `/deliveries/${token}`)
  const names = [...text.matchAll(/\.\.\/(assets\/delivery-[0-9a-f]{12}\.(?:css|js))"/g)]
  t.equal(names.length, 2)
  for (const [, name] of names) {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding }
      const response = await fetch(`${api.url}/${name}`, { headers })
      t.equal(response.status, 200)
      t.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      t.equal(response.headers.get('content-encoding'), encoding === 'identity' ? null : encoding)
      t.ok((await response.text()).length > 1_000)
    }
  }
  t.equal((await fetch(`${api.url}/assets/delivery-000000000000.js`)).status, 404)
})

t.test('PAGES=off disables pages, but not the JSON [c12-off]', async (t) => {
  const { databaseUrl } = api
  const without = await testApp(t, { databaseUrl, hasPages: false })
  const { token } = await deliver()
  const response = await getPage(without.url, `/deliveries/${token}`)
  t.equal(response.status, 200)
  t.match(response.headers.get('content-type'), /json/)
  t.equal((await fetch(`${without.url}/assets/delivery.css`)).status, 404)
})
