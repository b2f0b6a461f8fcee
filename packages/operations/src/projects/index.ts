export {
  isQuickList,
  listProjects,
  PROJECT_SORTS,
  type ProjectFilters,
  UNASSIGNED_WORK,
} from './list-projects.ts'
export {
  countByStatus,
  listStatusChanges,
  type StatusChange,
  type StatusCounts,
} from './move-project.ts'
export { getProject, type Project, type ProjectInput } from './project.ts'
export { createProject, updateProject } from './write-project.ts'
