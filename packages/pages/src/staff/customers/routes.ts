import type { FastifyPluginAsync } from 'fastify'
import { changeOf } from '../change-form.ts'
import { STAFF } from '../door.ts'
import type { Query } from '../own-address.ts'
import { act } from '../records/act.ts'
import { save } from '../records/save.ts'
import type { Customer } from '../records.ts'
import { serve } from '../serve.ts'
import { customerPage } from './customer.ts'
import { FIELDS } from './fields.ts'
import { listPage } from './list.ts'
import { addCustomer, newPage } from './new.ts'
import { type CustomerRoute, type CustomerVisit, customerVisit } from './visit.ts'

const AT = '/app/:organizationId/customers'

/** `/app/{organizationId}/customers`. docs/contract.md#c12-customers */
export const customerPages: FastifyPluginAsync = async (app) => {
  app.get<{ Querystring: Query }>(AT, STAFF, serve(listPage))
  app.get(
    `${AT}/new`,
    STAFF,
    serve((visit) => newPage(visit)),
  )
  app.post(`${AT}/new`, STAFF, serve(addCustomer))
  const one = (handle: typeof change) =>
    serve<CustomerRoute>((visit) => handle(customerVisit(visit)))
  app.get<CustomerRoute>(
    `${AT}/:id`,
    STAFF,
    one((visit) => customerPage(visit)),
  )
  app.post<CustomerRoute>(`${AT}/:id`, STAFF, one(change))
  app.post<CustomerRoute>(`${AT}/:id/delete`, STAFF, one(remove))
}

function change(visit: CustomerVisit) {
  const { reply, url, here } = visit
  return save<Customer>({
    visit,
    fields: FIELDS,
    method: 'PATCH',
    url,
    done: (saved) => reply.redirect(`${here}?done=${'body' in saved ? 'saved' : 'same'}`, 303),
    back: here,
    refuse: (problems) => customerPage(visit, { problems }),
    fieldOfCode: { duplicate_email: 'email', duplicate_external_id: 'externalId' },
  })
}

function remove(visit: CustomerVisit) {
  const { request, url, list } = visit
  const { ifMatch } = changeOf(request)
  return act(visit, {
    call: { method: 'DELETE', url, ifMatch },
    to: `${list}?done=deleted`,
    refuse: (notice) => customerPage(visit, { notice }),
  })
}
