import type { Schemas } from '@mediajobs/client'
import { MAX_NAME_LENGTH } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { doneNotice } from '../list.ts'
import { confirmButton } from '../parts.ts'
import { pageNotFound, readTagged, type Tagged } from '../read-record.ts'
import {
  changedBelow,
  type Problems,
  problemNotice,
  type RecordField,
  recordForm,
} from '../records/form.ts'
import { act, save } from '../records/save.ts'
import { amountField, currencyField, decimalField, idsField } from '../records/values.ts'
import { activePeople, activeTechnicians, type Organization, type Person } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { requireMay, type Staff } from '../staff.ts'

type Zone = Schemas['TravelZone']

const TEXTS = {
  title: 'Travel zones',
  lead: "The first zone that contains a job's address adds its fee to quotes and invoices. Only its technicians are suggested; you can still assign anyone.",
  back: 'Back to settings',
  backToZones: 'Back to travel zones',
  none: 'No travel zones yet. Travel is free, and everyone goes everywhere.',
  add: 'Add a zone',
  change: (name: string) => `Change ${name}`,
  name: 'Name',
  nameHint: 'Clients see it on quotes and invoices, like “Travel to the mountains”.',
  postalCodes: 'Postal codes',
  postalCodesHint:
    'Prefixes, separated by commas: 911, 912. Or leave this empty and fill in the three fields below.',
  lat: 'Latitude of the center',
  lng: 'Longitude of the center',
  radiusKm: 'Radius in kilometers',
  fee: 'Fee',
  currency: 'Currency',
  currencyHint: 'Same as your packages, like USD.',
  technicians: 'Technicians',
  techniciansHint: 'Leave empty if everyone serves this zone.',
  someone: 'Someone who has left',
  codes: (codes: readonly string[]) => `Postal codes ${codes.join(', ')}`,
  around: (km: number, lat: number, lng: number) => `${km} km around ${lat}, ${lng}`,
  everyone: 'Everyone',
  up: 'Move up',
  remove: 'Remove',
  removeSure: "New quotes and invoices won't include its fee.",
  edit: 'Change',
  save: 'Save zone',
  done: { saved: 'Zone saved.', removed: 'Zone removed.', moved: 'Zone moved.' },
} as const

/** Initial values of a new zone. */
const NEW_ZONE: Zone = {
  name: '',
  postalCodes: null,
  lat: null,
  lng: null,
  radiusKm: null,
  feeAmount: 0,
  currency: '',
  technicianIds: null,
}

/** The fields of the zone with index `n`. Named by API path, so refusals map to fields. */
function zoneFields(n: number, people: readonly Person[]): RecordField[] {
  const at = (name: keyof Zone) => `${prefixOf(n)}${name}`
  return [
    {
      name: at('name'),
      label: TEXTS.name,
      hint: TEXTS.nameHint,
      isRequired: true,
      maxLength: MAX_NAME_LENGTH,
    },
    {
      name: at('postalCodes'),
      label: TEXTS.postalCodes,
      hint: TEXTS.postalCodesHint,
      rows: 3,
      toText: (value) => (Array.isArray(value) ? value.join(', ') : ''),
      toValue: (text) => {
        const codes = text.split(/[,;\n]/).map((code) => code.trim())
        return [...new Set(codes.filter(Boolean))]
      },
    },
    decimalField({ name: at('lat'), label: TEXTS.lat }),
    decimalField({ name: at('lng'), label: TEXTS.lng }),
    decimalField({ name: at('radiusKm'), label: TEXTS.radiusKm }),
    amountField({ name: at('feeAmount'), label: TEXTS.fee, isRequired: true }, at('currency')),
    currencyField({
      name: at('currency'),
      label: TEXTS.currency,
      hint: TEXTS.currencyHint,
      isRequired: true,
    }),
    {
      ...idsField(at('technicianIds'), TEXTS.technicians, people),
      hint: TEXTS.techniciansHint,
    },
  ]
}

/** A zone with the fields that were changed. */
function changedZone(n: number, before: Zone, changed: Readonly<Record<string, unknown>>): object {
  return { ...before, ...changedBelow(prefixOf(n), changed) }
}

function prefixOf(n: number): string {
  return `travelZones[${n}].`
}

/** `/app/{organizationId}/settings/travel-zones`. docs/contract.md#c17-travel-page */
export const travelZonePages = pagesAt('/settings/travel-zones', {
  'GET ': (visit) => zonesPage(visit),
  'GET /:id': (visit) => zonePage(visit),
  'POST /:id': saveZone,
  'POST /:id/up': moveUp,
  'POST /:id/remove': removeZone,
})

const PATH = '/organization'
const NEW = 'new'

function readOrganization({ staff }: StaffVisit): Promise<Tagged<Organization>> {
  requireMay(staff, 'updateOrganization')
  return readTagged<Organization>(staff, PATH)
}

function zonesOf({ travelZones }: Organization): Zone[] {
  return travelZones ?? []
}

/** The zones in order of precedence. */
async function zonesPage(visit: StaffVisit, notice?: Notice) {
  const { staff, at, home, query } = visit
  const [{ body, etag }, people] = await Promise.all([readOrganization(visit), activePeople(staff)])
  const zones = zonesOf(body)
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'settings',
    notice: notice ?? doneNotice(query, TEXTS.done),
    action: html`<a class="go" href="${at}/${NEW}">${TEXTS.add}</a>`,
    body: html`<p><a href="${home}/settings">${TEXTS.back}</a></p>
<p>${TEXTS.lead}</p>
${zones.length === 0 ? html`<p class="soft">${TEXTS.none}</p>` : html`<ol class="plain">${zones.map((zone, n) => row({ staff, at, zone, n, etag, names }))}</ol>`}`,
  })
}

interface Row {
  staff: Staff
  at: string
  zone: Zone
  n: number
  etag: string
  names: ReadonlyMap<string, string>
}

function row({ staff, at, zone, n, etag, names }: Row): Html {
  const { name, feeAmount, currency, technicianIds } = zone
  const who = technicianIds?.map((id) => names.get(id) ?? TEXTS.someone) ?? [TEXTS.everyone]
  const up = () =>
    changeForm({ action: `${at}/${n}/up`, etag, content: html`<button>${TEXTS.up}</button>` })
  return html`<li><h2 dir="auto">${name}</h2>
<p>${staff.format.money(feeAmount, currency)} · <span dir="auto">${areaOf(zone)}</span> · <span class="soft" dir="auto">${who.join(', ')}</span></p>
<div class="actions"><a class="button" href="${at}/${n}">${TEXTS.edit}</a>${n > 0 ? up() : nothing}
${confirmButton({ label: TEXTS.remove, question: TEXTS.removeSure, action: `${at}/${n}/remove`, etag })}</div></li>`
}

function areaOf({ postalCodes, lat, lng, radiusKm }: Zone): string {
  if (postalCodes) return TEXTS.codes(postalCodes)
  return TEXTS.around(radiusKm ?? 0, lat ?? 0, lng ?? 0)
}

/** The form of a zone. */
async function zonePage(visit: StaffVisit, problems?: Problems) {
  const { at, here } = visit
  const [{ body, etag }, people] = await Promise.all([
    readOrganization(visit),
    activeTechnicians(visit.staff),
  ])
  const n = indexOf(visit, body)
  const zone = zonesOf(body)[n]
  return sendStaffPage(visit, {
    title: zone ? TEXTS.change(zone.name) : TEXTS.add,
    section: 'settings',
    notice: problemNotice(problems),
    body: html`<p><a href="${at}">${TEXTS.backToZones}</a></p>
${recordForm({ action: here, fields: zoneFields(n, people), record: body, etag, problems, submit: TEXTS.save })}`,
  })
}

/** The zone's index; the count of zones for a new one. @throws {PageError} 404 for an unknown zone. */
function indexOf({ id }: StaffVisit, organization: Organization): number {
  const { length } = zonesOf(organization)
  if (id === NEW) return length
  const n = /^\d{1,2}$/.test(id) ? Number(id) : length
  if (n >= length) throw pageNotFound()
  return n
}

async function saveZone(visit: StaffVisit) {
  const [{ body }, people] = await Promise.all([
    readOrganization(visit),
    activeTechnicians(visit.staff),
  ])
  const n = indexOf(visit, body)
  const zones = zonesOf(body)
  return save<Organization>({
    visit,
    fields: zoneFields(n, people),
    method: 'PATCH',
    url: PATH,
    // The form's ETag ensures that these are the zones the person saw.
    payloadOf: (changed) => ({
      travelZones: zones.toSpliced(n, 1, changedZone(n, zones[n] ?? NEW_ZONE, changed) as Zone),
    }),
    done: () => visit.reply.redirect('../travel-zones?done=saved', 303),
    showsFormOn404: true,
    refuse: (problems) => zonePage(visit, problems),
  })
}

function moveUp(visit: StaffVisit) {
  return changeZones(visit, 'moved', (zones, n) => {
    const zone = zones[n]
    if (!zone || n === 0) return zones
    return zones.toSpliced(n, 1).toSpliced(n - 1, 0, zone)
  })
}

function removeZone(visit: StaffVisit) {
  return changeZones(visit, 'removed', (zones, n) => zones.toSpliced(n, 1))
}

/** Saves the zones as `edit` returns them, and shows the list. `n` is the zone of the URL. */
async function changeZones(
  visit: StaffVisit,
  doneAs: keyof (typeof TEXTS)['done'],
  edit: (zones: Zone[], n: number) => Zone[],
) {
  const { body: organization } = await readOrganization(visit)
  const n = indexOf(visit, organization)
  const edited = (now: Organization) => edit(zonesOf(now), n)
  return act<Organization>(visit, {
    call: { method: 'PATCH', url: PATH, payload: { travelZones: edited(organization) } },
    to: `../../travel-zones?done=${doneAs}`,
    // After a concurrent change: the zones as this edit would leave them, and as they are.
    texts: (now) => [namesOf(edited(now)), namesOf(zonesOf(now))],
    refuse: (notice) => zonesPage(visit, notice),
  })
}

function namesOf(zones: readonly Zone[]): string {
  return zones.map(({ name }) => name).join('\n')
}
