import { type Html, html, nothing } from '../../html.ts'
import { copyField } from '../change-form.ts'
import { doneNotice, readPart } from '../list.ts'
import { ordersTabs } from '../orders/tabs.ts'
import { actionLink, confirmButton, facts, previewFrame, section, updateButton } from '../parts.ts'
import { readList, readTagged } from '../read-record.ts'
import {
  type Problems,
  problemNotice,
  recordForm,
  type Shown,
  sendNewPage,
} from '../records/form.ts'
import { act, save } from '../records/save.ts'
import { activeTechnicians, type Offer, type OrderForm, readOffers } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { readAccount } from '../settings/payments.ts'
import { requireMay } from '../staff.ts'
import { formFields, type Offered } from './fields.ts'
import { sendPreview } from './preview.ts'
import { TEXTS } from './texts.ts'

const SHOWN = 50
const URL_OF_LIST = '/order-forms'

/** `/app/{organizationId}/order-forms`. docs/contract.md#c20-forms-page */
export const orderFormPages = pagesAt('/order-forms', {
  'GET ': listPage,
  'GET /new': (visit) => newPage(visit),
  'POST /new': async (visit) =>
    save<OrderForm>({
      visit,
      fields: formFields(await readOffered(visit)),
      method: 'POST',
      url: URL_OF_LIST,
      showsFormOn404: true,
      refuse: (problems) => newPage(visit, problems),
    }),
  'GET /:id': (visit) => formPage(visit),
  'POST /:id': async (visit) =>
    save<OrderForm>({
      visit,
      fields: formFields(await readOffered(visit)),
      method: 'PATCH',
      url: urlOf(visit),
      refuse: (problems) => formPage(visit, { problems }),
    }),
  'GET /:id/preview': async (visit) => sendPreview(visit, await readOffered(visit)),
  'POST /:id/preview': async (visit) => sendPreview(visit, await readOffered(visit)),
  'POST /:id/archive': (visit) =>
    act<OrderForm>(visit, {
      call: { method: 'DELETE', url: urlOf(visit) },
      to: `${visit.at}?done=archived`,
      texts: (now) => [TEXTS.archive, now.name],
      refuse: (notice) => formPage(visit, { notice }),
    }),
})

function urlOf({ id }: StaffVisit): string {
  return `${URL_OF_LIST}/${id}`
}

async function readOffered({ staff }: StaffVisit): Promise<Offered> {
  const [offers, technicians, account] = await Promise.all([
    readOffers(staff),
    activeTechnicians(staff),
    staff.may('getPaymentAccount') ? readAccount(staff) : undefined,
  ])
  const hasAccount = staff.may('getPaymentAccount') ? account !== undefined : undefined
  return { ...offers, technicians, hasAccount }
}

/** Active or archived forms. */
async function listPage(visit: StaffVisit) {
  const { query, staff, at } = visit
  const isArchived = query.get('archived') === 'true'
  const { data, pages, notice } = await readPart<OrderForm>(visit, URL_OF_LIST, SHOWN, {
    names: ['archived'],
  })
  const isBlank = data.length === 0 && !isArchived && !query.has('cursor')
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'orders',
    styles: ['staff/orders/style.css'],
    notice: notice ?? doneNotice(query, TEXTS.done),
    action: isBlank ? nothing : actionLink(staff, 'createOrderForm', `${at}/new`, TEXTS.add),
    body: html`${ordersTabs(visit, 'order-forms')}
${isBlank ? await teach(visit) : html`${data.length === 0 ? html`<p>${TEXTS.noneArchived}</p>` : rows(visit, data)}`}
${pages}
<p class="actions"><a class="button" href="${at}${isArchived ? '' : '?archived=true'}">${isArchived ? TEXTS.current : TEXTS.archived}</a></p>`,
  })
}

/** The introduction before the first form. */
async function teach({ staff, home, at }: StaffVisit): Promise<Html> {
  const { data } = await readList<Offer>(staff, '/packages?limit=1')
  const link =
    data.length > 0
      ? html`<a class="go" href="${at}/new">${TEXTS.add}</a>`
      : html`<a class="go" href="${home}/catalogue/packages/new">${TEXTS.empty.packages}</a>`
  return html`<div class="teach"><h2>${TEXTS.empty.title}</h2><p>${TEXTS.empty.text}</p><p class="actions">${link}</p></div>`
}

function rows({ at }: StaffVisit, forms: readonly OrderForm[]): Html {
  return html`<ul class="records">${forms.map(
    ({ id, name, active, payment, confirmation, bookUrl, archivedAt }) =>
      html`<li><span><a href="${at}/${id}" dir="auto">${name}</a></span>
<span>${TEXTS.payments[payment]} · <span class="soft">${TEXTS.confirmations[confirmation]}</span></span>
<span>${archivedAt !== null ? nothing : active ? html`<a href="${bookUrl}">${TEXTS.open}</a>` : TEXTS.off}</span></li>`,
  )}</ul>`
}

/** A new form, offering everything by default. */
async function newPage(visit: StaffVisit, problems?: Problems) {
  requireMay(visit.staff, 'createOrderForm')
  const offered = await readOffered(visit)
  const ids = (offers: readonly Offer[]) => offers.map(({ id }) => id)
  return sendNewPage(visit, {
    title: TEXTS.add,
    section: 'orders',
    list: visit.at,
    back: TEXTS.back,
    fields: formFields(offered),
    problems,
    record: {
      ...PROPOSED,
      packageIds: ids(offered.packages),
      addOnIds: ids(offered.addOns),
    },
  })
}

const PROPOSED = {
  active: true,
  scheduling: 'REQUIRED',
  slotMinutes: 30,
  noticeHours: 24,
  horizonDays: 21,
  travelMinutes: 30,
  payment: 'NONE',
  confirmation: 'AUTOMATIC',
}

/** A form's fields, next to a preview. */
async function formPage(visit: StaffVisit, { problems, notice }: Shown = {}) {
  const { query, staff, at, here } = visit
  const [{ body: record, etag }, offered] = await Promise.all([
    readTagged<OrderForm>(staff, urlOf(visit)),
    readOffered(visit),
  ])
  const { name, archivedAt } = record
  const mayEdit = staff.may('updateOrderForm') && archivedAt === null
  const forms =
    () => html`${recordForm({ action: here, fields: formFields(offered), record, etag, problems, submit: TEXTS.save, buttons: updateButton(`${here}/preview`) })}
${confirmButton({ label: TEXTS.archive, question: TEXTS.archiveSure, action: `${here}/archive`, etag })}`
  return sendStaffPage(visit, {
    title: name,
    section: 'orders',
    styles: ['staff/orders/style.css'],
    module: 'staff/order-forms/browser/main.ts',
    hasFrames: true,
    notice: notice ?? problemNotice(problems) ?? doneNotice(query, TEXTS.done),
    body: html`<p><a href="${at}">${TEXTS.back}</a></p>
${archivedAt === null ? nothing : html`<p><b class="alarm">${TEXTS.archivedAt}</b> ${staff.format.dayAndTime(archivedAt)}</p>`}
<div class="beside"><div>${mayEdit ? forms() : summary(record)}</div>
${archivedAt === null ? html`<div>${share(record)}${preview(here, record)}</div>` : nothing}</div>`,
  })
}

function summary({ scheduling, payment, confirmation }: OrderForm): Html {
  return facts([
    [TEXTS.scheduling, TEXTS.schedulings[scheduling]],
    [TEXTS.payment, TEXTS.payments[payment]],
    [TEXTS.confirmation, TEXTS.confirmations[confirmation]],
  ])
}

/** The URL, and the markup to embed it. */
function share({ bookUrl, frameAncestors }: OrderForm): Html {
  const embed =
    frameAncestors.length > 0
      ? copyField({
          id: 'embed',
          label: TEXTS.embed,
          hint: TEXTS.embedHint,
          value: embedOf(bookUrl),
          rows: 3,
        })
      : html`<p class="soft">${TEXTS.embedOff}</p>`
  return section(
    'share',
    TEXTS.share,
    html`${copyField({ id: 'address', label: TEXTS.address, hint: TEXTS.addressHint, value: bookUrl, more: html`<a class="button" href="${bookUrl}">${TEXTS.open}</a>` })}
${embed}`,
  )
}

/** docs/recipes/book-on-your-website.md */
function embedOf(bookUrl: string): string {
  return `<iframe src="${bookUrl}" title="${TEXTS.frameTitle}" style="width:100%;height:760px;border:0"></iframe>`
}

function preview(here: string, { active }: OrderForm): Html {
  const frame = previewFrame(`${here}/preview`, TEXTS.preview)
  return section(
    'preview',
    TEXTS.preview,
    html`<p class="soft">${active ? TEXTS.previewHint : TEXTS.previewOff}</p>${frame}`,
  )
}
