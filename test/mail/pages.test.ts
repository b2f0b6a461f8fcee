// The pages behind mailed links. docs/contract.md#c14-mail-unsubscribe docs/contract.md#c14-password-reset

import { signIn } from '@mediajobs/testing/api/sign-in'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'
import { linkOf, mailService } from './support/mail-service.ts'

const { service, smtp, dispatch, ended, book } = await mailService(t)
await dispatch()
const HTML = { accept: 'text/html' }

async function page(method: string, path: string, form?: Record<string, string>) {
  const response = await fetch(`${service.url}${path}`, {
    method,
    redirect: 'manual',
    headers: HTML,
    ...(form && { body: new URLSearchParams(form) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

t.test('the mailed link opens a page with an unsubscribe button, without a redirect', async (t) => {
  const org = await service.createOrg()
  const { call, project, customer } = await book(org)
  await call('POST', `/projects/${project.id}/deliver`)
  await ended()
  const path = new URL(linkOf(smtp.to(customer.email)[0], '/unsubscribe/')).pathname
  const opened = await page('GET', path)
  t.match(opened, { status: 200, text: '<button type="submit">Unsubscribe</button>' })
  t.match(opened.headers.get('content-security-policy'), "default-src 'none'")
  t.equal((await call('GET', `/customers/${customer.id}`)).body.mailOptOut, false)
  t.match(await page('POST', path, {}), { status: 200, text: 'You&#39;re unsubscribed' })
  t.equal((await call('GET', `/customers/${customer.id}`)).body.mailOptOut, true)
  t.match(await page('GET', path), { status: 200, text: 'You&#39;re unsubscribed' })
  t.match(await page('GET', '/unsubscribe/none'), { status: 404, text: 'doesn&#39;t work' })
})

t.test('a person can reset their password on a page, even without JavaScript', async (t) => {
  const org = await service.createOrg()
  t.match(await page('GET', '/password-resets'), { status: 200, text: 'Send link' })
  const asked = await page('POST', '/password-resets', { email: org.email })
  t.match(asked, { status: 200, text: 'Check your email' })
  const mail = await eventually('the mail', async () => smtp.to(org.email)[0])
  const token = new URL(linkOf(mail, '#')).hash.replace('#token=', '')
  const short = await page('POST', '/password-resets', { token, password: 'short' })
  t.match(short, { status: 400, text: 'Password must have at least 12 characters' })
  t.match(short.text, `value="${token}"`, 'the token of the link stays')
  const password = 'a new and better password'
  t.match(await page('POST', '/password-resets', { token, password }), {
    status: 200,
    text: /Password changed.*href="app\/sign-in"/s,
  })
  t.equal((await signIn(service, { ...org, password })).status, 201)
  t.match(await page('POST', '/password-resets', { token, password }), { status: 401 })
})
