import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Fixture, openFixture } from '@mediajobs/dispatcher/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { startNameServer } from '@mediajobs/testing/dispatcher/name-server'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { redirect, status } from '@mediajobs/testing/dispatcher/responders'
import { startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { prove } from './support/fault.ts'
import {
  FORBIDDEN_ZONE,
  IMPOSSIBLE_HOSTS,
  LITERAL_HOSTS,
  REACHABLE_HOSTS,
  REBINDING_ZONE,
  UNRESOLVED_ZONE,
} from './support/forbidden-receivers.ts'

const REDIRECTS = [300, 301, 302, 303, 307, 308]

await prove({
  id: 'F15',
  promise: 'no webhook reaches a non-public address, in any spelling',
  rules: '[c7-private-addresses, c11-one-text]',
  target:
    '40 cases or more: 0 connections, each refused by the dispatcher itself; none through a proxy',
  async run({ t }) {
    const fixture = await openFixture(t)
    const listener = await countConnections(t)
    const proxy = await countConnections(t)
    const names = { ...FORBIDDEN_ZONE, ...REBINDING_ZONE, ...UNRESOLVED_ZONE }
    const dns = await startNameServer(t, names)
    const at = (hosts: readonly string[]) =>
      hosts.map((host) => `http://${host}:${listener.port}/hook`)
    const urls = {
      literal: at(LITERAL_HOSTS),
      impossible: at(IMPOSSIBLE_HOSTS),
      named: at(Object.keys(FORBIDDEN_ZONE)),
      rebinding: at(Object.keys(REBINDING_ZONE)),
      unresolved: at(Object.keys(UNRESOLVED_ZONE)),
    }
    const all = Object.values(urls).flat()
    const refusedByApi = await countRefused(t, fixture.databaseUrl, all)
    t.equal(
      refusedByApi,
      urls.literal.length + urls.impossible.length,
      'the api refuses the URLs that need no DNS',
    )

    const organizationId = await fixture.createOrg()
    for (const url of all) await fixture.subscribe(url, organizationId)
    await fixture.publish(organizationId)
    const proxyUrl = `http://127.0.0.1:${proxy.port}`
    const dispatcher = await startDispatcher(t, fixture.databaseUrl, {
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'false',
      WEBHOOK_DNS_SERVERS: dns.address,
      WEBHOOK_TIMEOUT: '500ms',
      WEBHOOK_RETRY_DELAYS: '1ms',
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxyUrl,
      HTTPS_PROXY: proxyUrl,
      ALL_PROXY: proxyUrl,
      http_proxy: proxyUrl,
      https_proxy: proxyUrl,
    })
    await fixture.settled()
    await dispatcher.end('SIGTERM')

    const errors = await errorsByUrl(fixture)
    const endsAs = (urls: string[], attempts: string[]) => {
      for (const url of urls)
        t.match(
          errors.get(url),
          attempts.map((text) => new RegExp(text)),
          url,
        )
    }
    // The same text for every reason, because the reason would reveal the private network.
    const unreachable = "^The address can't be reached from here\\.$"
    const refused = [...urls.literal, ...urls.named, ...urls.unresolved]
    endsAs(refused, [unreachable, unreachable])
    endsAs(urls.impossible, ['URL or headers are invalid', 'URL or headers are invalid'])
    endsAs(urls.rebinding, ["No response in time|couldn't be established", unreachable])
    for (const host of Object.keys(REBINDING_ZONE)) {
      const asked = dns.questions.filter((line) => line === `A ${host}`)
      t.equal(asked.length, 2, `${host}: one question for each connection`)
    }
    const behindProxy = await throughProxy(t, fixture, {
      WEBHOOK_DNS_SERVERS: dns.address,
      WEBHOOK_PROXY_URL: proxyUrl,
      // The listener is in none of them.
      WEBHOOK_ALLOWED_NETWORKS: '10.20.0.0/16,fd00:20::/32',
      WEBHOOK_BLOCKED_NETWORKS: '127.0.0.0/8,::1',
    })
    t.strictSame(behindProxy, [], 'each is refused before contacting the proxy')
    const seen = listener.seen() + (await redirected(t, fixture))
    const reached = await control(fixture, dns.address, listener)
    t.equal(
      reached,
      REACHABLE_HOSTS.length,
      'with private networks allowed, the listener gets them',
    )
    const cases = 2 * all.length + REDIRECTS.length
    return {
      figure: `${cases} cases: ${seen} connections, ${proxy.seen()} to the proxies in the environment and to the proxy of the service; the api refused ${refusedByApi} of the URLs already`,
      isMet: cases >= 40 && seen === 0 && proxy.seen() === 0,
    }
  },
})

/**
 * Publishes again to the same URLs, with a dispatcher that has a proxy and network lists.
 *
 * @returns the outcomes of attempts that were not refused
 */
async function throughProxy(
  t: Test,
  fixture: Fixture,
  environment: Record<string, string>,
): Promise<string[]> {
  const [subscription] = await fixture.store.sql.query<{ organization_id: string }>(
    'select organization_id from webhook_subscriptions limit 1',
  )
  await fixture.store.sql.query('delete from webhook_attempts')
  await fixture.publish(subscription?.organization_id ?? '')
  const dispatcher = await startDispatcher(t, fixture.databaseUrl, {
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'false',
    WEBHOOK_TIMEOUT: '500ms',
    WEBHOOK_RETRY_DELAYS: '1ms',
    ...environment,
  })
  await fixture.settled()
  await dispatcher.end('SIGTERM')
  const errors = (await fixture.attempts()).map(({ error }) => error ?? 'success')
  return errors.filter((error) => !/can't be reached|URL or headers are invalid/.test(error))
}

interface ConnectionCount {
  readonly port: number
  seen(): number
}

/** Listens on one port of 127.0.0.1 and ::1, and counts the connections. */
async function countConnections(t: Test): Promise<ConnectionCount> {
  let seen = 0
  const listenOn = async (host: string, port: number) => {
    const server = createServer((socket) => {
      seen += 1
      socket.on('error', () => {})
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
    })
    await once(server.listen(port, host), 'listening')
    t.teardown(() => server.close())
    const bound = server.address()
    return typeof bound === 'object' && bound ? bound.port : 0
  }
  const port = await listenOn('127.0.0.1', 0)
  await listenOn('::1', port).catch((error: NodeJS.ErrnoException) => {
    // A machine without IPv6 lacks this address.
    if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'EAFNOSUPPORT') throw error
  })
  return { port, seen: () => seen }
}

/** How many of the URLs the api refuses for subscriptions. */
async function countRefused(t: Test, databaseUrl: string, urls: string[]): Promise<number> {
  const receivers = { allowHttp: true, allowPrivateNetworks: false }
  const api = await testApp(t, { databaseUrl, receivers })
  const { key } = await api.createOrg()
  let refused = 0
  for (const url of urls) {
    const body = { url, events: ['PROJECT_CREATED'] }
    const { status: responseStatus } = await api.request('POST', '/webhooks/subscriptions', {
      key,
      body,
    })
    if (responseStatus !== 201) t.equal(responseStatus, 400, url)
    if (responseStatus === 400) refused += 1
  }
  return refused
}

async function errorsByUrl({ store }: Fixture): Promise<Map<string, (string | null)[]>> {
  const rows = await store.sql.query<{ url: string; errors: never }>(
    `select s.url, array_agg(a.error order by a.attempt) as errors
    from webhook_subscriptions s
      join webhook_deliveries d on d.subscription_id = s.id
      join webhook_attempts a on a.delivery_id = d.id
    group by s.url`,
  )
  return new Map(rows.map(({ url, errors }) => [url, errors]))
}

/** An allowed receiver redirects to a forbidden one; returns the connections to the forbidden one. */
async function redirected(t: Test, fixture: Fixture): Promise<number> {
  const target = await countConnections(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  receiver.script(...REDIRECTS.map((code) => redirect(`http://127.0.0.1:${target.port}/`, code)))
  receiver.fallback(status(500))
  const { organizationId } = await fixture.subscribe(receiver.url)
  await fixture.publish(organizationId, REDIRECTS.length)
  const dispatcher = await fixture.dispatch()
  await fixture.settled()
  await dispatcher.stop()
  t.equal(receiver.requests.length, REDIRECTS.length)
  return target.seen()
}

/** The control: counts connections from all hosts that resolve here, with private networks allowed. */
async function control(fixture: Fixture, dns: string, listener: ConnectionCount): Promise<number> {
  const before = listener.seen()
  const organizationId = await fixture.createOrg()
  for (const host of REACHABLE_HOSTS) {
    await fixture.subscribe(`http://${host}:${listener.port}/hook`, organizationId)
  }
  await fixture.publish(organizationId)
  const dispatcher = await fixture.dispatch({ dnsServers: [dns] })
  await fixture.settled()
  await dispatcher.stop()
  return listener.seen() - before
}
