import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { changeOf } from '../change-form.ts'
import { STAFF } from '../door.ts'
import { isStatus, type Project } from '../records.ts'
import { serve as serveStaff } from '../serve.ts'
import { STATUS_NAMES } from '../texts.ts'
import { change } from './change.ts'
import { answerItem, assign, draftInvoice, INVOICE_MOVES, moveInvoice } from './changes.ts'
import { FILE_CHANGES, showFile } from './file.ts'
import { showInvoice } from './invoice.ts'
import { show } from './page.ts'
import { deliver, preview, revoke } from './preview.ts'
import { type ProjectRoute, type Visit, visitOf } from './read.ts'

const AT = '/app/:organizationId/projects/:id'

/** `partId` is the id of a file, a round or an invoice. */
interface PartRoute extends ProjectRoute {
  Params: ProjectRoute['Params'] & { partId: string; itemId: string }
}

/** `/app/{organizationId}/projects/{id}`. docs/contract.md#c12-project */
export const projectPages: FastifyPluginAsync = async (app) => {
  app.get<PartRoute>(
    AT,
    STAFF,
    serve((visit) => show(visit)),
  )
  app.get<PartRoute>(
    `${AT}/preview`,
    STAFF,
    serve((visit) => preview(visit)),
  )
  const changes = { status: move, assignments: assign, deliver, revoke, invoice: draftInvoice }
  for (const [name, change] of Object.entries(changes)) {
    app.post<PartRoute>(`${AT}/${name}`, STAFF, serve(change))
  }
  await app.register(partPages)
}

/** The pages and forms of the parts of a project: a file, an item of a round, an invoice. */
const partPages: FastifyPluginAsync = async (app) => {
  app.get<PartRoute>(
    `${AT}/files/:partId`,
    STAFF,
    serve((visit, { partId }) => showFile(visit, partId)),
  )
  for (const [name, change] of Object.entries(FILE_CHANGES)) {
    app.post<PartRoute>(
      `${AT}/files/:partId/${name}`,
      STAFF,
      serve((visit, { partId }) => change(visit, partId)),
    )
  }
  app.post<PartRoute>(
    `${AT}/revisions/:partId/items/:itemId`,
    STAFF,
    serve((visit, { partId, itemId }) => answerItem(visit, partId, itemId)),
  )
  app.get<PartRoute>(
    `${AT}/invoices/:partId`,
    STAFF,
    serve((visit, { partId }) => showInvoice(visit, partId)),
  )
  for (const verb of INVOICE_MOVES) {
    app.post<PartRoute>(
      `${AT}/invoices/:partId/${verb}`,
      STAFF,
      serve((visit, { partId }) => moveInvoice(visit, partId, verb)),
    )
  }
}

function serve(handle: (visit: Visit, params: PartRoute['Params']) => Promise<FastifyReply>) {
  return serveStaff<PartRoute>((visit) => handle(visitOf(visit), visit.request.params))
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
