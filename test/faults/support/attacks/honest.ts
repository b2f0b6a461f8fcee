// Honest users near a limit, who must not be refused.
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '@mediajobs/domain'
import { startApi } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { anyNetwork } from './network.ts'
import type { Stage } from './stage.ts'

const EDITORS = 40
const PAGES = { short: 12, full: 100 }
const POLL_MS = 200
const IMPORT_LIMIT_MS = 240_000

/** The results as text: `40 editors behind one address signed in and worked`. */
export async function honestWork(t: Test, stage: Stage): Promise<string[]> {
  const results = [await editorsOfOneAddress(t, stage)]
  results.push(await longImport(t, stage))
  results.push(await pagesOfOneKey(t, stage))
  return results
}

async function editorsOfOneAddress(t: Test, stage: Stage): Promise<string> {
  const { service, store } = stage
  const org = await service.createOrg()
  const count = stage.isFull ? EDITORS : EDITORS / 4
  const members = await Promise.all(
    Array.from({ length: count }, () => service.createMember(org, 'EDITOR')),
  )
  // All get the owner's password hash: hashing is slow.
  await store.sql.queryOnce(
    `update users set password_hash = (select password_hash from users where id = $1)
     where id = any($2::uuid[])`,
    [org.userId, members.map(({ userId }) => userId)],
  )
  const network = { 'x-forwarded-for': anyNetwork() }
  const statuses = await Promise.all(
    members.map(async ({ email }) => {
      const signedIn = await stage.send({
        method: 'POST',
        path: '/auth/sessions',
        headers: { ...network, 'content-type': 'application/json' },
        body: () => JSON.stringify({ email, password: org.password }),
      })
      if (signedIn.outcome !== 201) return signedIn.outcome
      const { accessToken } = JSON.parse(signedIn.text)
      const session = { authorization: `Bearer ${accessToken}`, 'x-org-id': org.organizationId }
      const list = { method: 'GET', path: '/projects', headers: { ...network, ...session } }
      return (await stage.send(list)).outcome
    }),
  )
  t.strictSame([...new Set(statuses)], [200], 'editors behind one address are admitted')
  return `${count} editors behind one address signed in and worked`
}

async function longImport(t: Test, stage: Stage): Promise<string> {
  const { key } = await stage.service.createOrg()
  const count = stage.isFull ? MAX_IMPORT_ROWS : 500
  const notes = 'n'.repeat(Math.floor(MAX_IMPORT_BYTES / MAX_IMPORT_ROWS) - 200)
  const rows = Array.from({ length: count }, (_, n) => ({
    externalId: `${n}`,
    scheduledTime: '2026-05-01T09:30:00Z',
    notes,
  }))
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const path = '/bulk-imports/projects'
  const body = () => JSON.stringify({ rows })
  const accepted = await stage.send({ method: 'POST', path, headers, body })
  t.equal(accepted.outcome, 202, 'an import of long notes is accepted')
  const { id } = JSON.parse(accepted.text || '{}')
  for (const untilMs = Date.now() + IMPORT_LIMIT_MS; ; await pause(POLL_MS)) {
    const { text } = await stage.send({ method: 'GET', path: `/bulk-imports/${id}`, headers })
    const { status, succeeded } = JSON.parse(text || '{}')
    if (status !== 'COMPLETED' && Date.now() < untilMs) continue
    t.strictSame([status, succeeded], ['COMPLETED', count], 'every row of the import is stored')
    return `${count} rows of ${notes.length} characters imported`
  }
}

/** With production rate limits: after the wait given by a 429, a call succeeds. */
async function pagesOfOneKey(t: Test, stage: Stage): Promise<string> {
  const { url, end } = await startApi(t, stage.databaseUrl)
  const count = stage.isFull ? PAGES.full : PAGES.short
  const headers = { 'x-api-key': await stage.attacker.keyWith('READ') }
  const refusals = new Set<string>()
  const startedMs = performance.now()
  for (let pages = 0; pages < count; ) {
    const response = await fetch(`${url}/projects?limit=100`, { headers })
    const { code } = (await response.json()) as { code?: string }
    if (response.status === 200) pages += 1
    else refusals.add(`${response.status} ${code}`)
    if (response.status !== 200 && response.status !== 429) break
    if (response.status === 429) await pause(1_000 * Number(response.headers.get('retry-after')))
  }
  await end('SIGKILL')
  t.strictSame([...refusals], ['429 rate_limited'], 'only the rate limit of the key refuses calls')
  return `${count} pages of one key in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`
}
