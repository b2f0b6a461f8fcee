import { derivativeKey, markedKey } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { keepLedger } from '@mediajobs/testing/api/ledger'
import { testObjectStore } from '@mediajobs/testing/api/object-store'
import { statuses } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })
const { sql } = api.store

interface Wanted {
  organization?: boolean | null
  customer?: boolean | null
  requirePayment?: boolean | null
  priceAmount?: number
}

/** A studio that delivers a project with a customer and a price. */
async function lockingStudio() {
  const studio = await deliveringStudio(api)
  const { call } = studio
  keepLedger(api.store, studio.org.organizationId)
  let customers = 0
  async function deliver({
    organization = null,
    customer = null,
    requirePayment = null,
    priceAmount = 42_000,
  }: Wanted) {
    await call('PATCH', '/organization', { lockDownloads: organization })
    const { body: client } = await call('POST', '/customers', {
      name: 'Ann',
      email: `ann${++customers}@clients.example`,
      lockDownloads: customer,
    })
    const { body: offer } = await call('POST', '/packages', {
      name: 'Signature',
      priceAmount,
      currency: 'USD',
    })
    const ids: string[] = []
    const delivery = await studio.deliver(
      { customerId: client.id, packageId: offer.id },
      { requirePayment },
      async (projectId) => {
        ids.push(
          await studio.addMedia(projectId),
          await studio.addMedia(projectId, { position: 1 }),
        )
        for (const id of ids) await studio.addPreview(id)
      },
    )
    return { ...delivery, ids }
  }
  async function invoicesOf(projectId: string) {
    return (await call('GET', `/invoices?projectId=${projectId}`)).body.data
  }
  return { ...studio, deliver, invoicesOf, deliverPlain: studio.deliver }
}

t.test('the most specific setting decides whether downloads wait [c19-policy]', async (t) => {
  const { deliver } = await lockingStudio()
  const cases: [Wanted, boolean][] = [
    [{}, false],
    [{ organization: true }, true],
    [{ organization: true, customer: false }, false],
    [{ organization: false, customer: true }, true],
    [{ customer: true, requirePayment: false }, false],
    [{ organization: true, customer: false, requirePayment: true }, true],
  ]
  for (const [wanted, isLocked] of cases) {
    const { open } = await deliver(wanted)
    t.equal((await open()).body.lock !== null, isLocked, JSON.stringify(wanted))
  }
})

t.test('a locked delivery drafts and sends the invoice [c19-invoice]', async (t) => {
  const { deliver, invoicesOf, call, deliverPlain } = await lockingStudio()
  const { project, open, token } = await deliver({ organization: true })
  const [invoice, ...more] = await invoicesOf(project.id)
  t.match(invoice, { status: 'SENT', totalAmount: 42_000, currency: 'USD' })
  t.equal(more.length, 0)
  t.strictSame((await open()).body.lock, {
    balanceAmount: 42_000,
    totalAmount: 42_000,
    currency: 'USD',
    invoiceNumber: invoice.number,
    payUrl: `${new URL(project.deliveryUrl).origin}/pay/${token}`,
  })

  const { body: bare } = await call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T09:30:00Z',
  })
  const refused = await call('POST', `/projects/${bare.id}/deliver`)
  t.match(refused, { status: 409, body: { code: 'invoice_needed' } })
  t.equal((await call('GET', `/projects/${bare.id}`)).body.status, 'PENDING')
  const { project: unlocked } = await deliverPlain({}, { requirePayment: false })
  t.equal(unlocked.locked, false)
})

t.test('a project whose price is 0 is delivered unlocked [c19-invoice]', async (t) => {
  const { deliver } = await lockingStudio()
  t.equal((await (await deliver({ organization: true, priceAmount: 0 })).open()).body.lock, null)
})

t.test('a locked delivery shows only watermarked pictures and thumbnails [c19-view]', async (t) => {
  const { deliver, org } = await lockingStudio()
  const { open, ids, project } = await deliver({ organization: true })
  const { body } = await open()
  t.strictSame(body.media, [])
  t.equal(body.archive.state, 'NONE')
  t.strictSame(
    body.lockedMedia.map((each: { id: string }) => each.id),
    ids,
  )
  const row = async () => {
    const [first] = await sql.query<{ key: Buffer; mark: Buffer; state: string }>(
      'select key_secret as key, mark_secret as mark, mark_state as state from media_previews where media_id = $1',
      [ids[0] ?? ''],
    )
    if (!first) throw new Error('no preview')
    return first
  }
  const { key, mark, state } = await row()
  t.equal(state, 'PENDING')
  t.equal(body.lockedMedia[0].lockedUrl, null, 'not watermarked yet: only the thumbnail')
  const { cdnUrl } = testObjectStore()
  t.equal(body.lockedMedia[0].thumbUrl, cdnUrl(derivativeKey(org.organizationId, key, 'thumb')))
  await sql.query("update media_previews set mark_state = 'READY' where media_id = $1", [
    ids[0] ?? '',
  ])
  const marked = (await open()).body.lockedMedia[0]
  t.equal(marked.lockedUrl, cdnUrl(markedKey(org.organizationId, mark)))
  const text = JSON.stringify((await open()).body)
  for (const name of ['medium', 'grid', 'large', 'mls'] as const) {
    t.notMatch(text, derivativeKey(org.organizationId, key, name).slice(-36, -6))
  }
  for (const id of ids) t.notMatch(text, `cdn.test/${id}`)
  t.ok(project.locked)
})

t.test('downloads and approval await payment; changes can be requested [c19-402]', async (t) => {
  const { deliver } = await lockingStudio()
  const { open, approve, requestRevision, token, ids } = await deliver({ organization: true })
  const { payUrl } = (await open()).body.lock
  const archive = await api.request('GET', `/deliveries/${token}/archive.zip`)
  for (const refused of [archive, await approve()]) {
    t.match(refused, { status: 402, body: { code: 'payment_required', payUrl } })
  }
  const asked = await requestRevision({ items: [{ mediaId: ids[0], comment: 'Brighter' }] })
  t.match(asked, { status: 200, body: { state: 'REVISION_REQUESTED', media: [] } })
  t.strictSame(asked.body.revision.replaced, [])
})

t.test('the final payment unlocks permanently [c19-unlock]', async (t) => {
  const { deliver, invoicesOf, call, eventsOf } = await lockingStudio()
  const { project, open, ids } = await deliver({ organization: true })
  const [invoice] = await invoicesOf(project.id)
  t.equal((await call('POST', `/invoices/${invoice.id}/pay`)).status, 200)
  const { body } = await open()
  t.equal(body.lock, null)
  t.equal(body.media.length, ids.length)
  t.match(await eventsOf(project.id, 'DELIVERY_UNLOCKED'), [
    { reason: 'PAID', unlockedByUserId: null, project: { id: project.id } },
  ])
  const rows = await sql.query(
    'select from media_previews where mark_secret is not null and media_id = any ($1)',
    [ids],
  )
  t.equal(rows.length, 0, 'watermarked pictures are deleted')
  const removals = await sql.query("select from object_removals where key like '%/derived/%'")
  t.ok(removals.length >= 2)
  const again = await call('POST', `/projects/${project.id}/deliver`)
  t.match(again, { status: 200, body: { locked: false } }, 'a redelivery is unlocked immediately')
})

t.test('the payment also unlocks superseded links [c19-unlock]', async (t) => {
  const { deliver, invoicesOf, call, eventsOf } = await lockingStudio()
  for (const requirePayment of [true, false]) {
    const { project, open, token, ids } = await deliver({ requirePayment: true })
    const anew = await call('POST', `/projects/${project.id}/deliver`, { requirePayment })
    t.match(anew, { status: 200, body: { locked: requirePayment } })
    t.match((await open()).body, { state: 'SUPERSEDED', lock: { balanceAmount: 42_000 } })
    const [invoice] = await invoicesOf(project.id)
    t.equal((await call('POST', `/invoices/${invoice.id}/pay`)).status, 200)
    const { status, body } = await open()
    t.match({ status, ...body }, { status: 200, state: 'SUPERSEDED', lock: null })
    t.equal(body.media.length, ids.length)
    const archive = await api.request('GET', `/deliveries/${token}/archive.zip`)
    t.not(archive.status, 402)
    const unlocked = await eventsOf(project.id, 'DELIVERY_UNLOCKED')
    t.equal(unlocked.length, requirePayment ? 1 : 0, 'one for the delivery in force')
  }
})

t.test('a delivery can be opened while its payment is recorded [c19-unlock]', async (t) => {
  const { deliver, invoicesOf, call } = await lockingStudio()
  for (let round = 0; round < 5; round++) {
    const { project, token } = await deliver({ organization: true })
    const [invoice] = await invoicesOf(project.id)
    const opened = Array.from({ length: 50 }, (_, i) =>
      api.request('GET', `/deliveries/${token}`, {
        headers: { 'x-forwarded-for': `2001:db8:${round}:${i}::1` },
      }),
    )
    const [paid, ...views] = await Promise.all([
      call('POST', `/invoices/${invoice.id}/pay`),
      ...opened,
    ])
    t.equal(paid.status, 200)
    t.strictSame(statuses(views), { 200: views.length })
  }
})

t.test('staff can unlock, with a reason [c19-unlock-staff]', async (t) => {
  const { deliver, call, eventsOf, org } = await lockingStudio()
  const { project, open } = await deliver({ organization: true })
  const path = `/projects/${project.id}/delivery/unlock`
  t.equal((await call('POST', path, {})).status, 400)
  const stale = await api.request('POST', path, {
    key: org.key,
    body: { reason: 'x' },
    headers: { 'if-match': '"stale"' },
  })
  t.equal(stale.status, 412)
  const unlocked = await call('POST', path, { reason: 'Pays by check' })
  t.match(unlocked, {
    status: 200,
    body: { unlockReason: 'STAFF', unlockNote: 'Pays by check', unlockedByUserId: String },
  })
  t.equal((await call('POST', path, { reason: 'Again' })).body.unlockNote, 'Pays by check')
  t.equal((await open()).body.lock, null)
  t.equal((await eventsOf(project.id, 'DELIVERY_UNLOCKED')).length, 1)
  const again = await call('POST', `/projects/${project.id}/deliver`)
  t.equal(again.body.locked, false, 'it never locks again')
  const other = await (await deliveringStudio(api)).call('POST', path, { reason: 'x' })
  t.equal(other.status, 404)
  const { body: never } = await call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T09:30:00Z',
  })
  const none = await call('POST', `/projects/${never.id}/delivery/unlock`, { reason: 'x' })
  t.match(none, { status: 409, body: { code: 'no_delivery_in_force' } })
})

t.test('an altered picture gets its public page when unlocked [c19-originals]', async (t) => {
  const { addMedia, deliverPlain, call } = await lockingStudio()
  const { body: client } = await call('POST', '/customers', {
    name: 'Ann',
    email: 'a@clients.example',
  })
  const { body: offer } = await call('POST', '/packages', {
    name: 'One',
    priceAmount: 100,
    currency: 'USD',
  })
  const { project, open } = await deliverPlain(
    { customerId: client.id, packageId: offer.id },
    { requirePayment: true },
    async (projectId) => {
      const original = await addMedia(projectId)
      await addMedia(projectId, { alteredFromMediaId: original, alterationKind: 'SKY' })
    },
  )
  const pages = () =>
    sql.query<{ id: string }>(
      'select public_id as id from public_originals where project_id = $1',
      [project.id],
    )
  t.equal((await pages()).length, 0)
  t.notMatch(JSON.stringify((await open()).body), 'originals')
  await call('POST', `/projects/${project.id}/delivery/unlock`, { reason: 'Trusted' })
  const [page] = await pages()
  t.equal((await api.request('GET', `/originals/${page?.id}`)).status, 200)
})

t.test(
  'two concurrent payments unlock; a delivery created during a payment is unlocked',
  async (t) => {
    for (let round = 0; round < 10; round++) {
      const { deliver, invoicesOf, call } = await lockingStudio()
      const { project } = await deliver({ organization: true })
      const [first] = await invoicesOf(project.id)
      const { body: extra } = await call('POST', '/invoices', {
        customerId: first.customerId,
        projectId: project.id,
        currency: 'USD',
        lineItems: [{ description: 'Fee', quantity: 1, unitAmount: 500 }],
      })
      await call('POST', `/invoices/${extra.id}/send`)
      const pay = (id: string) => call('POST', `/invoices/${id}/pay`)
      const [paidFirst, paidExtra, again] = await Promise.all([
        pay(first.id),
        pay(extra.id),
        call('POST', `/projects/${project.id}/deliver`),
      ])
      t.strictSame(
        [paidFirst, paidExtra, again].map(({ status }) => status),
        [200, 200, 200],
      )
      const newest = await api.request('GET', `/deliveries/${again.body.deliveryToken}`)
      t.equal(newest.body.lock, null)
    }
  },
)
