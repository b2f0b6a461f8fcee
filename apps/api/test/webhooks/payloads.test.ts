// Compares real events with the payloads in the OpenAPI document.
import { EVENT_NAMES } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import {
  type Document,
  operationsOf,
  type Reference,
  resolved,
} from '@mediajobs/testing/api/document'
import { schemaProblems } from '@mediajobs/testing/api/documented-responses'
import { furnishedOrg } from '@mediajobs/testing/api/furnished-org'
import t from 'tap'

// A dispatcher publishes it: test/disabled-subscriptions.test.ts.
const BY_DISPATCHER = 'WEBHOOK_DISABLED'
const BY_OPERATIONS = EVENT_NAMES.filter((name) => name !== BY_DISPATCHER)

const service = await sharedApp()
const document = service.app.openApi() as unknown as Document

t.test(
  'the data of each event matches its webhook in the document [i6-project-created, i6-project-assigned, i6-status-changed, i6-project-delivered, i6-invoice-created, i6-body-data, c7-payload, c13-revision-event]',
  async (t) => {
    const { org, idOf, call, make } = await furnishedOrg(service)
    const project = `/projects/${idOf('projects')}`
    const draft = { customerId: idOf('customers'), currency: 'USD' }
    const lineItems = [{ description: 'Photos', quantity: 1, unitAmount: 100 }]
    const other = await make('/invoices', { ...draft, lineItems })
    await call('PATCH', `/customers/${idOf('customers')}`, { phone: '1' })
    await call('PATCH', `${project}/assign-customer`, { customerId: idOf('customers') })
    await call('PATCH', `${project}/assign-technician`, { userId: idOf('users') })
    await make(`${project}/deliver`)
    await make(`${project}/request-revision`, { comment: 'Brighter, please' })
    await make(`${project}/deliver`)
    await make(`${project}/approve`)
    await make(`/invoices/${idOf('invoices')}/send`)
    await make(`/invoices/${idOf('invoices')}/pay`)
    await make(`/invoices/${other.id}/void`)
    const { body } = await service.request('GET', '/events?limit=100', { key: org.key })
    const published = new Set<string>()
    for (const { event, data } of body.data) {
      const { schema } =
        document.webhooks[event]?.post.requestBody?.content['application/json'] ?? {}
      const [, pointer] = resolved(document, schema as Reference, '')
      t.strictSame([...schemaProblems(document, `${pointer}/properties/data`, data)], [], event)
      published.add(event)
    }
    t.strictSame([...published].sort(), BY_OPERATIONS.toSorted(), 'every event was published')
  },
)

t.test('the document names the operations that publish each event', (t) => {
  const descriptions = operationsOf(document).map(({ operation }) => operation.description ?? '')
  for (const event of BY_OPERATIONS) {
    const naming = new RegExp(`\\b[Ff]ires\\b[^.]*\\b${event}\\b`)
    t.ok(
      descriptions.some((description) => naming.test(description)),
      event,
    )
  }
  t.end()
})
