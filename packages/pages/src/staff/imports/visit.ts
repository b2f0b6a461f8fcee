import type { Schemas } from '@mediajobs/client'
import type { BulkImportKind } from '@mediajobs/domain'
import type { ErrorBody } from '../../call-api.ts'
import { apiMessageOf } from '../../for-people.ts'
import { type Html, html } from '../../html.ts'
import { sendDevelopersPage } from '../developers/send-page.ts'
import { problem } from '../list.ts'
import type { Notice, StaffPage } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'

const rows = (count: string) => (count === '1' ? '1 row' : `${count} rows`)

export const TEXTS = {
  title: 'Imports',
  lead: 'Files are checked first. Nothing is imported until you confirm.',
  kind: 'File contents',
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
    `CSV in UTF-8 with commas, at most ${rows} rows and ${size}. The first line contains the column names. In Excel, save as “CSV UTF-8”.`,
  drop: 'Or drop a file here.',
  kept: (name: string) => `${name} selected.`,
  emitEvents: 'Send webhooks for imported records',
  check: 'Check file',
  before: 'Past imports',
  none: 'No imports yet.',
  dryRun: 'Check',
  real: 'Import',
  states: { PENDING: 'Waiting', RUNNING: 'Running', COMPLETED: 'Done' },
  counts: (good: string, refused: string, all: string) =>
    `${good} valid, ${refused} refused, of ${rows(all)}`,
  skipped: (count: string) =>
    count === '1' ? '1 empty row was skipped.' : `${count} empty rows were skipped.`,
  back: 'Back to imports',
  running: (done: string, all: string) => `${done} of ${rows(all)} done.`,
  reload: 'Reload',
  checked: (good: string) =>
    `Check complete. Nothing is imported yet. ${rows(good)} can be imported.`,
  imported: (good: string) => `Import complete: ${rows(good)} imported.`,
  importNow: 'Import valid rows',
  importHint: 'Choose the same file again. Rows already imported stay as they are.',
  refused: 'Refused rows',
  noRefused: 'No refused rows.',
  rowHint: 'Row 1 is the first row below the header. Empty rows don’t count.',
  row: 'Row',
  id: 'ID',
  field: 'Field',
  reason: 'Reason',
  download: 'Download refused rows',
  downloadHint:
    'Choose the same file again to download its refused rows with their reasons. Fix them and check that file.',
  problemColumn: 'problem',
  noFile: 'Choose a file with rows below its header.',
  otherFile:
    'This is another file, or it was changed. Choose the same file, or check this one first.',
  inFile: 'The file',
  ignored: (names: string) =>
    `Unknown columns are left out: ${names}. To import one, correct its name and check the file again.`,
} as const

export type BulkImport = Schemas['BulkImport']
export type ImportRow = Schemas['BulkImportRow']

export function urlOf({ id }: StaffVisit): string {
  return `/bulk-imports/${id}`
}

/** Sends one of these pages. */
export function sendImportPage(
  visit: StaffVisit,
  page: Pick<StaffPage, 'title' | 'notice' | 'body'>,
) {
  const module = 'staff/imports/browser/main.ts'
  return sendDevelopersPage(visit, { ...page, section: 'imports', styles: [], module })
}

/** The file field. The module keeps the file for the next page, and accepts dropped ones. */
export function fileField(id: string, hint: string): Html {
  return html`<p class="field drop" data-kept="${TEXTS.kept('{name}')}"><label for="${id}">${TEXTS.file}</label>
<span class="soft" id="${id}-hint">${hint}</span>
<input id="${id}" name="file" type="file" accept=".csv,text/csv" required aria-describedby="${id}-hint">
<span class="soft" role="status"></span><span class="soft scripted">${TEXTS.drop}</span></p>`
}

/** Names the unknown columns of an import, apart from those of {@link TEXTS.problemColumn}. */
export function ignoredNotice({ ignoredFields }: BulkImport): Notice | undefined {
  const names = ignoredFields.filter((name) => !name.startsWith(TEXTS.problemColumn))
  return names.length === 0 ? undefined : problem(TEXTS.ignored(names.join(', ')))
}

const NO_ROWS = 'rows too_few_items'

/** An API message about a file, replacing “body” with “file”. */
export function messageOfFile(refusal: Pick<ErrorBody, 'message' | 'fields'>): string {
  const isEmpty = refusal.fields?.some(({ path, code }) => `${path} ${code}` === NO_ROWS)
  if (isEmpty) return TEXTS.noFile
  return apiMessageOf(refusal).replaceAll(/\bbody\b/g, TEXTS.inFile)
}
