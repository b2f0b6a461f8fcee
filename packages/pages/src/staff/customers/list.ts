import { MAX_SEARCH_LENGTH } from '@mediajobs/domain'
import type { ErrorBody } from '../../call-api.ts'
import { type Html, html, nothing } from '../../html.ts'
import { messageOf } from '../../message.ts'
import { one, type Query } from '../own-address.ts'
import { type List, RefusedRead } from '../read-record.ts'
import { doneNotice, kept, pageLinks } from '../records/list.ts'
import type { Customer } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { noteRefusal } from '../send-staff-problem.ts'
import type { StaffVisit } from '../serve.ts'
import { TEXTS } from './texts.ts'
import { listAddress } from './visit.ts'

const SHOWN = '50'

/** The customers, newest first, or those with the words of a search. */
export async function listPage(visit: StaffVisit<{ Querystring: Query }>) {
  const { request, reply, staff } = visit
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
  if (isRefused) noteRefusal(request, reply, response)
  const here = listAddress(visit)
  return sendStaffPage(request, reply, staff, {
    title: TEXTS.title,
    section: 'customers',
    styles: ['staff/records/style.css'],
    notice: isRefused ? refused(response.body) : doneNotice(request.query, TEXTS.done),
    body: html`${search(here, filters.get('q') ?? '')}
${staff.may('createCustomer') ? html`<p><a class="button" href="${here}/new">${TEXTS.add}</a></p>` : nothing}
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
