import t from 'tap'
import { EVENTS } from '../src/index.ts'

// Used by event filters: event_project and event_subject in the migrations.
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

t.test('event data names project and customer as filters expect', (t) => {
  for (const [name, { data }] of Object.entries(EVENTS)) {
    const ids = Object.entries(data).filter(([, { isReference }]) => isReference)
    const unknown = ids.map(([id]) => id).filter((id) => ![...FILTERED, ...OTHERS].includes(id))
    t.strictSame(unknown, [], `${name}: name it here, and in event_subject if a filter needs it`)
  }
  t.end()
})
