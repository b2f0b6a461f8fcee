import type { FastifyReply } from 'fastify'
import { recordsOf, UnclosedQuote } from '../../../csv-records.ts'
import { Turns } from '../../../turns.ts'
import { nothingHere, read, readList } from '../read-record.ts'
import { fileOf } from './file-form.ts'
import { importPage } from './import.ts'
import { TEXTS } from './texts.ts'
import type { BulkImport, ImportRow, ImportVisit } from './visit.ts'

const PAGE = '100'
const COMMA = Buffer.from(',')
const LINE_END = Buffer.from('\r\n')

/**
 * Sends the refused rows of a file that was imported, each with its reason in a further column. The API keeps no
 * file, so the person sends it again. The columns and the cells are those of the file, byte for byte.
 */
export async function downloadRefused(visit: ImportVisit): Promise<FastifyReply> {
  const { request, reply, staff, url, count } = visit
  const file = fileOf(request)
  const refuse = (text: string) =>
    importPage({ ...visit, reply: reply.code(400) }, { kind: 'problem', text })
  if (!file) return refuse(TEXTS.noFile)
  const found = await read<BulkImport>(staff, url)
  if (!found) throw nothingHere()
  const records = await recordsIn(file)
  if (!records) return refuse(TEXTS.notCsv)
  const [header, ...rows] = records
  if (!header || rows.length !== found.total) {
    return refuse(TEXTS.otherFile(count(rows.length), count(found.total)))
  }
  const reasons = await reasonsOf(visit)
  const lines = rows.flatMap((row, i) => {
    const reason = reasons.get(i + 1)
    return reason === undefined ? [] : [row, COMMA, Buffer.from(quoted(reason)), LINE_END]
  })
  const name = Buffer.from(columnBeside(header))
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="refused-rows.csv"')
    .send(Buffer.concat([header, COMMA, name, LINE_END, ...lines]))
}

/** The header and the rows as an import counts them; `undefined` when the file has no end of a quote. */
async function recordsIn(file: Buffer): Promise<Buffer[] | undefined> {
  const turns = new Turns()
  const records: Buffer[] = []
  try {
    for (const record of recordsOf(file)) {
      if (record) records.push(record)
      await turns.pass()
    }
  } catch (error) {
    if (error instanceof UnclosedQuote) return undefined
    throw error
  }
  return records
}

async function reasonsOf({ staff, url }: ImportVisit): Promise<ReadonlyMap<number, string>> {
  const reasons = new Map<number, string>()
  const query = new URLSearchParams({ status: 'FAILED', limit: PAGE })
  for (;;) {
    const { data, nextCursor } = await readList<ImportRow>(staff, `${url}/rows?${query}`)
    for (const { number, messages } of data) reasons.set(number, messages.join('; '))
    if (nextCursor === null) return reasons
    query.set('cursor', nextCursor)
  }
}

/** A column that the file does not have: a file that is mended for the second time has the first one. */
function columnBeside(header: Buffer): string {
  const names = header
    .toString()
    .split(',')
    .map((cell) => cell.replaceAll('"', '').trim())
  for (let n = 1; ; n++) {
    const name = n === 1 ? TEXTS.problemColumn : `${TEXTS.problemColumn}${n}`
    if (!names.includes(name)) return name
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
