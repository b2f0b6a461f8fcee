import { EXAMPLE_ID, operationDocs } from '../operation-docs.ts'

const SLOWED = { 429: 'Too many calls from this address or network: `rate_limited`' }
const NO_DECISION = 'No decision is possible now: `delivery_superseded`, `project_not_delivered`'

export const docs = operationDocs({
  getDelivery: {
    summary: 'Open a delivery, as its client',
    description:
      'Returns what a client sees behind a delivery link: the project, its media and the state of the decision. The token in the path is the only credential. It works until it expires or is revoked.',
    problems: SLOWED,
  },
  countView: {
    summary: 'Count a view of a delivery by its client',
    description:
      'Counts one view of a delivery. The client’s page sends it after two seconds in view, or before that with the client’s decision. Opening a delivery is not counted, because mail scanners open links.',
    optionalBody: true,
    problems: SLOWED,
  },
  approveDelivery: {
    summary: 'Approve a delivery, as its client',
    description:
      'Records that the client accepts the delivery. Fires DELIVERY_APPROVED once for each delivery. A repeat is a 200 without an event.',
    optionalBody: true,
    problems: { ...SLOWED, 409: NO_DECISION },
  },
  requestRevision: {
    examples: {
      comment: { comment: 'Brighter, please' },
      items: {
        items: [{ mediaId: EXAMPLE_ID, comment: 'Remove the cable', x: 0.25, y: 0.7, time: null }],
      },
    },
    summary: 'Ask for a revision, as the client',
    description:
      'Sends the client’s change requests: moves the project DELIVERED → IN_REVISION and fires PROJECT_STATUS_CHANGED and REVISION_REQUESTED. The request is a round: see the revisions of the project.',
    problems: { ...SLOWED, 409: `${NO_DECISION}, \`already_approved\`` },
  },
})
