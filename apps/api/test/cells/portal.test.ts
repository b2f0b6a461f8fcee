// docs/contract.md#c15-wrong-cell docs/contract.md#c15-cell-credentials: customers of other cells.
import { organizationMoves } from '@mediajobs/db/schema'
import { portalSignInToken, signInToPortal } from '@mediajobs/testing/api/portal'
import { anyAddress } from '@mediajobs/testing/api/request'
import { staffBrowser } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'
import { CELL_URLS, twoCells } from './two-cells.ts'

const { eu1, us1 } = await twoCells(t)
const EU1 = CELL_URLS.get('eu1')
const org = await eu1.createOrg()
const { organizationId } = org
const { body: customer } = await org.call('POST', '/customers', {
  name: 'Ann',
  email: 'ann@clients.test',
})
const link = () => portalSignInToken(eu1, organizationId, customer.id)
const at = (api: typeof eu1, method: string, path: string, more: object = {}) =>
  api.request(method, path, { headers: { 'x-forwarded-for': anyAddress() }, ...more })

t.test("a customer's link and session name their cell [c15-cell-credentials]", async (t) => {
  t.match(await link(), /^eu1_\w{43}$/)
  t.match(await signInToPortal(eu1, organizationId, customer.id), /^mjc_eu1_\w{43}$/)
})

t.test(
  "the wrong cell names the right one for a customer's link and session [c15-wrong-cell]",
  async (t) => {
    const token = await link()
    const session = await signInToPortal(eu1, organizationId, customer.id)
    for (const response of [
      await at(us1, 'GET', `/portal/sign-ins/${token}`),
      await at(us1, 'POST', '/portal/sessions', { body: { token } }),
      await at(us1, 'GET', '/portal/me', { token: session }),
    ]) {
      t.match(response, { status: 421, body: { code: 'wrong_cell', cellUrl: EU1 } })
    }
  },
)

t.test('the page for a link redirects to its cell [c15-wrong-cell-link]', async (t) => {
  const path = `/my/${organizationId}/sign-in/${await link()}`
  const { status, headers } = await staffBrowser(us1).open(path)
  t.equal(status, 307)
  t.equal(headers.get('location'), `${EU1}${path}?redirected=1`)
})

t.test("a moved organization's customers move with it [c15-wrong-cell]", async (t) => {
  const moved = await us1.createOrg()
  const made = await at(us1, 'POST', '/customers', {
    key: moved.key,
    body: { name: 'Bob', email: 'bob@clients.test' },
  })
  const id = moved.organizationId
  const session = await signInToPortal(us1, id, made.body.id)
  const token = await portalSignInToken(us1, id, made.body.id)
  await us1.store.sql.orm
    .insert(organizationMoves)
    .values({ organizationId: id, step: 'MOVED', cell: 'eu1', isAway: true })
  const away = { status: 421, body: { cellUrl: EU1 } }
  t.match(await at(us1, 'GET', `/portal/organizations/${id}`), away)
  t.match(await at(us1, 'GET', '/portal/me', { token: session }), away)
  t.match(await at(us1, 'GET', `/portal/sign-ins/${token}`), away)
  t.match(await at(us1, 'POST', '/portal/sessions', { body: { token } }), away)
  const { status, headers } = await staffBrowser(us1).open(`/my/${id}`)
  t.equal(status, 307)
  t.equal(headers.get('location'), `${EU1}/my/${id}?redirected=1`)
})
