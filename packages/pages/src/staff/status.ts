import type { ProjectStatus } from '@mediajobs/domain'
import { type Html, html } from '../html.ts'
import { STATUS_NAMES } from './texts.ts'

/** The name of a status in its hue: the same on every staff page. */
export function statusBadge(status: ProjectStatus): Html {
  return html`<b class="status ${status}">${STATUS_NAMES[status]}</b>`
}
