import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase } from '@mediajobs/db/testing'
import { type Member, type TestApp, testApp } from '@mediajobs/testing/api/app'
import { type ApiProcess, startApi } from '@mediajobs/testing/service/process'
import { prove } from './support/fault.ts'

const FULL_ROUNDS = 20
const BEFORE_MS = 250
const AFTER_MS = 250
const CLIENTS_EACH = 4
// A session is limited to 50 calls a second. More would get a 429 instead.
const PAUSE_MS = 100

type Headers = Record<string, string>

/** A credential in use, and the call that ends it. */
interface Ending {
  name: string
  headers: Headers
  /** Ends the credential; resolves with the response's status. */
  end(url: string): Promise<number>
}

/** One request with the credential. */
interface Used {
  startedMs: number
  status: number
  process: number
}

await prove({
  id: 'F21',
  promise:
    'after the response to a revocation, no process serves the key, nor a session that was ended or whose user was deactivated',
  rules: '[i5-stops]',
  target: '0 served of the requests that began after the response, on every process',
  async run({ t, isFull }) {
    const { url: databaseUrl } = await createTestDatabase(t)
    const service = await testApp(t, { databaseUrl })
    const processes = await Promise.all(
      Array.from({ length: isFull ? 4 : 2 }, () =>
        startApi(t, databaseUrl, { RATE_LIMITS: '100000/1s' }),
      ),
    )
    let [served, late, endings] = [0, 0, 0]
    for (let round = 0; round < (isFull ? FULL_ROUNDS : 1); round += 1) {
      for (const ending of await endingsOf(service)) {
        const { respondedMs, used } = await endUnderLoad(ending, processes, round)
        const before = used.filter(({ startedMs }) => startedMs <= respondedMs)
        const after = used.filter(({ startedMs }) => startedMs > respondedMs)
        for (const [i] of processes.entries()) {
          const wasServed = before.some(({ status, process }) => process === i && status === 200)
          t.ok(wasServed, `${ending.name}: process ${i} served it before`)
          t.ok(
            after.some(({ process }) => process === i),
            `${ending.name}: process ${i} was asked`,
          )
        }
        endings += 1
        late += after.length
        served += after.filter(({ status }) => status !== 401).length
      }
    }
    return {
      figure: `${endings} credentials ended under load on ${processes.length} processes: ${served} of ${late} later requests served`,
      isMet: served === 0 && late > 0,
    }
  },
})

/** Every way a credential in use can end. */
async function endingsOf(service: TestApp): Promise<Ending[]> {
  const org = await service.createOrg()
  const admin = { 'x-api-key': org.key, 'content-type': 'application/json' }
  const ask = (method: string, path: string, headers: Headers, body?: object) => (url: string) =>
    statusOf(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const newMember = () => service.createMember(org, 'MANAGER')
  const deactivate = ({ userId }: Member) =>
    ask('PATCH', `/users/${userId}`, admin, { active: false })

  const [keyHolder, keyOwner, signedIn, signedOut] = await Promise.all([
    newMember(),
    newMember(),
    newMember(),
    newMember(),
  ])
  const revoked = { 'x-api-key': await keyHolder.keyWith('READ') }
  const { body: current } = await service.request('GET', '/api-keys/current', {
    key: revoked['x-api-key'],
  })
  const session = async (member: Member) => ({
    authorization: `Bearer ${await member.token()}`,
    'x-org-id': org.organizationId,
  })
  const [held, ended] = [await session(signedIn), await session(signedOut)]
  return [
    {
      name: 'a revoked key',
      headers: revoked,
      end: ask('DELETE', `/api-keys/${current.id}`, { 'x-api-key': org.key }),
    },
    {
      name: "a deactivated user's key",
      headers: { 'x-api-key': await keyOwner.keyWith('READ') },
      end: deactivate(keyOwner),
    },
    { name: "a deactivated user's session", headers: held, end: deactivate(signedIn) },
    {
      name: 'an ended session',
      headers: ended,
      end: ask('DELETE', '/auth/sessions/current', { authorization: ended.authorization }),
    },
  ]
}

/** Uses the credential continuously on every process, and ends it on one of them meanwhile. */
async function endUnderLoad(ending: Ending, processes: readonly ApiProcess[], round: number) {
  const used: Used[] = []
  let isOver = false
  const isSession = 'authorization' in ending.headers
  const use = async (url: string, process: number) => {
    while (!isOver) {
      const startedMs = performance.now()
      used.push({ startedMs, process, status: await statusOf(`${url}/projects`, ending) })
      if (isSession) await pause(PAUSE_MS)
    }
  }
  const clients = processes.flatMap(({ url }, i) =>
    Array.from({ length: isSession ? 1 : CLIENTS_EACH }, () => use(url, i)),
  )
  await pause(BEFORE_MS)
  const status = await ending.end(processes[round % processes.length]?.url ?? '')
  const respondedMs = performance.now()
  if (status >= 300) throw new Error(`${ending.name}: the call that ends it got a ${status}`)
  await pause(AFTER_MS)
  isOver = true
  await Promise.all(clients)
  return { respondedMs, used }
}

async function statusOf(url: string, init: RequestInit): Promise<number> {
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response.status
}
