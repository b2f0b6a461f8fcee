import type { Sql } from '@mediajobs/db'
import { projects } from '@mediajobs/db/schema'
import { notFound } from '../shared/errors.ts'
import { isProject, type Project } from './project.ts'

/** @throws {OperationError} `not_found`. */
export async function getProject(sql: Sql, orgId: string, id: string): Promise<Project> {
  const [project] = await sql.orm.select().from(projects).where(isProject(orgId, id))
  if (!project) throw notFound()
  return project
}
