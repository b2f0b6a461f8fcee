import { MAX_WAITING_IMPORTS } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import { startDispatcher } from '@mediajobs/testing/service/process'
import t from 'tap'

const service = await sharedApp()
const [busy, other] = [await service.createOrg(), await service.createOrg()]
const [ofBusy, ofOther] = [importerOf(service, busy), importerOf(service, other)]

const rows = (count: number, name: string) =>
  Array.from({ length: count }, (_, i) => ({
    externalId: `${name}-${i}`,
    name: `Customer ${i}`,
    email: `${name}-${i}@waiting.test`,
    notes: 'Ring twice. '.repeat(20),
  }))

t.test(
  'at most ten imports of an organization wait, even if all are sent concurrently [c10-waiting-imports]',
  async (t) => {
    const sent = await Promise.all(
      Array.from({ length: MAX_WAITING_IMPORTS + 3 }, (_, i) =>
        ofBusy.send('customers', rows(100, `busy${i}`)),
      ),
    )
    const accepted = sent.filter(({ status }) => status === 202)
    t.equal(accepted.length, MAX_WAITING_IMPORTS)
    for (const { status, body } of sent.filter((response) => !accepted.includes(response))) {
      t.match([status, body.code], [409, 'too_many_imports'])
    }

    const small = await ofOther.send('customers', rows(10, 'other'))
    t.equal(small.status, 202, 'the bound is per organization')
    await startDispatcher(t, service.databaseUrl)
    await ofOther.ended(small)
    const progress = await ofBusy.get('/bulk-imports')
    const left = progress.body.data.filter(
      ({ status }: { status: string }) => status !== 'COMPLETED',
    )
    t.equal(left.length, MAX_WAITING_IMPORTS, "a small import doesn't wait for them")
  },
)
