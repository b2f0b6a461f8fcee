export const VISIT_KINDS = ['SHOOT', 'TWILIGHT', 'RESHOOT', 'OTHER'] as const
export type VisitKind = (typeof VISIT_KINDS)[number]

export const VISIT_STATUSES = ['PLANNED', 'DONE', 'CANCELLED'] as const
export type VisitStatus = (typeof VISIT_STATUSES)[number]
