// Own process: it measures the heap.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { connectAgent } from '../support/agent.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const SESSIONS = 100
// A leaked session with a list of 40 tools would take about 200 kB.
const MOST_KEPT_BYTES = 8_000_000

const service = await sharedApp()
const org = await service.createOrg()

async function sessions(): Promise<void> {
  const agents = await Promise.all(
    Array.from({ length: SESSIONS }, () => connectAgent(service.url, { 'x-api-key': org.key })),
  )
  await Promise.all(agents.map(({ tools }) => tools()))
  await Promise.all(agents.map(({ call }) => call('listProjects')))
  await Promise.all(agents.map(({ close }) => close()))
}

async function heapBytes(): Promise<number> {
  for (let i = 0; i < 5; i++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}

t.test('100 concurrent sessions leak no memory [c24-stateless]', async (t) => {
  // Warms caches.
  await sessions()
  const before = await heapBytes()
  await sessions()
  const kept = (await heapBytes()) - before
  t.ok(kept < MOST_KEPT_BYTES, `${kept} bytes`)
})
