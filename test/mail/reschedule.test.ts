// docs/contract.md#c21-mail
import t from 'tap'
import { mailService } from './support/mail-service.ts'

const { service, smtp, dispatch, ended, book } = await mailService(t)

async function studio(customer: object = {}) {
  const org = await service.createOrg()
  const booked = await book(org, {}, customer)
  await booked.call('PATCH', '/organization', { timeZone: 'America/Los_Angeles', locale: 'en-US' })
  const move = (body: object = {}) =>
    booked.call('POST', `/projects/${booked.project.id}/reschedule`, {
      scheduledTime: '2026-06-02T17:00:00Z',
      notifyCustomer: true,
      ...body,
    })
  return { ...booked, move }
}

const early = await studio()
await early.move()
await early.move({ scheduledTime: '2026-06-03T17:00:00Z' })
await dispatch()

t.test('a moved appointment is mailed with both times and the fee [c21-mail]', async (t) => {
  const { call, customer, move } = await studio()
  const rules = [{ on: 'RESCHEDULE', withinHours: 24, feeAmount: 5_000 }]
  await call('PATCH', '/organization', { changePolicy: { currency: 'USD', rules } })
  await move()
  await ended()
  const [mail, ...more] = smtp.to(customer.email)
  t.equal(more.length, 0)
  t.equal(mail?.parsed.subject, 'Your appointment has moved: 12 Main Street')
  t.match(
    mail?.parsed.text,
    'Test Studio has moved your appointment at 12 Main Street from May 1, 2026 at 2:30 AM PDT.',
  )
  t.match(mail?.parsed.text, 'New time: June 2, 2026 at 10:00 AM PDT')
  t.match(mail?.parsed.text, 'The fee for this change is $50.00.')
  t.notMatch(mail?.parsed.html, 'undefined')
  const { data } = (await call('GET', '/mails?kind=RESCHEDULE')).body
  t.match(data, [{ kind: 'RESCHEDULE', status: 'SENT', customerId: customer.id }])
})

t.test("the mail is in the customer's language [c21-mail]", async (t) => {
  const { customer, move } = await studio({ language: 'es' })
  await move()
  await ended()
  const [mail] = smtp.to(customer.email)
  t.equal(mail?.parsed.subject, 'Su cita cambió de hora: 12 Main Street')
  t.notMatch(mail?.parsed.text, 'cargo', 'without a fee, none is mentioned')
})

t.test(
  'a move is mailed only on request, and not to customers who unsubscribed [c21-mail]',
  async (t) => {
    const quiet = await studio()
    await quiet.move({ notifyCustomer: false })
    const gone = await studio({ mailOptOut: true })
    await gone.move()
    await ended()
    for (const { customer } of [quiet, gone]) t.strictSame(smtp.to(customer.email), [])
  },
)

t.test('of several moves, only the last is mailed [c21-mail]', async (t) => {
  await ended()
  const mails = smtp.to(early.customer.email)
  t.equal(mails.length, 1)
  t.match(mails[0]?.parsed.text, 'June 3, 2026')
})
