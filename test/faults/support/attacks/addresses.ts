// What a webhook's error says about the network inside. docs/contract.md#c11-one-text

import { openFixture } from '@mediajobs/testing/dispatcher/fixture'
import { startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'

// One that resolves to this machine, one that is nowhere, and one on a port that is closed to webhooks.
const UNREACHABLE = ['https://localhost/', 'https://nowhere.invalid/', 'https://127.0.0.1:8443/']
const SETTLED_LIMIT_MS = 60_000

/** Whether a production dispatcher gives one text for all addresses that it does not connect to. */
export async function oneTextForAddresses(t: Test): Promise<string> {
  const fixture = await openFixture(t)
  const { organizationId } = await fixture.subscribe(UNREACHABLE[0] ?? '')
  for (const url of UNREACHABLE.slice(1)) await fixture.subscribe(url, organizationId)
  await startDispatcher(t, fixture.databaseUrl, {
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'false',
    WEBHOOK_ALLOW_HTTP: 'false',
    WEBHOOK_RETRY_DELAYS: '10ms',
  })
  await fixture.publish(organizationId)
  await fixture.settled(SETTLED_LIMIT_MS)
  const texts = new Set((await fixture.deliveries()).map(({ error }) => error))
  t.equal(texts.size, 1, `one text for every address: ${[...texts].join(' | ')}`)
  return `${texts.size} text for ${UNREACHABLE.length} addresses that can't be reached`
}
