import type { Fields } from './fields.ts'
import { MINUTES } from './resources.ts'
import { EXAMPLE_ID, ID, INSTANT, integer, oneOf } from './values.ts'

export const VISIT_KINDS = ['SHOOT', 'TWILIGHT', 'RESHOOT', 'OTHER'] as const
export type VisitKind = (typeof VISIT_KINDS)[number]

export const VISIT_STATUSES = ['PLANNED', 'DONE', 'CANCELLED'] as const
export type VisitStatus = (typeof VISIT_STATUSES)[number]

/** In the order of responses. */
export const VISIT_FIELDS = {
  id: { type: ID, set: 'service' },
  organizationId: { type: ID, set: 'service' },
  projectId: { type: ID, set: 'service' },
  version: { type: integer(), set: 'service' },
  kind: { type: oneOf(VISIT_KINDS, 'VisitKind'), set: 'required', example: 'TWILIGHT' },
  scheduledTime: { type: INSTANT, set: 'required', example: '2026-05-01T20:15:00+02:00' },
  durationMinutes: { type: MINUTES, set: 'clearable', example: 45 },
  technicianId: { type: ID, set: 'clearable', example: EXAMPLE_ID },
  status: { type: oneOf(VISIT_STATUSES, 'VisitStatus'), set: 'optional', example: 'PLANNED' },
  createdAt: { type: INSTANT, set: 'service' },
  updatedAt: { type: INSTANT, set: 'service' },
} satisfies Fields
