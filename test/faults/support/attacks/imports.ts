// Bulk imports: CSV headers, rows, and waiting imports.
// docs/contract.md#c10-csv, docs/contract.md#c10-waiting-imports
import {
  MAX_CSV_COLUMNS,
  MAX_CSV_ROW_BYTES,
  MAX_FILE_FORM_BYTES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  MAX_WAITING_IMPORTS,
} from '@mediajobs/domain'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import {
  type Attack,
  type HostileRequest,
  made,
  preparedAttack,
  refused,
  requestsAttack,
  stepsAttack,
  tooLarge,
} from './attack.ts'
import { fileForm, formOn, REFUSED_PAGE, urlForm } from './forms.ts'
import type { Stage } from './stage.ts'

const INVALID = refused('invalid_request', 'malformed_csv', 'invalid_csv', 'csv_too_wide')
const TOO_MANY_ROWS = refused('invalid_request', 'body_too_complex')
const ROW = '1,Ann,ann@example.test'
// Accepted, or refused while too many imports wait.
const MADE_OR_FULL = { statuses: [202, 409] }

export const importAttacks: Attack[] = [
  requestsAttack('columns of a CSV file', (stage) => [
    csv(stage, 'at the bound', () => file(MAX_CSV_COLUMNS, ROW), MADE_OR_FULL),
    csv(stage, 'one above', () => file(MAX_CSV_COLUMNS + 1, ROW), INVALID),
    csv(stage, '40,000', () => file(40_000, ROW), INVALID),
    csv(stage, 'as many as a file can have', () => file(2_300_000, ROW), INVALID),
    csv(stage, 'one name, 4 million times', () => `${'a,'.repeat(4_000_000)}a\n${ROW}`, INVALID),
    csv(stage, 'one name without an end', () => 'a'.repeat(MAX_IMPORT_BYTES - 1), INVALID),
    csv(stage, 'quotes without an end', () => `"${'""'.repeat(4_000_000)}`, INVALID),
  ]),
  requestsAttack('bytes of a CSV row', (stage) => [
    csv(stage, 'one above', () => file(4, row(MAX_CSV_ROW_BYTES)), MADE_OR_FULL),
    csv(stage, 'a hundred times', () => file(4, row(MAX_CSV_ROW_BYTES * 100)), MADE_OR_FULL),
    csv(stage, 'four million empty rows', () => file(4, '\n'.repeat(4_000_000)), {
      statuses: [202, 400, 409],
    }),
    csv(stage, 'two million rows', () => file(4, '1,a,b\n'.repeat(2_000_000)), TOO_MANY_ROWS),
    csv(stage, 'above the limit of a file', () => file(4, 'x'.repeat(MAX_IMPORT_BYTES)), tooLarge),
  ]),
  preparedAttack(
    'a form of as many fields as fit, without a file',
    async ({ service }) => formOn(await service.createOrg(), 'developers/imports'),
    async (_stage, expect, form) => {
      const fields = () => '&'.repeat(MAX_FILE_FORM_BYTES - 1)
      const named = () => 'a&'.repeat((MAX_FILE_FORM_BYTES - 1) / 2)
      const unread = { statuses: [415], isPage: true }
      await expect(urlForm(form, 'nameless', fields, unread))
      await expect(urlForm(form, 'named', named, unread))
    },
  ),
  requestsAttack('rows of an import', (stage) => [
    rows(stage, 'at the bound', MAX_IMPORT_ROWS, MADE_OR_FULL),
    rows(stage, 'one above', MAX_IMPORT_ROWS + 1, TOO_MANY_ROWS),
    rows(stage, 'twenty times', MAX_IMPORT_ROWS * 20, TOO_MANY_ROWS),
  ]),
  stepsAttack('waiting imports', async (stage, expect) => {
    const requests = Array.from({ length: 3 * MAX_WAITING_IMPORTS }, (_, n) =>
      rows(stage, `import ${n}`, 200, MADE_OR_FULL),
    )
    await Promise.all(requests.map((request) => expect(request)))
    const path = '/bulk-imports?limit=100'
    const list = await stage.send({ ...rows(stage, 'list', 0, made), method: 'GET', path })
    const { data = [] } = JSON.parse(list.text || '{}') as { data?: { status: string }[] }
    const waiting = data.filter(({ status }) => status !== 'COMPLETED').length
    if (waiting > MAX_WAITING_IMPORTS) throw new Error(`${waiting} imports wait`)
  }),
  preparedAttack(
    'a file of refused rows with a crafted header',
    async ({ service }) => {
      const org = await service.createOrg()
      const csv = `${problems(MAX_CSV_COLUMNS)}\n1\n`
      const sent = await importerOf(service, org).sendCsv('customers', csv, '?dryRun=true')
      return formOn(org, `developers/imports/${sent.body.id}/refused`)
    },
    async ({ isFull }, expect, form) => {
      const download = (name: string, csv: () => string, expected: HostileRequest['expected']) =>
        expect(fileForm(form, name, csv, expected))
      await download('at the bound', () => `${problems(MAX_CSV_COLUMNS)}\n1\n`, made)
      for (const names of isFull ? [101, 20_000, 80_000, 1_200_000] : [101, 80_000]) {
        await download(`${names} names`, () => `${problems(names)}\n1\n`, REFUSED_PAGE)
      }
      await download('eight million rows', () => 'a\n'.repeat(8_000_000), REFUSED_PAGE)
      await download('eight million names', () => 'a,'.repeat(8_000_000), REFUSED_PAGE)
    },
  ),
]

/** A header with all the names that the page tries for its added column. */
function problems(names: number): string {
  return Array.from({ length: names }, (_, n) => (n === 0 ? 'problem' : `problem${n + 1}`)).join()
}

/** A file with `columns` different columns; the first are those of a customer. */
function file(columns: number, text: string): string {
  const known = ['externalId', 'name', 'email']
  const more = Array.from({ length: columns - known.length }, (_, n) => n.toString(36))
  return `${[...known, ...more].join()}\n${text}\n`
}

function row(bytes: number): string {
  return `1,Ann,ann@example.test,${'x'.repeat(bytes)}`
}

function csv(
  { attacker }: Stage,
  name: string,
  body: () => string,
  expected: HostileRequest['expected'],
): HostileRequest {
  return {
    name,
    method: 'POST',
    path: '/bulk-imports/customers?dryRun=true',
    headers: { 'x-api-key': attacker.key, 'content-type': 'text/csv' },
    body,
    expected,
  }
}

function rows(
  { attacker }: Stage,
  name: string,
  count: number,
  expected: HostileRequest['expected'],
): HostileRequest {
  const one = (n: number) => ({ externalId: `${n}`, name: 'Ann', email: `ann${n}@example.test` })
  return {
    name,
    method: 'POST',
    path: '/bulk-imports/customers',
    headers: { 'x-api-key': attacker.key, 'content-type': 'application/json' },
    body: () =>
      JSON.stringify({ dryRun: true, rows: Array.from({ length: count }, (_, n) => one(n)) }),
    expected,
  }
}
