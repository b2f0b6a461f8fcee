// docs/contract.md#c15-cell-credentials
import { newEmail, peopleOf } from '@mediajobs/testing/api/people'
import t from 'tap'
import { linkOf, mailService } from './support/mail-service.ts'

const { service, smtp, dispatch, ended, book } = await mailService(t, 'eu1')
await dispatch()
const RANDOM = '[0-9A-Za-z]{43}'

t.test('every mailed link names the cell [c15-cell-credentials]', async (t) => {
  const org = await service.createOrg()
  const invited = newEmail()
  await peopleOf(service, org).invite(invited)
  await service.stranger('POST', '/auth/password-resets', { email: org.email })
  const { call, customer, project } = await book(org)
  t.equal((await call('POST', `/projects/${project.id}/deliver`)).status, 200)
  await ended()
  const linkTo = (email: string, part: string) => linkOf(smtp.to(email)[0], part)
  t.match(linkTo(invited, '#token='), new RegExp(`/invitations#token=mji_eu1_${RANDOM}$`))
  t.match(linkTo(org.email, '#token='), new RegExp(`/password-resets#token=mjp_eu1_${RANDOM}$`))
  t.match(linkTo(customer.email, '/deliveries/'), new RegExp(`/deliveries/eu1_${RANDOM}$`))
  const unsubscribe = linkTo(customer.email, '/unsubscribe/')
  t.match(unsubscribe, new RegExp(`/unsubscribe/eu1_${RANDOM}$`))
  const { status } = await service.request('GET', new URL(unsubscribe).pathname)
  t.equal(status, 200, 'and works')
})
