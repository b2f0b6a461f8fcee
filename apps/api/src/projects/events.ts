import { Type } from '@sinclair/typebox'
import { AssignedRole, ProjectStatus } from '../enumerations.ts'
import type { EventSchemas } from '../event-schemas.ts'
import { RequestedItem } from '../revision-items.ts'
import { Id, Instant, Nullable } from '../schemas.ts'
import { Project } from './schemas.ts'

const ofProject = { occurredAt: Instant, projectId: Id, project: Project }

/** The payloads of the events of projects. */
export const projectEvents = {
  PROJECT_CREATED: ofProject,
  PROJECT_ASSIGNED: {
    ...ofProject,
    role: AssignedRole,
    userId: Id,
    previousUserId: Nullable(Id),
  },
  PROJECT_STATUS_CHANGED: { ...ofProject, fromStatus: ProjectStatus, toStatus: ProjectStatus },
  REVISION_REQUESTED: {
    ...ofProject,
    revisionId: Id,
    deliveryId: Id,
    round: Type.Integer(),
    comment: Nullable(Type.String()),
    items: Type.Array(RequestedItem),
    requestedByUserId: Nullable(Id),
  },
  PROJECT_DELIVERED: { ...ofProject, deliveryToken: Type.String(), deliveryUrl: Type.String() },
} satisfies Partial<EventSchemas>
