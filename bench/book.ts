import { freePort, startPayments } from '@mediajobs/local-engines'
import { openBrowser } from '@mediajobs/testing/browser/browser'
import type pg from 'pg'
import { type BookingSeen, bookOnPhone } from './support/book.ts'
import { addTechnicians, type BenchKey, callerOf, fill } from './support/fill.ts'
import { PHONE } from './support/pages.ts'
import { startApi, startEngine } from './support/process.ts'
import { figure, type RunOptions, report } from './support/report.ts'
import { startDispatcher } from './support/webhooks.ts'

const PROJECTS = 1_000
const TECHNICIANS = 5
// Enough that none comes near its rate limit.
const KEYS = 20

type Emulator = Awaited<ReturnType<typeof startPayments>>

/**
 * P19: booking and paying on a phone, from opening the form to the order's confirmation page. The simulated client
 * neither reads nor thinks, so this measures waiting and tapping.
 */
export async function book(options: RunOptions): Promise<void> {
  const visits = options.isQuick ? 1 : 9
  await using scope = new AsyncDisposableStack()
  const engine = scope.use(await startEngine())
  const emulator = await startPayments()
  scope.defer(() => emulator.stop())
  const keys = await fill(engine.client, {
    organizations: 1,
    projectsEach: PROJECTS,
    keysEach: KEYS,
  })
  // The provider redirects to a URL that the api learns at startup.
  const port = await freePort()
  const environment = {
    ...engine.environment,
    DELIVERY_BASE_URL: `http://127.0.0.1:${port}/deliveries`,
    PAYMENTS_API_URL: emulator.url,
    TRUST_PROXY: 'true',
  }
  const api = scope.use(await startApi({ ...environment, PORT: String(port) }))
  scope.use(await startDispatcher({ ...engine, environment }))
  const path = await furnish(api.url, engine.client, keys, emulator)
  await using browser = await openBrowser({ teardown() {} })
  const seen: BookingSeen[] = []
  for (let visit = 0; visit < visits; visit++) seen.push(await bookOnPhone(browser, api.url + path))
  const of = (pick: (each: BookingSeen) => number) => seen.map(pick)
  await report(
    {
      name: 'book',
      setting: { visits, phone: PHONE, technicians: TECHNICIANS, projects: PROJECTS },
      figures: [
        figure(
          'P19: opened to booked and paid, s',
          '≤ 90',
          of(({ seconds }) => seconds),
        ),
        figure(
          'P19: taps',
          '≤ 12',
          of(({ taps }) => taps),
        ),
        figure(
          'P19: bytes of the form',
          '≤ 30720',
          of(({ bytes }) => bytes),
        ),
        figure(
          'P19: first paint of content, s',
          '≤ 1.5',
          of(({ paint }) => paint),
        ),
      ],
      samples: { seen },
    },
    options,
  )
}

/** Creates a form with terms, full payment and technicians. Returns the path of its page. */
async function furnish(
  apiUrl: string,
  client: pg.Client,
  keys: readonly BenchKey[],
  emulator: Emulator,
): Promise<string> {
  const send = callerOf(apiUrl, keys)
  await addTechnicians(client, keys[0]?.organizationId ?? '', TECHNICIANS)
  const { accountId, secretKey } = emulator.addAccount('Harbor Photo')
  const account = { provider: 'STRIPE', secretKey }
  const { webhookUrl = '' } = await send('PUT', '/organization/payment-account', account)
  const webhookSecret = emulator.sendEventsTo(accountId, { url: webhookUrl })
  await send('PUT', '/organization/payment-account', { ...account, webhookSecret })
  await send('PATCH', '/organization', {
    name: 'Harbor Light',
    colour: '#1f4fd8',
    timeZone: 'America/Los_Angeles',
    locale: 'en-US',
  })
  const offer = { currency: 'USD', priceAmount: 30_000, durationMinutes: 90 }
  const signature = await send('POST', '/packages', {
    ...offer,
    name: 'Signature',
    description: '25 photos and a floor plan',
    sizeTiers: [
      { upTo: 1_500, priceAmount: 30_000, durationMinutes: 90 },
      { upTo: 3_000, priceAmount: 42_000, durationMinutes: 120 },
    ],
  })
  const essentials = await send('POST', '/packages', { ...offer, name: 'Essentials' })
  const twilight = await send('POST', '/add-ons', {
    name: 'Twilight photo',
    currency: 'USD',
    priceAmount: 12_000,
  })
  const { publicId } = await send('POST', '/order-forms', {
    name: 'Listing photos',
    packageIds: [essentials.id, signature.id],
    addOnIds: [twilight.id],
    payment: 'FULL',
    terms: 'Please clear the driveway before we arrive.',
  })
  await client.query('vacuum analyze')
  return `/book/${publicId}`
}
