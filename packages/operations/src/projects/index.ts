export { createProject } from './create-project.ts'
export { getProject } from './get-project.ts'
export {
  isQuickList,
  listProjects,
  PROJECT_SORTS,
  type ProjectFilters,
  UNASSIGNED_WORK,
} from './list-projects.ts'
export { listStatusChanges, type StatusChange } from './list-status-changes.ts'
export type { Project, ProjectInput } from './project.ts'
export { countByStatus, type StatusCounts } from './status-counts.ts'
export { updateProject } from './update-project.ts'
