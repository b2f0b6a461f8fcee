import type { ProjectStatus } from '@mediajobs/domain'
import { publishEvent, type Tx } from '@mediajobs/outbox'
import type { Project } from './project.ts'

const ASSIGNMENTS = [
  { role: 'TECHNICIAN', field: 'technicianId' },
  { role: 'EDITOR', field: 'editorId' },
] as const

/** PROJECT_CREATED, then PROJECT_ASSIGNED for whoever was named with it. */
export async function publishCreated(tx: Tx, project: Project): Promise<void> {
  const created = publish(tx, 'PROJECT_CREATED', project, {})
  await Promise.all([created, publishAssigned(tx, undefined, project)])
}

/** PROJECT_ASSIGNED for each technician or editor that the change put on the project. */
export async function publishAssigned(
  tx: Tx,
  before: Project | undefined,
  project: Project,
): Promise<void> {
  const published = ASSIGNMENTS.map(async ({ role, field }) => {
    const userId = project[field]
    const previousUserId = before?.[field] ?? null
    if (userId === null || userId === previousUserId) return
    await publish(tx, 'PROJECT_ASSIGNED', project, { role, userId, previousUserId })
  })
  await Promise.all(published)
}

/** PROJECT_STATUS_CHANGED. */
export function publishStatusChanged(tx: Tx, fromStatus: ProjectStatus, project: Project) {
  const toStatus = project.status
  return publish(tx, 'PROJECT_STATUS_CHANGED', project, { fromStatus, toStatus })
}

/** PROJECT_DELIVERED: the client delivery's token and address go with it. */
export function publishDelivered(
  tx: Tx,
  project: Project,
  delivery: { deliveryToken: string; deliveryUrl: string },
) {
  return publish(tx, 'PROJECT_DELIVERED', project, delivery)
}

type ProjectEvent =
  | 'PROJECT_CREATED'
  | 'PROJECT_ASSIGNED'
  | 'PROJECT_STATUS_CHANGED'
  | 'PROJECT_DELIVERED'

function publish(tx: Tx, name: ProjectEvent, project: Project, more: Record<string, unknown>) {
  return publishEvent(tx, project.organizationId, name, {
    occurredAt: project.updatedAt,
    projectId: project.id,
    ...more,
    project,
  })
}
