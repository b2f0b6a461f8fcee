import type { Admitter } from '@mediajobs/operations/credentials'
import { findSession } from '@mediajobs/operations/sessions'
import { type PagesOptions, pages as pagesOf } from '@mediajobs/pages'
import type { FastifyPluginAsync } from 'fastify'
import { readCsv, sha256Of } from './bulk-imports/csv.ts'
import { refuseOverLimit } from './plugins/admission.ts'
import { errorBody, HttpError } from './vocabulary/errors.ts'

interface Options
  extends Pick<
    PagesOptions,
    'deliveryBaseUrl' | 'uploadOrigin' | 'fileOrigin' | 'hasArchives' | 'checkoutOrigin'
  > {
  admitter: Admitter
}

const FORMS = ['application/x-www-form-urlencoded']

/** The HTML pages of `packages/pages`, which call the API in-process. */
export const pages: FastifyPluginAsync<Options> = async (app, { admitter, ...options }) => {
  app.decorateRequest('session', null)
  await app.register(pagesOf, {
    ...options,
    operations: app.operations,
    openApi: app.openApi,
    call: app.callFrom,
    read: app.readFrom,
    async admitMember(request, reply, { token, organizationId }) {
      const admission = await admitter.bySession(token, organizationId)
      request.admission = admission
      refuseOverLimit(request, reply)
      return admission
    },
    async admitPerson(request, reply, token) {
      // All other pages were counted by `networkCalls`.
      if (request.routeOptions.config.isOfMember) await app.countByNetwork(request, reply)
      request.session = await findSession(request.store.sql, token)
    },
    async refusalOf(error, { id }) {
      const problem = await app.problemOf(error, FORMS)
      return {
        status: problem.statusCode,
        headers: { 'retry-after': problem.retryAfterSeconds },
        body: errorBody(problem, id),
      }
    },
    readCsv: readFile,
    sha256Of,
  })
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
