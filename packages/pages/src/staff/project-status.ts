import { PROJECT_STATUSES, type ProjectStatus } from '@mediajobs/domain'

/** Whether a text of a form or an address is a status of a project. */
export function isStatus(text: string): text is ProjectStatus {
  return (PROJECT_STATUSES as readonly string[]).includes(text)
}
