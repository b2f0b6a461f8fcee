import type { Schemas } from '@mediajobs/client'
import type { BulkImportKind } from '@mediajobs/domain'
import { type Html, html } from '../../html.ts'
import { organizationAddress, type Query } from '../own-address.ts'
import type { StaffVisit } from '../serve.ts'

export const TEXTS = {
  title: 'Imports',
  lead: 'A file is checked first. Nothing is written before you say so.',
  kind: 'What is in the file',
  kinds: {
    CUSTOMERS: 'Customers',
    PROJECTS: 'Projects',
  } satisfies Record<BulkImportKind, string>,
  columns: {
    CUSTOMERS: 'externalId, name, email; also phone, company, notes.',
    PROJECTS:
      'externalId, scheduledTime like 2026-05-01T09:30:00Z; also addressLine1, city, customerExternalId, notes.',
  } satisfies Record<BulkImportKind, string>,
  file: 'File',
  fileHint: (rows: string, size: string) =>
    `CSV in UTF-8 with commas, at most ${rows} rows and ${size}. The first line has the names of the columns. In Excel save it as “CSV UTF-8”.`,
  drop: 'Or drop the file here.',
  kept: (name: string) => `${name} is chosen.`,
  emitEvents: 'Send webhooks for what is imported',
  check: 'Check the file',
  before: 'Imports until now',
  none: 'No imports yet.',
  dryRun: 'Check',
  real: 'Import',
  states: { PENDING: 'Waiting', RUNNING: 'Running', COMPLETED: 'Done' },
  counts: (good: string, refused: string, all: string) =>
    `${good} good, ${refused} refused, of ${all} rows`,
  back: 'Back to the imports',
  running: (done: string, all: string) => `${done} of ${all} rows are done.`,
  reload: 'Look again',
  checked: (good: string) =>
    `The check is done, and nothing is imported yet. ${good} rows can be imported.`,
  imported: (good: string) => `The import is done: ${good} rows are in.`,
  importNow: 'Import the good rows',
  importHint: 'Choose the same file again. Rows that were imported before stay as they are.',
  refused: 'Refused rows',
  noRefused: 'No row was refused.',
  rowHint: 'Row 1 is the first one below the names of the columns.',
  row: 'Row',
  id: 'Id',
  field: 'Field',
  reason: 'Reason',
  download: 'Download the refused rows',
  downloadHint:
    'Choose the same file again, and you get its refused rows, each with its reason. Mend them, and check that file.',
  problemColumn: 'problem',
  noFile: 'Choose a file.',
  otherFile: (rows: string, wanted: string) =>
    `This file has ${rows} rows, and the import had ${wanted}. Choose the same file.`,
  inFile: 'The file',
} as const

export type BulkImport = Schemas['BulkImport']
export type ImportRow = Schemas['BulkImportRow']

export interface ImportRoute {
  Params: { id: string }
  Querystring: Query
}

/** A request for the page of an import. */
export interface ImportVisit extends StaffVisit<ImportRoute> {
  /** The import, as a path of the API. */
  url: string
  /** The address of the page, from the address of the request. */
  here: string
  /** The address of the list. */
  list: string
  /** Writes a number as the organization does. */
  count: (value: number) => string
}

export function importVisit(visit: StaffVisit<ImportRoute>): ImportVisit {
  const id = encodeURIComponent(visit.request.params.id ?? '')
  const list = `${organizationAddress(visit.request, visit.staff.organization)}/developers/imports`
  const numbers = new Intl.NumberFormat(visit.staff.organization.locale ?? 'en')
  return {
    ...visit,
    url: `/bulk-imports/${id}`,
    here: `${list}/${id}`,
    list,
    count: (value) => numbers.format(value),
  }
}

/** The field for the file. The module keeps the file for the next page, and takes one that is dropped. */
export function fileField(id: string, hint: string): Html {
  return html`<p class="field drop" data-kept="${TEXTS.kept('{name}')}"><label for="${id}">${TEXTS.file}</label>
<span class="soft" id="${id}-hint">${hint}</span>
<input id="${id}" name="file" type="file" accept=".csv,text/csv" required aria-describedby="${id}-hint">
<span class="soft" role="status"></span><span class="soft" data-drop hidden>${TEXTS.drop}</span></p>`
}
