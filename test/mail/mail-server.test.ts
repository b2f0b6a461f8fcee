// docs/contract.md#c14-mail-attempts: a mail server that refuses, is down, hangs or is slow.
import { MAX_MAIL_ATTEMPTS, MAX_MAIL_CONNECTIONS } from '@mediajobs/domain'
import { claimMail, endMail, postponeMail } from '@mediajobs/operations/mail-jobs'
import { LEAST_ID } from '@mediajobs/operations/turns'
import { newEmail, peopleOf } from '@mediajobs/testing/api/people'
import { startMailServer, startSilentServer } from '@mediajobs/testing/dispatcher/mail-server'
import { eventually } from '@mediajobs/testing/eventually'
import t, { type Test } from 'tap'
import { mailService } from './support/mail-service.ts'

t.test('a server that accepts some mails', async (t) => {
  const { service, smtp, dispatch, hurry } = await mailService(t)
  await dispatch()

  async function invite(email = newEmail()) {
    const org = await service.createOrg()
    await peopleOf(service, org).invite(email)
    const list = async () => (await org.call('GET', '/mails')).body.data
    const attempted = (attempts: number) =>
      eventually(`attempt ${attempts}`, async () => {
        const [mail] = await list()
        return mail.attempts >= attempts && mail
      })
    const ended = () =>
      eventually('the end', async () => {
        const [mail] = await list()
        return mail.status !== 'WAITING' && mail
      })
    return { email, list, attempted, ended }
  }

  for (const [step, code] of [
    ['recipient', 550],
    ['data', 554],
  ] as const) {
    t.test(
      `a ${code} for the ${step} is final, and staff see the reason [c14-mail-attempts, c14-mail-list]`,
      async (t) => {
        const { email, ended } = await invite()
        smtp.refuse((to) => (to === email ? { step, code, text: 'No such\tuser' } : undefined))
        await hurry()
        t.match(await ended(), {
          kind: 'INVITATION',
          status: 'FAILED',
          recipient: email,
          error: `The mail server refused it: ${code} No such user`,
          nextAttemptAt: null,
        })
        t.strictSame(smtp.to(email), [])
      },
    )
  }

  t.test('a 451 is retried, and the mail is sent once [c14-mail-attempts]', async (t) => {
    const email = newEmail()
    smtp.refuse((to) => (to === email ? { step: 'recipient', code: 451 } : undefined))
    const { attempted, ended } = await invite(email)
    const waiting = await eventually('its next attempt', async () => {
      const mail = await attempted(1)
      return mail.error && mail
    })
    t.match(waiting, { status: 'WAITING', error: /^The mail server hasn't accepted it yet: 451/ })
    const waitMs = Date.parse(waiting.nextAttemptAt) - Date.now()
    t.ok(waitMs > 30_000 && waitMs <= 61_000, `${waitMs} ms`)
    smtp.refuse(() => undefined)
    await hurry()
    t.match(await ended(), { status: 'SENT', error: null, attempts: 2 })
    t.equal(smtp.to(email).length, 1)
  })

  t.test(
    `a mail that is always deferred fails after ${MAX_MAIL_ATTEMPTS} attempts [c14-mail-attempts]`,
    async (t) => {
      const email = newEmail()
      smtp.refuse((to) => (to === email ? { step: 'data', code: 452 } : undefined))
      const { attempted, ended } = await invite(email)
      await eventually('its next attempt', async () => (await attempted(1)).error)
      await service.store.sql.query(
        `update mails set attempts = ${MAX_MAIL_ATTEMPTS - 1}, next_attempt_at = now() where recipient = $1`,
        [email],
      )
      t.match(await ended(), {
        attempts: MAX_MAIL_ATTEMPTS,
        error: /^The mail server didn't accept it: 452/,
      })
    },
  )

  t.test("a mail that can't be sent within two days fails", async (t) => {
    const email = newEmail()
    smtp.refuse((to) => (to === email ? { step: 'data', code: 452 } : undefined))
    const { attempted, ended } = await invite(email)
    await attempted(1)
    await service.store.sql.query(
      `update mails set expires_at = now(), next_attempt_at = now() where status = 'WAITING'`,
    )
    t.match(await ended(), { status: 'FAILED', error: "The mail couldn't be sent in time." })
  })

  t.test("a refused mail doesn't hold up the others", async (t) => {
    const refused = newEmail()
    smtp.refuse((to) => (to === refused ? { step: 'data', code: 451 } : undefined))
    await invite(refused)
    const others = await Promise.all(Array.from({ length: 8 }, () => invite()))
    await Promise.all(others.map(({ ended }) => ended()))
    for (const { email } of others) t.equal(smtp.to(email).length, 1)
  })
})

/** Waiting invitations of one organization. */
async function waiting(t: Test, count: number) {
  const mail = await mailService(t)
  const org = await mail.service.createOrg()
  const emails = Array.from({ length: count }, newEmail)
  for (const email of emails) await peopleOf(mail.service, org).invite(email)
  return { ...mail, org, emails }
}

t.test(
  'an unreachable server uses no attempts; each mail is sent once afterwards [c14-mail-attempts]',
  async (t) => {
    const { smtp, dispatch, mails, emails } = await waiting(t, 12)
    const { port } = smtp
    await smtp.close()
    await dispatch(port)
    await eventually('a note for staff', async () => (await mails()).some(({ error }) => error))
    t.ok((await mails()).every(({ status, attempts }) => status === 'WAITING' && attempts <= 1))
    const again = await startMailServer(t, port)
    await again.waitFor(12, 60_000)
    for (const email of emails) t.equal(again.to(email).length, 1, email)
  },
)

for (const [step, code] of [
  ['connection', 554],
  ['sender', 550],
  ['data', 421],
] as const) {
  t.test(
    `a ${code} at the ${step} is the operator's to fix: no mail fails because of it`,
    async (t) => {
      const { smtp, dispatch, mails, ended } = await waiting(t, 3)
      smtp.refuse(() => ({ step, code }))
      await dispatch()
      await eventually('a note for staff', async () =>
        (await mails()).some(({ error }) => error?.startsWith("The mail server can't be used")),
      )
      t.ok(smtp.connections <= MAX_MAIL_CONNECTIONS + 2, `${smtp.connections} connections`)
      smtp.refuse(() => undefined)
      await ended(30_000)
      t.equal(smtp.mails.length, 3)
    },
  )
}

t.test(
  'a hanging server holds few connections, and the dispatcher shuts down in time',
  async (t) => {
    const silent = await startSilentServer(t)
    const { dispatch, mails } = await waiting(t, 10)
    const dispatcher = await dispatch(silent.port)
    await eventually('connections', async () => silent.open() === MAX_MAIL_CONNECTIONS)
    const beganAtMs = performance.now()
    await dispatcher.stop()
    t.ok(performance.now() - beganAtMs < 15_000)
    await eventually('no connection', async () => silent.open() === 0)
    t.ok((await mails()).every(({ status }) => status === 'WAITING'))
  },
)

t.test(
  'two dispatchers send each mail once, even with a slow server [c14-mail-once]',
  async (t) => {
    const { smtp, dispatch, ended, emails } = await waiting(t, 30)
    smtp.slow(100)
    await Promise.all([dispatch(), dispatch()])
    await ended(60_000)
    for (const email of emails) t.equal(smtp.to(email).length, 1, email)
    t.equal(new Set(smtp.mails.map(({ parsed }) => parsed.messageId)).size, emails.length)
  },
)

t.test(
  'a dispatcher that lost its lease writes nothing; the mail keeps its Message-ID [c14-mail-once]',
  async (t) => {
    const { smtp, dispatch, service, mails, ended } = await waiting(t, 1)
    smtp.slow(1_500)
    await dispatch()
    await eventually('the attempt', async () => (await mails())[0]?.attempts === 1)
    // As if its lease had ended: another dispatcher takes the mail while the first one still waits.
    await service.store.sql.query('update mails set next_attempt_at = now()')
    await ended()
    await smtp.waitFor(2)
    const [first, second] = smtp.mails
    t.equal(first?.parsed.messageId, second?.parsed.messageId)
    t.match(await mails(), [{ status: 'SENT', attempts: 2 }])
  },
)

t.test("an outcome is written only with the mail's current lease [c14-mail-once]", async (t) => {
  const { service, mails } = await waiting(t, 1)
  const { sql } = service.store
  const frozen = await claimMail(sql, LEAST_ID, 0)
  await eventually('the end of its lease', async () => claimMail(sql, LEAST_ID, 60_000))
  if (!frozen) throw new Error('no mail was claimed')
  t.equal(await endMail(sql, frozen, 'FAILED', 'too late'), false)
  const later = { delaySeconds: 1, error: 'too late', isCounted: true }
  t.equal(await postponeMail(sql, frozen, later), false)
  t.match(await mails(), [{ status: 'WAITING', error: null, attempts: 2 }])
})

t.test("an organization with many mails doesn't hold up another", async (t) => {
  const { smtp, dispatch, service } = await waiting(t, 60)
  smtp.slow(50)
  const other = newEmail()
  await peopleOf(service, await service.createOrg()).invite(other)
  await dispatch()
  await eventually('the mail of the other', async () => smtp.to(other).length === 1)
  t.ok(smtp.mails.length < 20, `${smtp.mails.length} mails before`)
})
