import { PROJECT_STATUSES, type ProjectStatus } from '@mediajobs/domain'
import type { FastifyPluginAsync } from 'fastify'
import { formOf } from '../../forms.ts'
import { changeOf } from '../change-form.ts'
import { STAFF } from '../door.ts'
import type { Project } from '../project-address.ts'
import { STATUS_NAMES } from '../texts.ts'
import { assign } from './assign.ts'
import { change } from './change.ts'
import { deliver, revoke } from './deliver.ts'
import { preview } from './preview.ts'
import { show } from './show.ts'
import { type ProjectRoute, type Visit, visitOf } from './visit.ts'

const AT = '/app/:organizationId/projects/:id'

/** `/app/{organizationId}/projects/{id}`. docs/contract.md#c12-project */
export const projectPages: FastifyPluginAsync = async (app) => {
  app.get<ProjectRoute>(AT, STAFF, (request, reply) => show(visitOf(request, reply)))

  app.post<ProjectRoute>(`${AT}/status`, STAFF, (request, reply) => move(visitOf(request, reply)))

  app.post<ProjectRoute>(`${AT}/assignments`, STAFF, (request, reply) =>
    assign(visitOf(request, reply)),
  )

  app.get<ProjectRoute>(`${AT}/preview`, STAFF, (request, reply) =>
    preview(visitOf(request, reply)),
  )

  app.post<ProjectRoute>(`${AT}/deliver`, STAFF, (request, reply) =>
    deliver(visitOf(request, reply)),
  )

  app.post<ProjectRoute>(`${AT}/revoke`, STAFF, (request, reply) => revoke(visitOf(request, reply)))
}

function move(visit: Visit) {
  const { request, url } = visit
  const status = formOf(request).text('to') ?? ''
  return change<Project>(visit, {
    call: {
      method: 'PATCH',
      url: `${url}/status`,
      payload: { status },
      ifMatch: changeOf(request).ifMatch,
    },
    done: 'moved',
    record: {
      url,
      wanted: () => (isStatus(status) ? STATUS_NAMES[status] : status),
      now: (project) => STATUS_NAMES[project.status],
    },
  })
}

function isStatus(text: string): text is ProjectStatus {
  return (PROJECT_STATUSES as readonly string[]).includes(text)
}
