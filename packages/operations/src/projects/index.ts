export {
  isQuickList,
  listProjects,
  listVisits,
  PROJECT_SORTS,
  type ProjectFilters,
  UNASSIGNED_WORK,
  type VisitFilters,
  type VisitOfProject,
} from './list-projects.ts'
export {
  countByStatus,
  listStatusChanges,
  type StatusChange,
  type StatusCounts,
} from './move-project.ts'
export { getProject, type Project, type ProjectInput } from './project.ts'
export {
  createVisit,
  getVisit,
  listProjectVisits,
  updateVisit,
  type Visit,
  type VisitChanges,
  type VisitInput,
  type VisitPath,
} from './visits.ts'
export { createProject, updateProject } from './write-project.ts'
