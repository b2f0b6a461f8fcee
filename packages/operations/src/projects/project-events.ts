import type { EventData, ProjectStatus } from '@mediajobs/domain'
import { publishEvent, type Tx } from '@mediajobs/outbox'
import type { Project } from './project.ts'

const ASSIGNMENTS = [
  { role: 'TECHNICIAN', field: 'technicianId' },
  { role: 'EDITOR', field: 'editorId' },
] as const

/** PROJECT_CREATED, then PROJECT_ASSIGNED for each initial technician or editor. */
export function publishCreated(tx: Tx, project: Project): void {
  publishEvent(tx, project.organizationId, 'PROJECT_CREATED', ofProject(project, {}))
  publishAssigned(tx, undefined, project)
}

/** PROJECT_ASSIGNED for each newly assigned technician or editor. */
export function publishAssigned(tx: Tx, before: Project | undefined, project: Project): void {
  for (const { role, field } of ASSIGNMENTS) {
    const userId = project[field]
    const previousUserId = before?.[field] ?? null
    if (userId === null || userId === previousUserId) continue
    const data = ofProject(project, { role, userId, previousUserId })
    publishEvent(tx, project.organizationId, 'PROJECT_ASSIGNED', data)
  }
}

export function publishStatusChanged(tx: Tx, fromStatus: ProjectStatus, project: Project): void {
  const data = ofProject(project, { fromStatus, toStatus: project.status })
  publishEvent(tx, project.organizationId, 'PROJECT_STATUS_CHANGED', data)
}

type Rescheduled = Omit<EventData<'PROJECT_RESCHEDULED'>, 'occurredAt' | 'projectId' | 'project'>

export function publishRescheduled(tx: Tx, project: Project, rescheduled: Rescheduled): void {
  const data = ofProject(project, rescheduled)
  publishEvent(tx, project.organizationId, 'PROJECT_RESCHEDULED', data)
}

/** PROJECT_DELIVERED, with the token and the URL of the client delivery. */
export function publishDelivered(
  tx: Tx,
  project: Project,
  delivery: { deliveryToken: string; deliveryUrl: string },
): void {
  const data = ofProject(project, delivery)
  publishEvent(tx, project.organizationId, 'PROJECT_DELIVERED', data)
}

type Unlocked = Pick<
  EventData<'DELIVERY_UNLOCKED'>,
  'occurredAt' | 'deliveryId' | 'reason' | 'unlockedByUserId'
>

/** DELIVERY_UNLOCKED. The project itself doesn't change. */
export function publishUnlocked(tx: Tx, project: Project, unlocked: Unlocked): void {
  const data = { ...ofProject(project, {}), ...unlocked }
  publishEvent(tx, project.organizationId, 'DELIVERY_UNLOCKED', data)
}

type Requested = Omit<EventData<'REVISION_REQUESTED'>, 'occurredAt' | 'projectId' | 'project'>

/** REVISION_REQUESTED, after the PROJECT_STATUS_CHANGED of its move. */
export function publishRevisionRequested(tx: Tx, project: Project, revision: Requested): void {
  const data = ofProject(project, revision)
  publishEvent(tx, project.organizationId, 'REVISION_REQUESTED', data)
}

type Published = Omit<EventData<'WEBSITE_PUBLISHED'>, 'projectId' | 'project'>

/** WEBSITE_PUBLISHED. The project itself doesn't change. */
export function publishWebsitePublished(tx: Tx, project: Project, published: Published): void {
  const data = { ...ofProject(project, {}), ...published }
  publishEvent(tx, project.organizationId, 'WEBSITE_PUBLISHED', data)
}

/** WEBSITE_UNPUBLISHED. The project itself doesn't change. */
export function publishWebsiteUnpublished(tx: Tx, project: Project, occurredAt: string): void {
  const data = { ...ofProject(project, {}), occurredAt }
  publishEvent(tx, project.organizationId, 'WEBSITE_UNPUBLISHED', data)
}

/** LEAD_RECEIVED. The project itself doesn't change. */
export function publishLeadReceived(
  tx: Tx,
  project: Project,
  lead: EventData<'LEAD_RECEIVED'>['lead'],
): void {
  const data = { ...ofProject(project, { leadId: lead.id, lead }), occurredAt: lead.createdAt }
  publishEvent(tx, project.organizationId, 'LEAD_RECEIVED', data)
}

type OfProject = EventData<'PROJECT_CREATED'>

/** The fields of every project event, with `more` before `project`. */
function ofProject<More extends object>(project: Project, more: More): OfProject & More {
  return { occurredAt: project.updatedAt, projectId: project.id, ...more, project }
}
