import { recordSecrets } from '@mediajobs/runtime/testing'
import { cardStudio, openCardApi, sessionIdOf } from '@mediajobs/testing/api/card-studio'
import t from 'tap'

const { api, emulator } = await openCardApi(t)
const PATH = '/organization/payment-account'

t.test('an account shows its owner, and no secret [c18-account]', async (t) => {
  const org = await api.createOrg()
  const call = (method: string, body?: unknown) => org.call(method, PATH, body)
  t.equal((await call('GET')).status, 404)
  const { secretKey } = emulator.addAccount('Harbor Photo')
  recordSecrets(secretKey, 'secret')
  const { status, body } = await call('PUT', { provider: 'STRIPE', secretKey })
  t.equal(status, 200)
  t.match(body, {
    provider: 'STRIPE',
    secretKey: '********',
    webhookSecret: null,
    livemode: false,
    accountName: 'Harbor Photo',
    state: 'READY',
  })
  t.match(body.webhookUrl, /^http:\/\/deliveries\.test\/payment-events\/[0-9A-Za-z]{43}$/)
  t.same((await call('GET')).body, body)
  const changed = await call('PUT', {
    provider: 'STRIPE',
    secretKey: '********',
    webhookSecret: 'whsec_first',
  })
  t.match(changed.body, { webhookSecret: '********', webhookUrl: body.webhookUrl })
  const { rows } = await api.store.database.pool.query('select * from payment_accounts')
  t.notMatch(JSON.stringify(rows), secretKey)
  t.notMatch(JSON.stringify(rows), 'whsec_first')
  t.equal((await call('DELETE')).status, 204)
  t.equal((await call('GET')).status, 404)
})

t.test(
  'a refused key, a mask without a stored secret and an unavailable provider change nothing [c18-account]',
  async (t) => {
    const org = await api.createOrg()
    const put = (body: unknown) => org.call('PUT', PATH, body)
    const wrong = await put({ provider: 'STRIPE', secretKey: 'sk_test_of_nobody' })
    t.match(wrong, { status: 400, body: { fields: [{ path: 'secretKey', code: 'not_allowed' }] } })
    const masked = await put({ provider: 'STRIPE', secretKey: '********' })
    t.match(masked, { status: 400, body: { fields: [{ path: 'secretKey' }] } })
    emulator.fail('error')
    const { secretKey } = emulator.addAccount('Away')
    const away = await put({ provider: 'STRIPE', secretKey }).finally(() => emulator.fail(null))
    t.match(away, { status: 503, body: { code: 'payment_provider_unavailable' } })
    t.equal((await org.call('GET', PATH)).status, 404)
  },
)

t.test(
  "while payments are open, the account and mode can't change, but the key can [c18-account-change]",
  async (t) => {
    const studio = await cardStudio(api, emulator)
    const { token } = await studio.bill()
    await studio.checkout(token)
    const put = (secretKey: string) => studio.call('PUT', PATH, { provider: 'STRIPE', secretKey })
    const other = emulator.addAccount('Another')
    t.match(await put(other.secretKey), { status: 409, body: { code: 'payments_open' } })
    const live = emulator.addKey(studio.accountId, { livemode: true })
    t.match(await put(live), { status: 409, body: { code: 'payments_open' } })
    t.equal((await put(emulator.addKey(studio.accountId))).status, 200)
  },
)

t.test(
  'removing an account closes its open pages, and keeps a payment made meanwhile [c18-account-delete]',
  async (t) => {
    const studio = await cardStudio(api, emulator)
    const [left, paid] = [await studio.bill(), await studio.bill()]
    const leftPage = (await studio.checkout(left.token)).body.url
    const paidPage = (await studio.checkout(paid.token)).body.url
    emulator.payWhileExpiring(sessionIdOf(paidPage))
    t.equal((await studio.call('DELETE', PATH)).status, 204)
    t.equal(emulator.session(sessionIdOf(leftPage)).status, 'expired')
    t.match(await studio.paymentsOf(left.id), [{ status: 'CANCELLED' }])
    t.match(await studio.paymentsOf(paid.id), [{ status: 'SUCCEEDED', paymentAmount: 25_000 }])
    t.match(await studio.checkout(left.token), { status: 409, body: { code: 'card_payments_off' } })
  },
)
