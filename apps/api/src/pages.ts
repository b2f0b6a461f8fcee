import { type PagesOptions, pages as pagesOf } from '@mediajobs/pages'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { readCsv } from './csv-file.ts'
import { errorBody, HttpError, problemOf } from './errors.ts'

type Options = Pick<PagesOptions, 'deliveryBaseUrl' | 'uploadOrigin'>

const FORMS = ['application/x-www-form-urlencoded']

/** The HTML pages of `packages/pages`, which call the API in this process. */
export const pages: FastifyPluginAsync<Options> = async (app, options) => {
  await app.register(pagesOf, {
    ...options,
    operations: app.operations,
    refusalOf,
    readCsv: readFile,
  })
}

function refusalOf(error: unknown, { id }: FastifyRequest) {
  const problem = problemOf(error, FORMS)
  return {
    status: problem.statusCode,
    headers: { 'retry-after': problem.retryAfterSeconds },
    body: errorBody(problem, id),
  }
}

async function readFile(file: Buffer) {
  try {
    const csv = await readCsv(file)
    if (!csv) return null
    const rows: Buffer[] = []
    for await (const row of csv.rows) rows.push(row)
    return { ...csv, rows }
  } catch (error) {
    if (error instanceof HttpError) return error.problem.messages.join('; ')
    throw error
  }
}
