import { newId } from '@mediajobs/db'
import { mails } from '@mediajobs/db/schema'
import { type Fixture, openFixture } from '@mediajobs/dispatcher/testing'
import { MAX_MAIL_CONNECTIONS } from '@mediajobs/domain'
import { startMailServer, startSilentServer } from '@mediajobs/testing/dispatcher/mail-server'
import { type ServiceProcess, startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { quantile, subscribeWatchfully, type WatchfulTenant } from './support/arrivals.ts'
import { prove } from './support/fault.ts'

const EVERY_MS = 10
const FIRST_TRY_LIMIT_MS = 1_000
const WRITTEN_AT_ONCE = 1_000

const INVITED = `
  with person as (
    insert into users (id, email) select id, id || '@example.test' from unnest($2::uuid[]) as id
  ), member as (
    insert into memberships (organization_id, user_id, name, role, accepted_at)
    select $1, id, 'Nina New', 'EDITOR', null from unnest($2::uuid[]) as id
  )
  insert into invitations (token_hash, organization_id, user_id, expires_at)
  select uuid_send(id), $1, id, now() + interval '7 days' from unnest($2::uuid[]) as id`

await prove({
  id: 'F30',
  promise:
    'a mail server that is down, hanging, refusing or slow delays no webhook; each mail is sent once',
  rules: '[c14-mail-queue]',
  target:
    'first try of webhooks < 1 s (p99) while 10,000 mails wait, at most 4 connections to a server that hangs; afterwards each mail arrives once',
  async run({ t, isFull }) {
    const waiting = isFull ? 10_000 : 500
    const events = isFull ? 400 : 40
    const figures: string[] = []
    let isMet = true
    const note = (name: string, latenciesMs: readonly number[], isKept = true) => {
      const p99Ms = quantile(latenciesMs, 0.99)
      figures.push(`${name} ${p99Ms.toFixed(0)} ms`)
      isMet &&= p99Ms < FIRST_TRY_LIMIT_MS && isKept
    }

    const quiet = await openSite(t, 0)
    await quiet.start(t)
    note('without mail', await quiet.measure(events))
    await quiet.stop()

    const silent = await startSilentServer(t)
    const hanging = await openSite(t, waiting)
    await hanging.start(t, silent.port)
    const behindHanging = await hanging.measure(events)
    const open = silent.open()
    await hanging.stop()
    note('hanging', behindHanging, open > 0 && open <= MAX_MAIL_CONNECTIONS)

    // Nothing listens on a closed server's port.
    const gone = await startMailServer(t)
    await gone.close()
    const down = await openSite(t, waiting)
    await down.start(t, gone.port)
    note('down', await down.measure(events))
    await down.stop()

    const refusing = await startMailServer(t)
    refusing.refuse(() => ({ step: 'connection', code: 554 }))
    const refused = await openSite(t, waiting)
    await refused.start(t, refusing.port)
    note('refusing', await refused.measure(events), refusing.mails.length === 0)
    await refused.stop()

    const smtp = await startMailServer(t)
    const sending = await openSite(t, isFull ? 1_000 : 100)
    await sending.start(t, smtp.port)
    note('sending', await sending.measure(events))
    await smtp.waitFor(sending.recipients.length, 300_000)
    const twice = sending.recipients.filter((each) => smtp.to(each).length !== 1)
    isMet &&= twice.length === 0
    return {
      figure: `${waiting} mails waiting, p99 of first tries: ${figures.join(', ')}; ${open} connections to the server that hangs; ${smtp.mails.length} mails sent, ${twice.length} of them not once`,
      isMet,
    }
  },
})

interface Site {
  recipients: readonly string[]
  start(t: Test, port?: number): Promise<void>
  measure(events: number): Promise<number[]>
  /** Kills the dispatcher, so it takes no processor time from the next site's. */
  stop(): Promise<void>
}

/** A tenant with webhooks, and an organization with waiting mails. */
async function openSite(t: Test, waiting: number): Promise<Site> {
  const fixture = await openFixture(t)
  const tenant: WatchfulTenant = await subscribeWatchfully(t, fixture)
  const recipients = await invite(fixture, waiting)
  let dispatcher: ServiceProcess | undefined
  return {
    recipients,
    async start(t, port) {
      const mail = port && {
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        DELIVERY_BASE_URL: 'https://jobs.example.test/deliveries',
      }
      dispatcher = await startDispatcher(t, fixture.databaseUrl, { ...mail })
      await tenant.measure(30, EVERY_MS)
    },
    measure: (events) => tenant.measure(events, EVERY_MS),
    async stop() {
      await dispatcher?.end('SIGKILL')
    },
  }
}

/** Queues mails to invited people. @returns their addresses */
async function invite({ store, createOrg }: Fixture, count: number): Promise<string[]> {
  const organizationId = await createOrg()
  const ids = Array.from({ length: count }, newId)
  for (let at = 0; at < count; at += WRITTEN_AT_ONCE) {
    const part = ids.slice(at, at + WRITTEN_AT_ONCE)
    await store.sql.query(INVITED, [organizationId, part])
    await store.sql.orm.insert(mails).values(
      part.map((userId) => ({
        organizationId,
        id: newId(),
        kind: 'INVITATION' as const,
        status: 'WAITING' as const,
        recipient: `${userId}@example.test`,
        userId,
        invitationHash: Buffer.from(userId.replaceAll('-', ''), 'hex'),
        nextAttemptAt: '2026-01-01T00:00:00.000Z',
        expiresAt: '2199-12-31T00:00:00.000Z',
      })),
    )
  }
  return ids.map((id) => `${id}@example.test`)
}
