// A webhook's error reveals nothing about the private network. docs/contract.md#c11-one-text

import { openFixture } from '@mediajobs/dispatcher/testing'
import { startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'

// The first resolves to this machine, the second does not resolve, the third has a forbidden port.
const UNREACHABLE = ['https://localhost/', 'https://nowhere.invalid/', 'https://127.0.0.1:8443/']
const SETTLED_LIMIT_MS = 60_000

/** Checks that a production dispatcher has one message for all refused addresses. */
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
