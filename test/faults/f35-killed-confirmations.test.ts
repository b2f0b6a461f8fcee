import { setTimeout as pause } from 'node:timers/promises'
import { checkLedger } from '@mediajobs/operations/payments'
import { openCardApi } from '@mediajobs/testing/api/card-studio'
import { type OrderingStudio, orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { eventually } from '@mediajobs/testing/eventually'
import { startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { prove } from './support/fault.ts'

const FULL_ROUNDS = 100
const SHORT_ROUNDS = 6
const AT_RANDOM_MS = 120
// A technician has room for about thirty orders in the offered week.
const TECHNICIANS = 10

/** The table whose statement holds up the confirmation when the dispatcher is killed. */
const STEPS = ['customers', 'projects', 'invoices', 'events', null] as const

await prove({
  id: 'F35',
  promise:
    'a dispatcher killed while confirming an order leaves all of it or nothing: no money without an order, no order without the money due',
  rules: '[c20-confirmation, c20-late, c20-ledger]',
  target: `of ${FULL_ROUNDS} paid orders: one project, invoice and ORDER_PLACED each, and no difference in the ledger`,
  async run({ t, isFull }) {
    const site = await openSite(t)
    const rounds = isFull ? FULL_ROUNDS : SHORT_ROUNDS
    let whole = 0
    for (let round = 0; round < rounds; round += 1) {
      whole += (await confirm(site, round)) ? 1 : 0
    }
    const { api, studio } = site
    const differences = await checkLedger(api.store.database, studio.org.organizationId)
    return {
      figure: `${rounds} paid orders: ${whole} confirmed once and whole, ${differences.length} differences in the ledger`,
      isMet: whole === rounds && differences.length === 0,
    }
  },
})

async function openSite(t: Test) {
  const { api, emulator, databaseUrl } = await openCardApi(t)
  const studio = await orderingStudio(api, emulator)
  for (let hired = 1; hired < TECHNICIANS; hired += 1) {
    await api.createMember(studio.org, 'TECHNICIAN')
  }
  const begin = () => startDispatcher(t, databaseUrl, { PAYMENTS_API_URL: emulator.url })
  let dispatcher = await begin()
  return {
    api,
    studio,
    emulator,
    form: await studio.form(),
    async restart() {
      await dispatcher.end('SIGKILL')
      dispatcher = await begin()
    },
  }
}

type Site = Awaited<ReturnType<typeof openSite>>

/** One paid order, with a kill in its confirmation; every other one is paid after its hold. @returns whether it's whole */
async function confirm(site: Site, round: number): Promise<boolean> {
  const { studio, emulator, form, api } = site
  const { token, session } = await studio.order(form)
  if (round % 2 === 1) await studio.expireHolds()
  const table = STEPS[round % STEPS.length] ?? null
  const locked = table === null ? null : await lockTable(api, table)
  emulator.pay(session)
  await readSoon(site)
  if (locked) {
    await locked.waitedFor()
    await expectNothingVisible(studio)
    await site.restart()
    await locked.release()
  } else {
    await pause(Math.random() * AT_RANDOM_MS)
    await site.restart()
  }
  await eventually(`the order of round ${round} is confirmed`, async () => {
    await readSoon(site)
    return (await studio.view(token)).status === 'CONFIRMED'
  })
  return isWhole(studio)
}

/** Makes unfinished payments due, except those of earlier rounds, which would be read first. */
async function readSoon({ api, studio }: Site): Promise<void> {
  await api.store.sql.query(
    `update payments set next_read_at = now()
     where organization_id = $1 and status in ('PENDING', 'PROCESSING')`,
    [studio.org.organizationId],
  )
}

/** Keeps every write of a table waiting. */
async function lockTable({ store }: Site['api'], table: string) {
  const client = await store.database.pool.connect()
  await client.query(`begin; lock table ${table} in share mode`)
  return {
    /** Waits until a dispatcher waits for the lock. */
    waitedFor: () =>
      eventually(`a write of ${table} waits`, async () => {
        const [row] = await store.sql.query<{ count: number }>(
          `select count(*)::int as count from pg_locks
           where relation = '${table}'::regclass and not granted`,
        )
        return (row?.count ?? 0) > 0
      }),
    async release() {
      await client.query('rollback')
      client.release()
    },
  }
}

/** Before the commit, nothing is visible. */
async function expectNothingVisible(studio: OrderingStudio): Promise<void> {
  const { status, projectId, invoiceId, customerId } = await studio.newest()
  if (status === 'CONFIRMED' || (projectId ?? invoiceId ?? customerId)) {
    throw new Error('a part of a confirmation is visible')
  }
}

async function isWhole(studio: OrderingStudio): Promise<boolean> {
  const { id, projectId, invoiceId, customerId } = await studio.newest()
  const invoices = (await studio.call('GET', `/invoices?projectId=${projectId}`)).body.data
  const payments = await studio.paymentsOf(invoiceId)
  const orders = (await studio.call('GET', `/orders?projectId=${projectId}`)).body.data
  const paid = payments.filter(({ status }: { status: string }) => status === 'SUCCEEDED')
  const names = await studio.eventsOfOrder(id)
  return (
    customerId !== null &&
    orders.length === 1 &&
    invoices.length === 1 &&
    invoices[0].status === 'PAID' &&
    paid.length === 1 &&
    names.filter((name) => name === 'ORDER_PLACED').length === 1
  )
}
