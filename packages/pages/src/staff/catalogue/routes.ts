import type { FastifyPluginAsync } from 'fastify'
import { changeOf } from '../change-form.ts'
import { STAFF } from '../door.ts'
import { staffOfRequest } from '../enter.ts'
import { organizationAddress } from '../own-address.ts'
import { act } from '../records/act.ts'
import { save } from '../records/save.ts'
import { serve } from '../serve.ts'
import { listPage } from './list.ts'
import { newPage, recordPage } from './record.ts'
import { type CatalogueRoute, type CatalogueVisit, catalogueVisit } from './visit.ts'

const AT = '/app/:organizationId/catalogue'

/** `/app/{organizationId}/catalogue`. docs/contract.md#c12-catalogue */
export const cataloguePages: FastifyPluginAsync = async (app) => {
  app.get(AT, STAFF, async (request, reply) => {
    const { organization } = staffOfRequest(request)
    const address = organizationAddress(request, organization)
    return reply.redirect(`${address}/catalogue/packages`, 303)
  })
  const one = (handle: typeof change) =>
    serve<CatalogueRoute>((visit) => handle(catalogueVisit(visit)))
  app.get<CatalogueRoute>(`${AT}/:kind`, STAFF, one(listPage))
  app.get<CatalogueRoute>(
    `${AT}/:kind/new`,
    STAFF,
    one((visit) => newPage(visit)),
  )
  app.post<CatalogueRoute>(`${AT}/:kind/new`, STAFF, one(add))
  app.get<CatalogueRoute>(
    `${AT}/:kind/:id`,
    STAFF,
    one((visit) => recordPage(visit)),
  )
  app.post<CatalogueRoute>(`${AT}/:kind/:id`, STAFF, one(change))
  app.post<CatalogueRoute>(`${AT}/:kind/:id/archive`, STAFF, one(archive))
}

function add(visit: CatalogueVisit) {
  const { reply, fields, listUrl, list } = visit
  return save<{ id: string }>({
    visit,
    fields,
    method: 'POST',
    url: listUrl,
    done: (saved) =>
      reply.redirect('body' in saved ? `${list}/${saved.body.id}?done=created` : list, 303),
    back: list,
    refuse: (problems) => newPage(visit, problems),
    fieldOfCode: { duplicate_code: 'code' },
  })
}

function change(visit: CatalogueVisit) {
  const { reply, fields, url, here } = visit
  return save<object>({
    visit,
    fields,
    method: 'PATCH',
    url,
    done: (saved) => reply.redirect(`${here}?done=${'body' in saved ? 'saved' : 'same'}`, 303),
    back: here,
    refuse: (problems) => recordPage(visit, { problems }),
    fieldOfCode: { duplicate_code: 'code' },
  })
}

function archive(visit: CatalogueVisit) {
  const { request, url, list } = visit
  const { ifMatch } = changeOf(request)
  return act(visit, {
    call: { method: 'DELETE', url, ifMatch },
    to: `${list}?done=archived`,
    refuse: (notice) => recordPage(visit, { notice }),
  })
}
