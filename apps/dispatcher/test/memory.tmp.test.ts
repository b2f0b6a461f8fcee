import { readFileSync } from 'node:fs'
import t from 'tap'
import { openBench } from './support/bench.ts'
import { startProcess } from './support/process.ts'
import { startReceiver } from './support/receiver.ts'

t.test('x', async (t) => {
  const bench = await openBench(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const N = 30000
  for (let i = 0; i < 10; i++) {
    const s = await bench.subscribe(`${receiver.url}/a${i}`)
    await bench.publish(s.organizationId, N / 10)
  }
  const began = Date.now()
  const p = startProcess(t, bench.databaseUrl, { LOG_LEVEL: 'warn' })
  for (;;) {
    await new Promise((r) => setTimeout(r, 1000))
    const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${p.child.pid}/status`, 'utf8'))?.[1]
    console.log(Date.now() - began, receiver.requests.length, Math.round(Number(rss) / 1024))
    receiver.requests.length > 0
    if ((await bench.countJobs()) === 0) break
  }
  console.log(p.log, p.errorText())
})
