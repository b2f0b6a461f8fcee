import { setTimeout as pause } from 'node:timers/promises'
import { checkLedger } from '@mediajobs/operations/payments'
import {
  type CardStudio,
  cardStudio,
  type Emulator,
  openCardApi,
  sessionIdOf,
} from '@mediajobs/testing/api/card-studio'
import { anyAddress } from '@mediajobs/testing/api/request'
import { eventually } from '@mediajobs/testing/eventually'
import { startApi, startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { prove } from './support/fault.ts'

const FULL_ROUNDS = 200
const AT_RANDOM_MS = 60

/** Which process is killed, and when; one step per round. */
const STEPS = [
  'api before the page is created',
  'api after the page is created',
  'api at a random moment',
  'dispatcher while it reads',
  'dispatcher at a random moment',
] as const

await prove({
  id: 'F31',
  promise: 'a process killed at any step of a card payment charges nobody twice and loses no money',
  rules: '[c18-checkout, c18-read]',
  target: `of ${FULL_ROUNDS} payments: one charge and one INVOICE_PAID each, and no difference in the ledger`,
  async run({ t, isFull }) {
    const site = await openSite(t)
    const rounds = isFull ? FULL_ROUNDS : STEPS.length
    let once = 0
    for (let round = 0; round < rounds; round += 1) {
      once += (await pay(site, STEPS[round % STEPS.length] ?? STEPS[0])) ? 1 : 0
    }
    const { api, studio } = site
    const differences = await checkLedger(api.store.database, studio.org.organizationId)
    return {
      figure: `${rounds} payments: ${once} charged and paid once, ${differences.length} differences in the ledger`,
      isMet: once === rounds && differences.length === 0,
    }
  },
})

async function openSite(t: Test) {
  const { api, emulator, databaseUrl } = await openCardApi(t)
  const studio = await cardStudio(api, emulator)
  const env = { PAYMENTS_API_URL: emulator.url, TRUST_PROXY: 'true' }
  const begin = {
    api: () => startApi(t, databaseUrl, env),
    dispatcher: () => startDispatcher(t, databaseUrl, { PAYMENTS_API_URL: emulator.url }),
  }
  const running = { api: await begin.api(), dispatcher: await begin.dispatcher() }
  return {
    api,
    studio,
    emulator,
    payer: (method: string, path: string) =>
      fetch(running.api.url + path, { method, headers: { 'x-forwarded-for': anyAddress() } }),
    async restart(name: 'api' | 'dispatcher') {
      await running[name].end('SIGKILL')
      if (name === 'api') running.api = await begin.api()
      else running.dispatcher = await begin.dispatcher()
    },
  }
}

type Site = Awaited<ReturnType<typeof openSite>>

/** Pays an invoice and kills a process at `step`. @returns whether it was charged and paid exactly once */
async function pay(site: Site, step: (typeof STEPS)[number]): Promise<boolean> {
  const { studio, emulator, payer } = site
  const { id, token } = await studio.bill()
  const checkout = () => payer('POST', `/pay/${token}/checkout`)
  if (step.startsWith('api')) await killDuring(site, 'api', step, checkout)
  const { url } = (await (await checkout()).json()) as { url: string }
  const session = sessionIdOf(url)
  emulator.pay(session)
  if (step.startsWith('dispatcher')) {
    await killDuring(site, 'dispatcher', step, () => payer('GET', `/pay/${token}`))
  }
  // The payer's page keeps polling.
  await eventually('the payer sees it paid', async () => {
    const response = await payer('GET', `/pay/${token}`)
    return ((await response.json()) as { status: string }).status === 'PAID'
  })
  return isOnce(studio, emulator, id)
}

async function killDuring(
  { emulator, restart }: Site,
  name: 'api' | 'dispatcher',
  step: (typeof STEPS)[number],
  call: () => Promise<unknown>,
): Promise<void> {
  const isRandom = step.endsWith('moment')
  if (!isRandom)
    emulator.fail(step.endsWith('after the page is created') ? 'lost-answers' : 'silence')
  const called = call().catch(() => null)
  // Long enough for the call to reach the provider.
  await pause(isRandom ? Math.random() * AT_RANDOM_MS : 500)
  await restart(name)
  emulator.fail(null)
  await called
}

async function isOnce(studio: CardStudio, emulator: Emulator, invoiceId: string): Promise<boolean> {
  const payments = await studio.paymentsOf(invoiceId)
  const ids = payments.map(({ id }: { id: string }) => id)
  const paid = emulator.sessions().filter(({ client_reference_id, payment_status }) => {
    return payment_status === 'paid' && ids.includes(client_reference_id)
  })
  const events = await studio.eventsOf(invoiceId)
  const succeeded = payments.filter(({ status }: { status: string }) => status === 'SUCCEEDED')
  const count = (name: string) => events.filter((each) => each === name).length
  return (
    paid.length === 1 &&
    succeeded.length === 1 &&
    count('PAYMENT_SUCCEEDED') === 1 &&
    count('INVOICE_PAID') === 1
  )
}
