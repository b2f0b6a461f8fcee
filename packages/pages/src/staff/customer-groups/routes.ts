import { GROUP_BILLINGS, MAX_NAME_LENGTH, PAYMENT_TERMS } from '@mediajobs/domain'
import { formOf } from '../../forms.ts'
import { type Html, html } from '../../html.ts'
import { priceText } from '../booking/price.ts'
import type { Choices } from '../change-form.ts'
import { customerChoices } from '../customer-choice.ts'
import { doneNotice, readPart } from '../list.ts'
import { actionLink, confirmButton, section } from '../parts.ts'
import { readTagged } from '../read-record.ts'
import {
  changedBelow,
  type Problems,
  problemNotice,
  type RecordField,
  recordForm,
  type Shown,
  sendNewPage,
} from '../records/form.ts'
import { act, save } from '../records/save.ts'
import {
  amountIn,
  amountText,
  choiceField,
  LONGEST_NUMBER,
  percentField,
  wholeField,
} from '../records/values.ts'
import { type CustomerGroup, type Offer, type Offers, readOffers } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { requireMay, type Staff } from '../staff.ts'
import {
  addMember,
  changeMember,
  createStatement,
  findForm,
  membersSection,
  removeMember,
  type Statement,
  statementsSection,
} from './sections.ts'
import { TEXTS } from './texts.ts'

const SHOWN = 50
const NEW = { billing: 'MEMBER', paymentTerms: 'ON_DELIVERY' }

/** `/app/{organizationId}/customer-groups`. docs/contract.md#c22-groups-page */
export const customerGroupPages = pagesAt('/customer-groups', {
  'GET ': listPage,
  'GET /new': (visit) => newPage(visit),
  'POST /new': async (visit) =>
    save<CustomerGroup>({
      ...(await savingOf(visit, null)),
      method: 'POST',
      url: '/customer-groups',
      payloadOf: (changed) => payloadOf(changed, []),
      refuse: (problems) => newPage(visit, problems),
    }),
  'GET /:id': (visit) => groupPage(visit),
  'POST /:id': changeGroup,
  'POST /:id/delete': (visit) =>
    act<CustomerGroup>(visit, {
      call: { method: 'DELETE', url: urlOf(visit) },
      to: `${visit.at}?done=deleted`,
      texts: (now) => [TEXTS.delete, now.name],
      refuse: (notice) => groupPage(visit, { notice }),
    }),
  'POST /:id/members': (visit) => addMember(visit, (notice) => groupPage(visit, { notice })),
  'POST /:id/members/:customerId': (visit) =>
    changeMember(visit, (notice) => groupPage(visit, { notice })),
  'POST /:id/members/:customerId/remove': (visit) =>
    removeMember(visit, (notice) => groupPage(visit, { notice })),
  'POST /:id/statements': (visit) => createStatement(visit, (shown) => groupPage(visit, shown)),
})

function urlOf({ id }: StaffVisit): string {
  return `/customer-groups/${id}`
}

async function fieldsOf({ staff, query, request }: StaffVisit, group: CustomerGroup | null) {
  const wanted = formOf(request).text('billingCustomerId')
  const [customers, offers] = await Promise.all([
    customerChoices(staff, query.get('q'), [group?.billingCustomerId, wanted]),
    readOffers(staff),
  ])
  return groupFields(staff, customers, offers)
}

async function savingOf(visit: StaffVisit, group: CustomerGroup | null) {
  return { visit, fields: await fieldsOf(visit, group), showsFormOn404: true }
}

async function changeGroup(visit: StaffVisit) {
  const { body: group } = await readTagged<CustomerGroup>(visit.staff, urlOf(visit))
  return save<CustomerGroup>({
    ...(await savingOf(visit, group)),
    method: 'PATCH',
    url: urlOf(visit),
    payloadOf: (changed) => payloadOf(changed, group.prices),
    refuse: (problems) => groupPage(visit, { problems }),
  })
}

async function listPage(visit: StaffVisit) {
  const { at, home, staff, query } = visit
  requireMay(staff, 'listCustomerGroups')
  const { data, pages, notice } = await readPart<CustomerGroup>(visit, '/customer-groups', SHOWN)
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'customers',
    notice: notice ?? doneNotice(query, TEXTS.done),
    action: actionLink(staff, 'createCustomerGroup', `${at}/new`, TEXTS.add),
    body: html`<p><a href="${home}/customers">${TEXTS.toCustomers}</a></p>
<p class="soft">${TEXTS.lead}</p>
${data.length === 0 ? html`<p>${TEXTS.none}</p>` : rows(visit, data)}
${pages}`,
  })
}

function rows({ at, staff: { format } }: StaffVisit, groups: readonly CustomerGroup[]): Html {
  return html`<ul class="records">${groups.map(
    ({ id, name, billing, paymentTerms, netDays, discountBasisPoints }) =>
      html`<li><span><a href="${at}/${id}" dir="auto">${name}</a></span>
<span>${TEXTS.termsOf(paymentTerms, netDays)}</span>
<span class="soft">${[`${TEXTS.billing} ${TEXTS.billings[billing].toLowerCase()}`, discountBasisPoints && `−${format.percent(discountBasisPoints)}`].filter(Boolean).join(' · ')}</span></li>`,
  )}</ul>`
}

async function newPage(visit: StaffVisit, problems?: Problems) {
  requireMay(visit.staff, 'createCustomerGroup')
  return sendNewPage(visit, {
    title: TEXTS.add,
    section: 'customers',
    list: visit.at,
    back: TEXTS.back,
    above: findForm(visit, `${visit.at}/new`),
    fields: await fieldsOf(visit, null),
    problems,
    record: NEW,
  })
}

interface GroupShown extends Shown {
  /** The statement just created. */
  made?: Statement
}

/** A group with its members, statements and form. */
async function groupPage(visit: StaffVisit, { problems, notice, made }: GroupShown = {}) {
  const { staff, at, here, query } = visit
  requireMay(staff, 'getCustomerGroup')
  const { body: group, etag } = await readTagged<CustomerGroup>(staff, urlOf(visit))
  const [fields, members, statements] = await Promise.all([
    fieldsOf(visit, group),
    membersSection(visit),
    statementsSection(visit, group, made),
  ])
  const [label, question] = [TEXTS.delete, TEXTS.deleteSure]
  return sendStaffPage(visit, {
    title: group.name,
    section: 'customers',
    notice: notice ?? problemNotice(problems) ?? doneNotice(query, TEXTS.done),
    body: html`<p><a href="${at}">${TEXTS.back}</a></p>
${members}
${statements}
${section(
  'change',
  TEXTS.rest,
  html`${recordForm({ action: here, fields, record: group, etag, problems, submit: TEXTS.save })}
${confirmButton({ label, question, action: `${here}/delete`, etag })}`,
)}`,
  })
}

const PRICE = 'prices.'

/** The fields of a group, including an agreed price per offer. */
function groupFields(
  staff: Staff,
  customers: Choices,
  { packages, addOns }: Offers,
): RecordField[] {
  return [
    { name: 'name', label: TEXTS.name, isRequired: true, maxLength: MAX_NAME_LENGTH },
    choiceField('billing', TEXTS.billing, GROUP_BILLINGS, TEXTS.billings),
    {
      name: 'billingCustomerId',
      label: TEXTS.payer,
      hint: TEXTS.payerHint,
      choices: [['', TEXTS.noPayer], ...customers],
    },
    choiceField('paymentTerms', TEXTS.terms, PAYMENT_TERMS, TEXTS.termNames),
    wholeField({ name: 'netDays', label: TEXTS.netDays, hint: TEXTS.netDaysHint }),
    {
      name: 'lockDownloads',
      label: TEXTS.lock,
      hint: TEXTS.lockHint,
      choices: Object.entries(TEXTS.lockChoices),
      toValue: (text) => text === 'true',
    },
    percentField({
      name: 'discountBasisPoints',
      label: TEXTS.discount,
      hint: TEXTS.discountHint,
    }),
    ...[...packages, ...addOns].map((offer) => priceField(staff, offer)),
  ]
}

function priceField({ format }: Staff, offer: Offer): RecordField {
  const { id, name, currency } = offer
  return {
    name: PRICE + id,
    label: TEXTS.priceOf(name, currency),
    hint: TEXTS.priceHint(priceText({ format }, offer, null)),
    maxLength: LONGEST_NUMBER,
    more: { inputmode: 'decimal' },
    toText: (_, record) => {
      const price = pricesIn(record).find((each) => each.offerId === id)
      return price?.currency === currency ? amountText(price.priceAmount, currency) : ''
    },
    toValue: (text) => amountIn(text, currency),
  }
}

function pricesIn({ prices }: Readonly<Record<string, unknown>>): CustomerGroup['prices'] {
  return Array.isArray(prices) ? prices : []
}

/** The body of a call. Merges changed prices into the existing ones. */
function payloadOf(
  changed: Readonly<Record<string, unknown>>,
  before: CustomerGroup['prices'],
): object {
  const others = Object.entries(changed).filter(([name]) => !name.startsWith(PRICE))
  const rest = Object.fromEntries(others)
  const amounts = new Map(Object.entries(changedBelow(PRICE, changed)))
  if (amounts.size === 0) return rest
  const kept = before.filter(({ offerId }) => !amounts.has(offerId))
  const wanted = [...amounts].flatMap(([offerId, priceAmount]) =>
    priceAmount === null ? [] : [{ offerId, priceAmount }],
  )
  return {
    ...rest,
    prices: [...kept.map(({ offerId, priceAmount }) => ({ offerId, priceAmount })), ...wanted],
  }
}
