import type { BulkImportKind } from '@mediajobs/domain'

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
