// docs/contract.md#c16-disabled-event
import { setTimeout as pause } from 'node:timers/promises'
import { newEmail, peopleOf } from '@mediajobs/testing/api/people'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import t from 'tap'
import { linkOf, mailService } from './support/mail-service.ts'

t.test(
  'administrators get one mail each when a webhook is disabled [c16-disabled-event]',
  async (t) => {
    const { service, smtp, dispatch, ended } = await mailService(t)
    const org = await service.createOrg()
    const { call } = org
    const receiver = await startReceiver({ fallback: status(500) })
    t.teardown(() => receiver.close())
    const { body: subscription } = await call('POST', '/webhooks/subscriptions', {
      url: receiver.url,
      events: ['CUSTOMER_CREATED'],
    })
    const manager = newEmail()
    await peopleOf(service, org).invite(manager, 'MANAGER')
    await dispatch(smtp.port, { disableAfterMs: 300, retryDelaysMs: [400, 60_000] })
    await call('POST', '/customers', { name: 'Ann', email: 'ann@example.com' })
    await receiver.waitFor(2)
    const disabled = async () => {
      const { body } = await call('GET', '/mails?kind=WEBHOOK_DISABLED')
      return body.data
    }
    while ((await disabled()).length === 0) await pause(50)
    await ended()
    const [mail, ...more] = await disabled()
    t.strictSame(more, [], "the manager isn't an administrator")
    t.match(mail, { status: 'SENT', subscriptionId: subscription.id, userId: org.userId })
    const [sent] = smtp.to(mail.recipient)
    t.match(sent?.parsed.subject, 'A webhook was disabled')
    t.match(sent?.parsed.text, receiver.url)
    t.match(sent?.parsed.text, /Every attempt has failed since/)
    t.equal(
      sent && linkOf(sent, 'https://jobs.example.test/app/'),
      `https://jobs.example.test/app/${org.organizationId}/developers/webhooks/${subscription.id}`,
    )
  },
)

t.test(
  'a webhook reenabled before its mail is sent causes no mail [c16-disabled-event]',
  async (t) => {
    const { service, store, dispatch, ended, subscribe, smtp, mails } = await mailService(t)
    const { organizationId } = await service.createOrg()
    const { id } = await subscribe('http://127.0.0.1:9/', organizationId)
    await store.sql.query(
      `insert into mails (organization_id, id, kind, status, recipient, user_id, subscription_id,
       expires_at, next_attempt_at)
     select organization_id, uuid_v7(), 'WEBHOOK_DISABLED', 'WAITING', 'ann@example.com', user_id,
       $2, now() + interval '1 day', now()
     from memberships where organization_id = $1`,
      [organizationId, id],
    )
    await dispatch()
    await ended()
    t.match(await mails(), [{ status: 'CANCELLED', error: /no longer switched off/ }])
    t.strictSame(smtp.to('ann@example.com'), [])
  },
)
