import { PROJECT_FIELDS } from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import { EXAMPLE_ID, operationDocs } from '../vocabulary/operation-docs.ts'

const TAKEN = 'Another project has this externalId: `duplicate_external_id`'
const NO_DISCOUNT_LEFT =
  'The project leaves CANCELLED, but its discount is used up: `discount_exhausted`'
const OPEN_ITEMS = 'Revision items are OPEN, and `force` is not true: `open_revision_items`'
const NO_INVOICE =
  'Downloads would await payment, but the project has no invoice and none can be drafted: `invoice_needed`'
const FORBIDS_MOVE =
  'The scope is missing, or the role forbids the move: `role_forbids_move` names the move and the allowed ones'
const ASSIGNED = 'Fires PROJECT_ASSIGNED if the person changed. `null` unassigns without an event.'

export const docs = operationDocs({
  createProject: {
    examples: {
      least: { scheduledTime: '2026-05-01T09:30:00Z' },
      booking: exampleOf(PROJECT_FIELDS),
    },
    summary: 'Create a project',
    description:
      'Books a PENDING project. `estimatedDuration` defaults to that of its package and add-ons. With `sizeTiers` they need `propertySize`; above the last tier it is a 400 `no_price_for_size`. Fires PROJECT_CREATED, then PROJECT_ASSIGNED for its technician and editor.',
    problems: { 409: TAKEN },
  },
  listProjects: {
    about: 'Jobs, one per shoot, from booking to approval.',
    summary: 'List projects',
    description:
      'Lists projects that match all given filters, newest first unless `sort` is given.',
  },
  countProjectsByStatus: {
    summary: 'Count projects by status',
    description: 'Counts the projects of the organization in each status.',
  },
  getProject: { summary: 'Get a project', description: 'Returns one project.' },
  updateProject: {
    examples: { some: { scheduledTime: '2026-05-02T09:30:00Z', notes: null } },
    summary: 'Change a project',
    description:
      'Changes the given fields of a project, as on create; `null` clears a field. `estimatedDuration` follows changes of the package, add-ons and size unless set explicitly; `null` resets it. Fires PROJECT_ASSIGNED if the technician or editor changed.',
    problems: { 409: TAKEN },
  },
  assignTechnician: {
    examples: { assign: { userId: EXAMPLE_ID }, unassign: { userId: null } },
    summary: 'Assign a technician',
    description: `Assigns the technician of a project. ${ASSIGNED}`,
  },
  assignEditor: {
    examples: { assign: { userId: EXAMPLE_ID }, unassign: { userId: null } },
    summary: 'Assign an editor',
    description: `Assigns the editor of a project. ${ASSIGNED}`,
  },
  assignProjectManager: {
    examples: { assign: { userId: EXAMPLE_ID }, unassign: { userId: null } },
    summary: 'Assign a project manager',
    description: 'Assigns the project manager of a project; `null` unassigns. Fires no event.',
  },
  assignCustomer: {
    examples: { assign: { customerId: EXAMPLE_ID }, unassign: { customerId: null } },
    summary: 'Assign a customer',
    description: 'Assigns a customer to a project; `null` unassigns. Fires no event.',
  },
  changeProjectStatus: {
    effects: ['SENDS_MAIL'],
    examples: { booked: { status: 'BOOKED' } },
    summary: 'Move a project to another status',
    description:
      'Moves a project to another status. ADMIN and MANAGER may make every move. On projects assigned to them, a TECHNICIAN may make SHOOTING → UPLOADED, and an EDITOR may make EDITING → IN_REVIEW, IN_REVISION → IN_REVIEW and IN_REVIEW → DELIVERED. Fires PROJECT_STATUS_CHANGED, and PROJECT_DELIVERED on entering DELIVERED. Moving to the current status is a no-op.',
    problems: {
      403: FORBIDS_MOVE,
      409: `${NO_DISCOUNT_LEFT}. ${OPEN_ITEMS}. ${NO_INVOICE}`,
    },
  },
  listProjectHistory: {
    summary: 'List the status changes of a project',
    description:
      'Lists the status changes of a project, newest first: the user or key, both statuses and the time.',
  },
  deliverProject: {
    effects: ['SENDS_MAIL'],
    examples: {
      plain: {},
      message: {
        message: 'Here they are',
        expiresAt: '2199-12-31T00:00:00Z',
        force: true,
        requirePayment: false,
      },
    },
    optionalBody: true,
    summary: 'Deliver a project to its client',
    description:
      'Moves the project to DELIVERED and creates a token that shows the client the media as they are now. Fires PROJECT_STATUS_CHANGED and PROJECT_DELIVERED. If the project is already DELIVERED, creates a new token and fires only PROJECT_DELIVERED. With `requirePayment`, or a setting that says so, downloads await payment: an invoice is drafted and sent if the project has none.',
    problems: {
      403: FORBIDS_MOVE,
      409: `${NO_DISCOUNT_LEFT}. ${OPEN_ITEMS}. ${NO_INVOICE}`,
    },
  },
  unlockDelivery: {
    examples: { trusted: { reason: 'They pay by check on Friday' } },
    summary: 'Unlock a delivery without a payment',
    description:
      'Unlocks the downloads of the delivery in force permanently, and publishes its public originals. Fires DELIVERY_UNLOCKED. A no-op if it is already unlocked.',
    problems: { 409: 'The project has no delivery in force: `no_delivery_in_force`' },
  },
  revokeDelivery: {
    summary: 'Revoke the delivery tokens of a project',
    description: 'Revokes every delivery token of a project: calls with one return 404.',
    problems: { 403: FORBIDS_MOVE },
  },
  getProjectDelivery: {
    summary: 'Get the newest delivery of a project',
    description:
      'Returns the newest delivery of a project with the client’s decision and views. `deliveryUrl` contains the token, so it is null unless the caller may read webhooks (ADMIN or MANAGER, and the scope WEBHOOKS).',
  },
  approveProject: {
    summary: 'Approve a delivery for the client',
    description:
      'Approves a delivery on behalf of the client. Fires DELIVERY_APPROVED once per delivery, and publishes media of the type PROPERTY_WEBSITE. Idempotent.',
    problems: {
      409: 'No decision possible: `no_delivery_in_force`, `project_not_delivered`',
    },
  },
  requestProjectRevision: {
    effects: ['SENDS_MAIL'],
    examples: {
      comment: { comment: 'Brighter, please' },
      items: {
        items: [{ mediaId: EXAMPLE_ID, comment: 'Remove the cable', x: 0.25, y: 0.7, time: null }],
      },
    },
    summary: 'Request a revision for the client',
    description:
      'Requests a revision on behalf of the client: moves DELIVERED → IN_REVISION and fires PROJECT_STATUS_CHANGED and REVISION_REQUESTED.',
    problems: {
      409: 'No decision possible: `no_delivery_in_force`, `project_not_delivered`, `already_approved`',
    },
  },
})
