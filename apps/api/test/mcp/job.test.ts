import { sharedApp } from '@mediajobs/testing/api/app'
import { openStudio, put } from '@mediajobs/testing/api/studio'
import t from 'tap'
import { connectAgent } from '../support/agent.ts'

const service = await sharedApp()

t.test(
  'an agent can take a job from booking to delivery and payment [c24-mcp, c24-tools]',
  async (t) => {
    const { org, call: rest } = await openStudio(service)
    const key = await org.keyWith('WRITE')
    const agent = await connectAgent(service.url, { 'x-api-key': key }, '?tools=all')
    t.teardown(() => agent.close())
    const done = async (name: string, args: object) => {
      const { isError, text, body } = await agent.call(name, { ...args })
      t.notOk(isError, `${name}: ${text}`)
      return body
    }
    const confirmed = async (name: string, args: object) => {
      const { isError, text, body } = await agent.confirmed(name, { ...args })
      t.notOk(isError, `${name}: ${text}`)
      return body
    }

    const offer = await done('createPackage', {
      body: { name: 'Photos', priceAmount: 12_900, currency: 'USD', durationMinutes: 60 },
    })
    const customer = await done('createCustomer', {
      body: { name: 'Ann Agent', email: 'ann@mcp.test' },
      idempotencyKey: 'mail-1-customer',
    })
    const quote = await done('quotePrice', { body: { packageId: offer.id } })
    t.equal(quote.totalAmount, 12_900)
    const booking = {
      body: {
        scheduledTime: '2027-05-01T09:30:00-05:00',
        addressLine1: '12 Main Street',
        customerId: customer.id,
        packageId: offer.id,
      },
      idempotencyKey: 'mail-1-project',
    }
    const project = await done('createProject', booking)
    t.equal((await done('createProject', booking)).id, project.id, 'sent twice, booked once')
    const { id } = project
    const technician = await service.createMember(org, 'TECHNICIAN')
    await done('assignTechnician', { id, body: { userId: technician.userId } })
    for (const status of ['BOOKED', 'SHOOTING']) {
      t.match(await confirmed('changeProjectStatus', { id, body: { status } }), { status })
    }

    const file = {
      projectId: id,
      filename: 'front.jpg',
      contentType: 'image/jpeg',
      mediaType: 'PHOTO',
    }
    const upload = await done('presignUpload', { body: file })
    await put(upload.uploadUrl, 'front')
    await done('confirmUpload', {
      body: { projectId: id, type: 'PHOTO', filename: 'front.jpg', size: 5, key: upload.key },
    })
    t.equal((await done('listProjectMedia', { id })).data.length, 1)

    const delivery = await confirmed('deliverProject', { id, body: { message: 'Enjoy' } })
    t.match(delivery, { deliveryUrl: /^http/ })
    t.equal((await done('getProject', { id })).status, 'DELIVERED')
    const invoice = await done('draftProjectInvoice', { id })
    t.equal((await confirmed('sendInvoice', { id: invoice.id })).status, 'SENT')
    t.match(await confirmed('payInvoice', { id: invoice.id, body: {} }), { status: 'PAID' })
    t.equal((await rest('GET', `/invoices/${invoice.id}`)).body.status, 'PAID')
  },
)
