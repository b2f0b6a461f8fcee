import type { ProjectStatus } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import type { EventData } from '../event-data.ts'
import { publishEvent } from '../publish-event.ts'
import type { Project } from './project.ts'

const ASSIGNMENTS = [
  { role: 'TECHNICIAN', field: 'technicianId' },
  { role: 'EDITOR', field: 'editorId' },
] as const

/** PROJECT_CREATED, then PROJECT_ASSIGNED for each technician or editor of the new project. */
export async function publishCreated(tx: Tx, project: Project): Promise<void> {
  const created = publishEvent(
    tx,
    project.organizationId,
    'PROJECT_CREATED',
    ofProject(project, {}),
  )
  await Promise.all([created, publishAssigned(tx, undefined, project)])
}

/** PROJECT_ASSIGNED for each technician or editor that the change assigned to the project. */
export async function publishAssigned(
  tx: Tx,
  before: Project | undefined,
  project: Project,
): Promise<void> {
  const published = ASSIGNMENTS.map(async ({ role, field }) => {
    const userId = project[field]
    const previousUserId = before?.[field] ?? null
    if (userId === null || userId === previousUserId) return
    const data = ofProject(project, { role, userId, previousUserId })
    await publishEvent(tx, project.organizationId, 'PROJECT_ASSIGNED', data)
  })
  await Promise.all(published)
}

export function publishStatusChanged(tx: Tx, fromStatus: ProjectStatus, project: Project) {
  const data = ofProject(project, { fromStatus, toStatus: project.status })
  return publishEvent(tx, project.organizationId, 'PROJECT_STATUS_CHANGED', data)
}

/** PROJECT_DELIVERED, with the token and the URL of the client delivery. */
export function publishDelivered(
  tx: Tx,
  project: Project,
  delivery: { deliveryToken: string; deliveryUrl: string },
) {
  const data = ofProject(project, delivery)
  return publishEvent(tx, project.organizationId, 'PROJECT_DELIVERED', data)
}

type Requested = Omit<EventData['REVISION_REQUESTED'], 'occurredAt' | 'projectId' | 'project'>

/** REVISION_REQUESTED, behind the PROJECT_STATUS_CHANGED of its move. */
export function publishRevisionRequested(tx: Tx, project: Project, revision: Requested) {
  const data = ofProject(project, revision)
  return publishEvent(tx, project.organizationId, 'REVISION_REQUESTED', data)
}

type OfProject = EventData['PROJECT_CREATED']

/** The fields of every project event. The further fields of an event come before `project`. */
function ofProject<More extends object>(project: Project, more: More): OfProject & More {
  return { occurredAt: project.updatedAt, projectId: project.id, ...more, project }
}
