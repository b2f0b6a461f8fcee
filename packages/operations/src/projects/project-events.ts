import type { EventData, EventName } from '@mediajobs/domain'
import { type Tx, writeEvent } from '@mediajobs/outbox'
import type { Project } from './project.ts'

type OfProject = EventData<'PROJECT_CREATED'>

type ProjectEvent = {
  [Name in EventName]: EventData<Name> extends OfProject ? Name : never
}[EventName]

const ASSIGNMENTS = [
  { role: 'TECHNICIAN', field: 'technicianId' },
  { role: 'EDITOR', field: 'editorId' },
] as const

/**
 * Publishes an event about a project.
 *
 * @param more the fields of its data besides the project's. `occurredAt` defaults to the project's `updatedAt`.
 */
export function publishProject<Name extends ProjectEvent>(
  tx: Tx,
  name: Name,
  project: Project,
  more: Omit<EventData<Name>, keyof OfProject> & { occurredAt?: string },
): void {
  const data = { occurredAt: project.updatedAt, projectId: project.id, ...more, project }
  // Not publishEvent: the compiler can't see that `more` completes the data of any event.
  writeEvent(tx, project.organizationId, name, data satisfies OfProject)
}

/** PROJECT_CREATED, then PROJECT_ASSIGNED for each initial technician or editor. */
export function publishCreated(tx: Tx, project: Project): void {
  publishProject(tx, 'PROJECT_CREATED', project, {})
  publishAssigned(tx, undefined, project)
}

/** PROJECT_ASSIGNED for each newly assigned technician or editor. */
export function publishAssigned(tx: Tx, before: Project | undefined, project: Project): void {
  for (const { role, field } of ASSIGNMENTS) {
    const userId = project[field]
    const previousUserId = before?.[field] ?? null
    if (userId === null || userId === previousUserId) continue
    publishProject(tx, 'PROJECT_ASSIGNED', project, { role, userId, previousUserId })
  }
}
