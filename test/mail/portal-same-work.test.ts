import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { recordPlans } from '@mediajobs/testing/plans/plan-recorder'
import t from 'tap'
import { needsSuperuser } from '../support/superuser.ts'

await needsSuperuser(t)
const { url: databaseUrl } = await createTestDatabase(t)
const direct = await testApp(t, { databaseUrl })
const recorder = await recordPlans(t, databaseUrl, direct.store.sql)
const service = await testApp(t, { databaseUrl: recorder.url, sendsMail: true, trustProxy: true })

t.test(
  'known and unknown addresses cost the same statements, and none reads a customer [c22-sign-in]',
  async (t) => {
    const { key, organizationId } = await direct.createOrg()
    const email = 'ann@clients.test'
    await direct.request('POST', '/customers', { key, body: { name: 'Ann', email } })
    const statementsFor = async (address: string) => {
      const plans = await recorder.during(() =>
        service.stranger('POST', '/portal/sign-ins', { email: address, organizationId }),
      )
      t.notOk(plans.some(({ scans }) => scans.some(({ table }) => table === 'customers')))
      return plans.map(({ text }) => text)
    }
    await statementsFor('first@clients.test')
    const known = await statementsFor(email)
    t.ok(known.length > 2)
    t.strictSame(await statementsFor('nobody@clients.test'), known)
  },
)
