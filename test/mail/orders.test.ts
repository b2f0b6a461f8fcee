// docs/contract.md#c20-mail: order mails to clients and managers.
import { openEmulator } from '@mediajobs/testing/api/card-studio'
import { type OrderingStudio, orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import t from 'tap'
import { linkOf, mailService } from './support/mail-service.ts'

const emulator = await openEmulator(t)
const { service, smtp, dispatch, ended, hurry } = await mailService(t, undefined, {
  paymentsApiUrl: emulator.url,
})
await dispatch(smtp.port, { paymentsApiUrl: emulator.url })

async function managerOf({ org }: OrderingStudio): Promise<string> {
  const [row] = await service.store.sql.query<{ email: string }>(
    'select email from users where id = $1',
    [org.userId],
  )
  return row?.email ?? ''
}

const subjects = (address: string) => smtp.to(address).map(({ parsed }) => parsed.subject)

t.test('a confirmed order is mailed to its client and to the managers [c20-mail]', async (t) => {
  const studio = await orderingStudio(service, emulator)
  const { token, session, body } = await studio.order(await studio.form())
  emulator.pay(session)
  await studio.reaches(token, 'CONFIRMED')
  await ended()
  const { email, name } = body.customer
  const confirmation = smtp.to(email).find(({ parsed }) => parsed.subject?.startsWith('Order'))
  t.equal(confirmation?.parsed.subject, 'Order confirmed: 12 Main Street, Springfield')
  t.match(confirmation?.parsed.text, 'Total: $250.00. Paid: $250.00.')
  const path = new URL(linkOf(confirmation, '/orders/')).pathname
  t.equal(path, `/orders/${token}`)
  t.match((await studio.stranger('GET', path)).body, { status: 'CONFIRMED' })
  t.same(subjects(email).length, 2, 'and the receipt; the paid invoice asks for nothing')
  const [told, ...more] = smtp.to(await managerOf(studio))
  t.equal(more.length, 0)
  t.equal(told?.parsed.subject, `New order: ${name}`)
  const { projectId } = await studio.newest()
  t.match(linkOf(told, '/projects/'), `/app/${studio.org.organizationId}/projects/${projectId}`)
  const { data } = (await studio.call('GET', '/mails?kind=NEW_ORDER')).body
  t.match(data, [{ status: 'SENT', orderId: (await studio.newest()).id }])
})

t.test('a requested order is mailed, then its refusal with the refund [c20-mail]', async (t) => {
  const studio = await orderingStudio(service, emulator)
  const { token, session, body } = await studio.order(
    await studio.form({ confirmation: 'BY_STAFF' }),
  )
  emulator.pay(session)
  await studio.reaches(token, 'REQUESTED')
  await ended()
  const { email, name } = body.customer
  t.same(subjects(email), ['Test Studio received your order'])
  t.same(subjects(await managerOf(studio)), [`New order to confirm: ${name}`])
  const { id } = await studio.newest()
  await studio.call('POST', `/orders/${id}/decline`, { reason: 'Fully booked' })
  await ended()
  const declined = smtp.to(email).find(({ parsed }) => parsed.subject?.includes("can't take"))
  t.equal(declined?.parsed.subject, "Test Studio can't take your order")
  t.match(declined?.parsed.text, 'Your payment of $250.00 is being refunded.')
  t.match(declined?.parsed.text, '> Fully booked')
})

t.test(
  'a client who cancels is mailed once: the time they give up, and the refund [c20-mail]',
  async (t) => {
    const studio = await orderingStudio(service, emulator)
    const changePolicy = {
      clientUntilHours: 0,
      currency: 'USD',
      rules: [{ on: 'CANCEL', withinHours: 8_784, feeAmount: 5_000 }],
    }
    await studio.call('PATCH', '/organization', { changePolicy })
    const form = await studio.form()
    const cancelled = async (customer: object) => {
      const { token, session, body } = await studio.order(form, { customer })
      emulator.pay(session)
      await studio.reaches(token, 'CONFIRMED')
      const { data: slots } = (await studio.stranger('GET', `/orders/${token}/slots`)).body
      const { startsAt } = slots.at(-1)
      const moved = { startsAt, expectedFeeAmount: 0 }
      t.equal((await studio.stranger('POST', `/orders/${token}/reschedule`, moved)).status, 200)
      const cancel = () =>
        studio.stranger('POST', `/orders/${token}/cancel`, { expectedFeeAmount: 5_000 })
      t.equal((await cancel()).status, 200)
      t.equal((await cancel()).status, 200, 'a repeat is a no-op')
      await ended()
      const mails = smtp.to(body.customer.email).map(({ parsed }) => parsed)
      return { token, startsAt, mails }
    }
    const domain = `${studio.org.organizationId}.test`
    const english = await cancelled({ name: 'Ann', email: `ann@${domain}` })
    const [mail, ...more] = english.mails.filter(({ subject }) => subject?.includes('canceled'))
    t.equal(more.length, 0)
    t.equal(mail?.subject, 'Booking canceled: 12 Main Street, Springfield')
    t.match(mail?.text, 'You canceled your booking with Test Studio for 12 Main Street')
    const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
    const lastTime = new Intl.DateTimeFormat('en', day).format(new Date(english.startsAt))
    t.match(mail?.text, lastTime, 'not the first one')
    t.match(mail?.text, '$200.00 is being refunded to you.')
    t.match(mail?.text, `/orders/${english.token}`)
    t.match(mail?.text, `/my/${studio.org.organizationId}`)
    const spanish = await cancelled({ name: 'Ana', email: `ana@${domain}`, language: 'es' })
    const reserva = spanish.mails.find(({ subject }) => subject?.startsWith('Reserva cancelada'))
    t.match(reserva?.text, 'Usted canceló su reserva con Test Studio para 12 Main Street')
    t.match(reserva?.text, /Le devolvemos .*200\.00/)
    const { data } = (await studio.call('GET', '/mails?kind=ORDER_CANCELLED')).body
    t.match(data, [{ status: 'SENT' }, { status: 'SENT' }])
  },
)

t.test(
  "a conflict is explained honestly, in the client's language [c20-mail, c20-late]",
  async (t) => {
    const studio = await orderingStudio(service, emulator)
    const form = await studio.form({ confirmation: 'BY_STAFF', payment: 'NONE' })
    const customer = { name: 'Ana', email: `ana@${studio.org.organizationId}.test`, language: 'es' }
    const { startsAt } = await studio.order(form, { customer })
    await ended()
    await studio.call('POST', '/projects/create', {
      scheduledTime: startsAt,
      technicianId: studio.technician.userId,
    })
    const { id } = await studio.newest()
    await studio.call('POST', `/orders/${id}/confirm`)
    await ended()
    const [first, ...later] = subjects(customer.email)
    t.equal(first, 'Test Studio recibió su pedido')
    // Mails of one transaction go out in any order.
    t.match(later.sort(), [
      /^Factura INV-/,
      'Su pedido necesita otra hora: 12 Main Street, Springfield',
    ])
  },
)

t.test('a customer who unsubscribed gets no mail [c20-mail]', async (t) => {
  const studio = await orderingStudio(service, emulator)
  const email = `quiet@${studio.org.organizationId}.test`
  await studio.call('POST', '/customers', { name: 'Quiet', email, mailOptOut: true })
  await studio.order(await studio.form({ payment: 'NONE' }), {
    customer: { name: 'Quiet', email: email.toUpperCase() },
  })
  await ended()
  t.same(subjects(email), [])
  t.same(subjects(email.toUpperCase()), [])
})

t.test('an order that costs nothing asks for no payment [c20-mail]', async (t) => {
  const studio = await orderingStudio(service, emulator)
  await studio.call('POST', '/discounts', { code: 'FREE', percentBasisPoints: 10_000 })
  const selection = { ...studio.selection, discountCode: 'FREE' }
  const { body } = await studio.order(await studio.form({ payment: 'NONE' }), { selection })
  await ended()
  const invoice = smtp
    .to(body.customer.email)
    .find(({ parsed }) => /INV-/.test(parsed.subject ?? ''))
  t.match(invoice?.parsed.text, 'is ready: $0.00.')
  t.notMatch(invoice?.parsed.text, /\bpay /i)
  t.match(invoice?.parsed.text, 'View receipt')
})

t.test(
  'a client who moved their booking is mailed the new time [c20-mail, c21-mail]',
  async (t) => {
    const studio = await orderingStudio(service, emulator)
    await studio.call('PATCH', '/organization', {
      changePolicy: { clientUntilHours: 0, freeReschedules: 0, rules: [] },
    })
    const form = await studio.form({ payment: 'NONE' })
    const { token, body } = await studio.order(form)
    const startsAt = (await studio.slots(form)).at(-1)
    const moved = await studio.stranger('POST', `/orders/${token}/reschedule`, {
      startsAt,
      expectedFeeAmount: 0,
    })
    t.equal(moved.status, 200)
    await ended()
    const mail = smtp
      .to(body.customer.email)
      .find(({ parsed }) => /moved/.test(parsed.subject ?? ''))
    t.match(mail?.parsed.text, 'You moved your appointment at 12 Main Street, Springfield from ')
    t.notMatch(mail?.parsed.text, 'Test Studio has moved')
  },
)

t.test('managers are mailed when a client moves or cancels their booking [c20-mail]', async (t) => {
  const studio = await orderingStudio(service, emulator)
  const manager = await service.createMember(studio.org, 'MANAGER')
  const technician = await service.createMember(studio.org, 'TECHNICIAN')
  const changePolicy = {
    clientUntilHours: 0,
    freeReschedules: 0,
    currency: 'USD',
    rules: [
      { on: 'RESCHEDULE', withinHours: 8_784, feeAmount: 2_500 },
      { on: 'CANCEL', withinHours: 8_784, feeAmount: 5_000 },
    ],
  }
  await studio.call('PATCH', '/organization', { changePolicy })
  const form = await studio.form()
  const { token, session, body } = await studio.order(form)
  emulator.pay(session)
  await studio.reaches(token, 'CONFIRMED')
  await ended()
  const before = new Set(smtp.mails)
  const toldNow = (address: string) =>
    smtp.to(address).filter((mail) => !before.has(mail) && before.add(mail))
  const { name } = body.customer
  const { projectId } = await studio.newest()
  const project = `/app/${studio.org.organizationId}/projects/${projectId}`

  const startsAt = (await studio.slots(form)).at(-1)
  const move = { startsAt, expectedFeeAmount: 2_500 }
  for (const repeated of [move, { ...move, expectedFeeAmount: 0 }]) {
    const moved = await studio.stranger('POST', `/orders/${token}/reschedule`, repeated)
    t.equal(moved.status, 200)
  }
  await ended()
  const [moved, ...repeats] = toldNow(await managerOf(studio))
  t.same(repeats, [], 'once, even if the request is repeated')
  t.equal(moved?.parsed.subject, `Rescheduled by the client: ${name}`)
  t.match(
    moved?.parsed.text,
    `${name} moved their appointment at 12 Main Street, Springfield from `,
  )
  const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  const newDay = new Intl.DateTimeFormat('en', day).format(new Date(startsAt ?? ''))
  t.match(moved?.parsed.text, `New time: ${newDay}`)
  t.match(moved?.parsed.text, 'They owe a fee of $25.00.')
  t.match(linkOf(moved, '/projects/'), project)
  t.notMatch(moved?.source, /^List-Unsubscribe/m)
  t.equal(toldNow(manager.email).length, 1)

  const cancel = { expectedFeeAmount: 5_000 }
  t.equal((await studio.stranger('POST', `/orders/${token}/cancel`, cancel)).status, 200)
  await ended()
  const [cancelled, ...more] = toldNow(await managerOf(studio))
  t.same(more, [])
  t.equal(cancelled?.parsed.subject, `Canceled by the client: ${name}`)
  t.match(cancelled?.parsed.text, `${name} canceled their booking for 12 Main Street, Springfield`)
  t.match(cancelled?.parsed.text, newDay, 'the time that is free again')
  t.match(cancelled?.parsed.text, '$200.00 is being refunded.')
  t.match(linkOf(cancelled, '/projects/'), project)
  t.equal(toldNow(manager.email).length, 1)
  t.same(toldNow(technician.email), [])
  const { data } = (await studio.call('GET', '/mails?kind=ORDER_CHANGED')).body
  t.equal(data.length, 4)
  t.match(data[0], { status: 'SENT', projectId, rescheduleId: null })
})

t.test("managers aren't mailed about their own changes [c20-mail]", async (t) => {
  const studio = await orderingStudio(service, emulator)
  const form = await studio.form({ payment: 'NONE' })
  await studio.order(form)
  const { projectId } = await studio.newest()
  const scheduledTime = (await studio.slots(form)).at(-1)
  const steps = { reschedule: { scheduledTime, notifyCustomer: true }, cancel: {} }
  for (const [step, body] of Object.entries(steps)) {
    t.equal((await studio.call('POST', `/projects/${projectId}/${step}`, body)).status, 200)
  }
  t.same((await studio.call('GET', '/mails?kind=ORDER_CHANGED')).body.data, [])
})

t.test(
  'a move is dropped from the mail queue once the booking is canceled [c20-mail]',
  async (t) => {
    const studio = await orderingStudio(service, emulator)
    const changePolicy = { clientUntilHours: 0, freeReschedules: 9, rules: [] }
    await studio.call('PATCH', '/organization', { changePolicy })
    const form = await studio.form({ payment: 'NONE' })
    const { token } = await studio.order(form)
    await ended()
    const told = await managerOf(studio)
    smtp.refuse((to) => (to === told ? { step: 'recipient', code: 451 } : undefined))
    const startsAt = (await studio.slots(form)).at(-1)
    const free = { expectedFeeAmount: 0 }
    await studio.stranger('POST', `/orders/${token}/reschedule`, { startsAt, ...free })
    await studio.stranger('POST', `/orders/${token}/cancel`, free)
    smtp.refuse(() => undefined)
    await hurry()
    await ended(200_000)
    const [, latest, ...more] = subjects(told)
    t.match(latest, /^Canceled by the client/)
    t.same(more, [])
  },
)
