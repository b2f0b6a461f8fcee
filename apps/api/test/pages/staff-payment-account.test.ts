import { openCardApi } from '@mediajobs/testing/api/card-studio'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const { api, emulator } = await openCardApi(t)

t.test(
  'an administrator connects, changes and disconnects the payment account in the settings [c18-account-page]',
  async (t) => {
    const org = await api.createOrg()
    const home = `/app/${org.organizationId}`
    const at = `${home}/settings`
    const browser = await browserOf(api, org)
    const read = () => org.call('GET', '/organization/payment-account')
    const { accountId, secretKey } = emulator.addAccount('Harbor Photo')
    const form = fieldsOf(await browser.open(at), '/payments')
    const refused = await browser.send(`${at}/payments`, { ...form, secretKey: 'sk_test_nobody' })
    t.equal(refused.status, 400)
    t.match(refused.text, 'accept this key. Make sure you copied all of it')
    t.equal((await read()).status, 404)
    const formPage = async () => (await browser.open(`${home}/order-forms/new`)).text
    t.match(await formPage(), 'Connect your account in the settings first.')
    const made = await browser.send(`${at}/payments`, { ...form, secretKey })
    t.match(made.location, 'done=connected')
    t.notMatch(await formPage(), 'Connect your account', 'nothing is left to do')
    const shown = await browser.open(at)
    t.match(shown.text, 'Harbor Photo')
    t.match(shown.text, 'Test. No real money moves.')
    t.match(shown.text, (await read()).body.webhookUrl)

    const again = fieldsOf(shown, '/payments')
    t.match(again, { secretKey: '', webhookSecret: '' })
    const swapped = await browser.send(`${at}/payments`, { ...again, webhookSecret: secretKey })
    t.match(swapped.text, /isn't a signing secret|isn&#39;t a signing secret/)
    t.match(swapped.text, /<details class="menu" open><summary>Change keys/, 'and can be corrected')
    t.match((await read()).body, { webhookSecret: null })
    const webhookSecret = 'whsec_of_the_page'
    await browser.send(`${at}/payments`, { ...again, webhookSecret })
    t.match((await read()).body, { webhookSecret: '********', state: 'READY' })
    emulator.refuseKey(secretKey)
    const other = emulator.addKey(accountId)
    await browser.send(`${at}/payments`, {
      ...fieldsOf(await browser.open(at), '/payments'),
      secretKey: other,
    })
    const changed = await browser.open(at)
    for (const secret of [secretKey, other, webhookSecret]) t.notMatch(changed.text, secret)

    const remove = fieldsOf(changed, '/payments/remove')
    const gone = await browser.send(`${at}/payments/remove`, remove)
    t.match(gone.location, 'done=disconnected')
    t.equal((await read()).status, 404)
  },
)

t.test('only administrators see the payment account [c18-account-page]', async (t) => {
  const org = await api.createOrg()
  const manager = await browserOf(api, await api.createMember(org, 'MANAGER'))
  const at = `/app/${org.organizationId}/settings`
  t.notMatch((await manager.open(at)).text, `${at}/payments`)
  const form = await manager.open(`/app/${org.organizationId}/order-forms/new`)
  t.match(form.text, 'An administrator connects the account in the settings.')
  const sent = await manager.send(`${at}/payments`, { secretKey: 'sk_test_x' })
  t.equal(sent.status, 403)
})
