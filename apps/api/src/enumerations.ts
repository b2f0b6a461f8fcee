import {
  ALTERATION_KINDS,
  BULK_IMPORT_KINDS,
  BULK_IMPORT_ROW_STATUSES,
  BULK_IMPORT_STATUSES,
  CLIENT_DELIVERY_STATES,
  EVENT_NAMES,
  INVOICE_STATUSES,
  LISTED_MAIL_KINDS,
  MAIL_STATUSES,
  MEDIA_TYPES,
  PREVIEW_STATES,
  PROJECT_STATUSES,
  REVISION_ITEM_STATUSES,
  ROLES,
  SCOPES,
  TEST_EVENT,
  WEBHOOK_DELIVERY_STATUSES,
} from '@mediajobs/domain'
import { PROJECT_SORTS, UNASSIGNED_WORK } from '@mediajobs/operations/projects'
import { OneOf } from './schemas.ts'

// The title is the name of the type in generated clients.

export const Role = OneOf(ROLES, 'Role')
export const Scope = OneOf(SCOPES, 'Scope')

export const ProjectStatus = OneOf(PROJECT_STATUSES, 'ProjectStatus')
export const ProjectSort = OneOf(PROJECT_SORTS, 'ProjectSort')
/** The work of a project for which a person is missing. */
export const UnassignedWork = OneOf(UNASSIGNED_WORK, 'UnassignedWork')

export const MediaType = OneOf(MEDIA_TYPES, 'MediaType')
export const PreviewState = OneOf(PREVIEW_STATES, 'PreviewState')
export const AlterationKind = OneOf(ALTERATION_KINDS, 'AlterationKind')
export const RevisionItemStatus = OneOf(REVISION_ITEM_STATUSES, 'RevisionItemStatus')
/** Whether a client can download all of a delivery now. */
export const ArchiveState = OneOf(['READY', 'PREPARING', 'NONE'], 'ArchiveState')
export const ClientDeliveryState = OneOf(CLIENT_DELIVERY_STATES, 'ClientDeliveryState')
export const MailKind = OneOf(LISTED_MAIL_KINDS, 'MailKind')
export const MailStatus = OneOf(MAIL_STATUSES, 'MailStatus')
export const InvoiceStatus = OneOf(INVOICE_STATUSES, 'InvoiceStatus')

/** The events that a subscription can list. */
export const EventName = OneOf(EVENT_NAMES, 'EventName')
/** The events that a receiver can get: also the test event. */
export const WebhookEventName = OneOf([...EVENT_NAMES, TEST_EVENT], 'WebhookEventName')
export const WebhookDeliveryStatus = OneOf(WEBHOOK_DELIVERY_STATUSES, 'WebhookDeliveryStatus')

export const BulkImportKind = OneOf(BULK_IMPORT_KINDS, 'BulkImportKind')
export const BulkImportStatus = OneOf(BULK_IMPORT_STATUSES, 'BulkImportStatus')
export const BulkImportRowStatus = OneOf(BULK_IMPORT_ROW_STATUSES, 'BulkImportRowStatus')
