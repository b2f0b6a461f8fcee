import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@mediajobs/db/testing'
import { cardStudio, openCardApi } from '@mediajobs/testing/api/card-studio'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { startApi, startDispatcher, startMedia } from '@mediajobs/testing/service/process'
import t from 'tap'
import { APPS, bundle } from '../../docker/bundle.ts'
import { openFrontProxy } from '../support/front-proxy.ts'

const PAID_IN_A_BROWSER = [
  /^the client pays by card: /m,
  /^unlocked +by the payment/m,
  /^the client downloads .+\.zip: \d+ kB$/m,
]
const demo = fileURLToPath(new URL('../../scripts/demo.ts', import.meta.url))
const bundles = fileURLToPath(new URL('../../.data/bundles', import.meta.url))

t.test(
  'the demo runs a job to its end, and verifies every webhook [i1-jobs, i1-project-is-job, i3-common-path, c9-demo]',
  async (t) => {
    const { url: databaseUrl } = await createTestDatabase(t)
    const { api: service, emulator } = await openCardApi(t, { databaseUrl })
    const { org, accountId, eventsUrl, webhookSecret } = await cardStudio(service, emulator)
    const { key } = org
    const receivers = { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', WEBHOOK_ALLOW_HTTP: 'true' }
    const payments = { PAYMENTS_API_URL: emulator.url }
    const site = await openFrontProxy(t)
    // Bundled, as in the images.
    const [apiMain, dispatcherMain, mediaMain] = await Promise.all(
      APPS.map((app) => bundle(app, join(bundles, app))),
    )
    const addresses = { DELIVERY_BASE_URL: `${site.url}/deliveries`, MEDIA_BASE_URL: site.url }
    const [api, , media] = await Promise.all([
      startApi(
        t,
        databaseUrl,
        { RATE_LIMITS: '1000/1s', ...addresses, ...receivers, ...payments },
        apiMain,
      ),
      startDispatcher(t, databaseUrl, payments, dispatcherMain),
      startMedia(t, databaseUrl, {}, mediaMain),
    ])
    site.lead({ api: api.url, media: media.url })
    const url = api.url + new URL(eventsUrl).pathname
    emulator.sendEventsTo(accountId, { url, secret: webhookSecret })
    const env = { PATH: process.env.PATH, API_URL: api.url, API_KEY: key }
    const playing = execFile(process.execPath, [demo, '--photos', '2'], { env })
    let output = ''
    playing.stdout?.on('data', (text) => {
      output += text
    })
    playing.stderr?.on('data', (text) => {
      output += text
    })
    const [code] = await once(playing, 'close')
    t.equal(code, 0, output)
    t.equal(output.match(/✓ verified/g)?.length, 25)
    for (const line of [
      /^booked: /m,
      /has uploaded 4 files/,
      /approved +by the client/,
      /^its website is live: http:\/\/.+\/sites\/[0-9A-Za-z]{22}$/m,
      /^without names: +http:\/\/.+\/tours\/[0-9A-Za-z]{22}$/m,
      /^locked +until INV-\d{6} is paid: 249 USD/m,
      ...(whyNoChromium() ? [/^unlocked +by cash/m] : PAID_IN_A_BROWSER),
    ]) {
      t.match(output, line)
    }
    t.match(output, /^25 webhooks arrived, each with a valid signature$/m)
    const { body } = await service.request('GET', '/webhooks/subscriptions', { key })
    t.strictSame(body.data, [], 'and leaves no subscription behind')
  },
)

t.test('without a service, the demo says what to do', async (t) => {
  const env = { PATH: process.env.PATH, API_URL: 'http://127.0.0.1:9', API_KEY: 'x' }
  const playing = execFile(process.execPath, [demo], { env })
  let output = ''
  playing.stderr?.on('data', (text) => {
    output += text
  })
  const [code] = await once(playing, 'close')
  t.equal(code, 1)
  t.match(output, /^http:\/\/127\.0\.0\.1:9 does not respond: is `npx -y pnpm@12 dev` running\?\n$/)
})
