import t from 'tap'
import { EVENTS } from '../src/index.ts'

// Filters of events look at these: event_project and event_subject in the migrations.
const FILTERED = ['projectId', 'customerId']
const OTHERS = [
  'invoiceId',
  'paymentId',
  'orderId',
  'visitId',
  'userId',
  'previousUserId',
  'approvedByUserId',
  'requestedByUserId',
  'unlockedByUserId',
  'revisionId',
  'deliveryId',
  'leadId',
  'subscriptionId',
]

t.test('the data of an event names a project and a customer as filters look for them', (t) => {
  for (const [name, { data }] of Object.entries(EVENTS)) {
    const ids = Object.entries(data).filter(([, { isReference }]) => isReference)
    const unknown = ids.map(([id]) => id).filter((id) => ![...FILTERED, ...OTHERS].includes(id))
    t.strictSame(unknown, [], `${name}: name it here, and in event_subject if a filter needs it`)
  }
  t.end()
})
