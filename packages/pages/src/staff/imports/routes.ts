import { MAX_FILE_FORM_BYTES } from '@mediajobs/domain'
import type { FastifyPluginAsync } from 'fastify'
import { STAFF } from '../door.ts'
import { staffOfRequest } from '../enter.ts'
import { serve } from '../serve.ts'
import { requireMay } from '../staff.ts'
import { takeFiles } from './file-form.ts'
import { importPage } from './import.ts'
import { listPage } from './list.ts'
import { downloadRefused } from './refused-rows.ts'
import { sendFile } from './send.ts'
import { type ImportRoute, type ImportVisit, importVisit } from './visit.ts'

const AT = '/app/:organizationId/developers/imports'
const WITH_FILE = { ...STAFF, bodyLimit: MAX_FILE_FORM_BYTES }

/** `/app/{organizationId}/developers/imports`. docs/contract.md#c12-imports */
export const importPages: FastifyPluginAsync = async (app) => {
  takeFiles(app)
  // Before a file is read.
  app.addHook('onRequest', async (request) => {
    requireMay(staffOfRequest(request), 'importCustomers')
  })
  const one = (handle: typeof check) => serve<ImportRoute>((visit) => handle(importVisit(visit)))
  app.get<ImportRoute>(
    AT,
    STAFF,
    one((visit) => listPage(visit)),
  )
  app.post<ImportRoute>(AT, WITH_FILE, one(check))
  app.get<ImportRoute>(
    `${AT}/:id`,
    STAFF,
    one((visit) => importPage(visit)),
  )
  app.post<ImportRoute>(`${AT}/:id/import`, WITH_FILE, one(importRows))
  app.post<ImportRoute>(`${AT}/:id/refused`, WITH_FILE, one(downloadRefused))
}

function check(visit: ImportVisit) {
  return sendFile(visit, true, (notice) => listPage(visit, notice))
}

function importRows(visit: ImportVisit) {
  return sendFile(visit, false, (notice) => importPage(visit, notice))
}
