import type { FastifyReply } from 'fastify'
import { nothingHere, read, readList } from '../read-record.ts'
import { fileOf } from './file-form.ts'
import { importPage } from './import.ts'
import { messageOfFile } from './send.ts'
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
  const csv = await request.server.host.readCsv(file)
  if (csv === null) return refuse(TEXTS.noFile)
  if (typeof csv === 'string') return refuse(messageOfFile({ message: csv }))
  const { header, columns, rows } = csv
  if (rows.length !== found.total) {
    return refuse(TEXTS.otherFile(count(rows.length), count(found.total)))
  }
  const reasons = await reasonsOf(visit)
  const lines = rows.flatMap((row, i) => {
    const reason = reasons.get(i + 1)
    return reason === undefined ? [] : [row, COMMA, Buffer.from(quoted(reason)), LINE_END]
  })
  const name = Buffer.from(columnBeside(columns))
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="refused-rows.csv"')
    .send(Buffer.concat([header, COMMA, name, LINE_END, ...lines]))
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
function columnBeside(columns: readonly string[]): string {
  const taken = new Set(columns)
  let name: string = TEXTS.problemColumn
  for (let n = 2; taken.has(name); n++) name = `${TEXTS.problemColumn}${n}`
  return name
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
