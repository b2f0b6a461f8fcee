import { MAX_SEARCH_LENGTH } from '@mediajobs/domain'
import type { FastifyPluginAsync } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { type Html, html, nothing } from '../../html.ts'
import { messageOf } from '../../message.ts'
import { changeOf } from '../change-form.ts'
import { STAFF } from '../door.ts'
import { one, type Query } from '../own-address.ts'
import { type List, RefusedRead } from '../read-record.ts'
import { doneNotice, kept, pageLinks } from '../records/form.ts'
import { act, save } from '../records/save.ts'
import type { Customer } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { noteRefusal } from '../send-staff-problem.ts'
import { type StaffVisit, serve } from '../serve.ts'
import {
  addCustomer,
  type CustomerRoute,
  type CustomerVisit,
  customerPage,
  customerVisit,
  FIELDS,
  listAddress,
  newPage,
  TEXTS,
} from './customer.ts'

const SHOWN = '50'

/** The customers, newest first, or those with the words of a search. */
async function listPage(visit: StaffVisit<{ Querystring: Query }>) {
  const { request, staff } = visit
  const filters = kept(request.query, ['q'])
  const query = new URLSearchParams([...filters, ['limit', SHOWN]])
  const cursor = one(request.query, 'cursor')
  if (cursor) query.set('cursor', cursor)
  const response = await staff.call<List<Customer> & ErrorBody>({
    method: 'GET',
    url: `/customers?${query}`,
  })
  const isRefused = response.status === 400 && filters.has('q')
  if (response.status !== 200 && !isRefused) throw new RefusedRead(response)
  if (isRefused) noteRefusal(visit, response)
  const here = listAddress(visit)
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'customers',
    styles: ['staff/records/style.css'],
    notice: isRefused ? refused(response.body) : doneNotice(request.query, TEXTS.done),
    action: staff.may('createCustomer')
      ? html`<a class="go" href="${here}/new">${TEXTS.add}</a>`
      : undefined,
    body: html`${search(here, filters.get('q') ?? '')}
${isRefused ? nothing : rows(response.body, { here, isSearch: filters.has('q') })}
${isRefused ? nothing : pageLinks(here, filters, { cursor, nextCursor: response.body.nextCursor })}`,
  })
}

function refused(body: ErrorBody): Notice {
  const text = messageOf(body)
  return { kind: 'problem', text }
}

function search(here: string, words: string): Html {
  return html`<form action="${here}" class="filters" role="search">
<p class="field"><label for="q">${TEXTS.search}</label><span class="soft" id="q-hint">${TEXTS.searchHint}</span>
<input id="q" name="q" type="search" dir="auto" value="${words}" maxlength="${MAX_SEARCH_LENGTH}" aria-describedby="q-hint"></p>
<button>${TEXTS.find}</button>${words === '' ? nothing : html`<a class="button" href="${here}">${TEXTS.all}</a>`}</form>`
}

function rows(
  { data }: List<Customer>,
  { here, isSearch }: { here: string; isSearch: boolean },
): Html {
  if (data.length === 0) return html`<p>${isSearch ? TEXTS.noneFound : TEXTS.none}</p>`
  return html`<ul class="rows">${data.map(
    ({ id, name, company, email, phone }) =>
      html`<li><span><a href="${here}/${id}" dir="auto">${name}</a></span>
<span dir="auto">${company ?? ''}</span>
<span class="soft"><bdi>${email}</bdi>${phone ? html` · <bdi>${phone}</bdi>` : nothing}</span></li>`,
  )}</ul>`
}

const AT = '/app/:organizationId/customers'

/** `/app/{organizationId}/customers`. docs/contract.md#c12-customers */
export const customerPages: FastifyPluginAsync = async (app) => {
  app.get<{ Querystring: Query }>(AT, STAFF, serve(listPage))
  app.get(`${AT}/new`, STAFF, serve(newPage))
  app.post(`${AT}/new`, STAFF, serve(addCustomer))
  const one = (handle: typeof change) =>
    serve<CustomerRoute>((visit) => handle(customerVisit(visit)))
  app.get<CustomerRoute>(`${AT}/:id`, STAFF, one(customerPage))
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
  const { request, url, here, list } = visit
  const { ifMatch } = changeOf(request)
  return act<Customer>(visit, {
    call: { method: 'DELETE', url, ifMatch },
    to: `${list}?done=deleted`,
    texts: (now) => [TEXTS.delete, `${now.name}, ${now.email}`],
    back: here,
    refuse: (notice) => customerPage(visit, { notice }),
  })
}
