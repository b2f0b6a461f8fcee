import type { DispatcherOptions } from '@mediajobs/dispatcher'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { type TestApp, type TestOrganization, testApp } from '@mediajobs/testing/api/app'
import { startMailServer } from '@mediajobs/testing/dispatcher/mail-server'
import { eventually } from '@mediajobs/testing/eventually'
import type { Test } from 'tap'

export const DELIVERIES = 'https://jobs.example.test/deliveries'
export const SENDER = 'no-reply@jobs.example.test'

/** A row of `mails`. */
interface MailRow {
  id: string
  kind: string
  status: string
  recipient: string
  attempts: number
  error: string | null
}

/** The API, a mail server, and `dispatch`, which starts a dispatcher that sends mail. */
export async function mailService(
  t: Test,
  cell?: string,
  more: Parameters<typeof testApp>[1] = {},
) {
  const fixture = await openFixture(t)
  const { databaseUrl } = fixture
  const options = { databaseUrl, deliveryBaseUrl: DELIVERIES, trustProxy: true }
  const ofCell = cell === undefined ? {} : { cell }
  const service = await testApp(t, { ...options, ...ofCell, ...more, sendsMail: true })
  const smtp = await startMailServer(t)
  const dispatch = (port = smtp.port, settings: Partial<DispatcherOptions> = {}) =>
    fixture.dispatch({ mail: mailTo(port), cell, ...settings })
  return { ...fixture, service, smtp, dispatch, ...queueOf(service) }
}

function mailTo(port: number): NonNullable<DispatcherOptions['mail']> {
  const server = { host: '127.0.0.1', port, secure: false, requireTLS: false }
  return { server, from: SENDER, deliveryBaseUrl: DELIVERIES }
}

function queueOf(service: TestApp) {
  const { sql } = service.store
  const mails = () =>
    sql.query<MailRow & Record<string, unknown>>(
      'select id, kind, status, recipient, attempts, error from mails order by created_at, id',
    )
  return {
    mails,
    /** Waits until the mail queue is empty. */
    ended: (timeoutMs?: number) =>
      eventually(
        'the end of every mail',
        async () => (await mails()).every(({ status }) => status !== 'WAITING'),
        timeoutMs,
      ),
    /** Makes the next attempt of every mail due. */
    hurry: () => sql.query("update mails set next_attempt_at = now() where status = 'WAITING'"),
    /** A project with a customer. */
    async book(org: TestOrganization, fields: object = {}, customer: object = {}) {
      const { call } = org
      const email = `client-${crypto.randomUUID()}@example.test`
      const made = await call('POST', '/customers', { name: 'Ann Agent', email, ...customer })
      const booked = await call('POST', '/projects/create', {
        scheduledTime: '2026-05-01T09:30:00Z',
        customerId: made.body.id,
        addressLine1: '12 Main Street',
        ...fields,
      })
      return { call, customer: made.body, project: booked.body }
    },
  }
}

/** The first link in a mail's text that contains `part`. */
export function linkOf(mail: { parsed: { text?: string | undefined } } | undefined, part: string) {
  const links = mail?.parsed.text?.match(/https:\S+/g) ?? []
  return links.find((link) => link.includes(part)) ?? ''
}
