import { pagesAt } from '../serve.ts'
import {
  answerItem,
  downloadOriginals,
  draftAddOns,
  draftInvoice,
  move,
  moveInvoice,
  saveFact,
} from './changes.ts'
import { charge } from './charge.ts'
import { deleteFile, moveFile, pairFile, renameFile, showFile } from './file.ts'
import { createPayLink, endPayLink, refundPayment, showInvoice } from './invoice.ts'
import { askAboutFiles } from './no-files.ts'
import { show } from './page.ts'
import { cancel, reschedule, showCancel, showReschedule } from './plan.ts'
import { deliver, preview, revoke, unlock } from './preview.ts'
import { projectOf, type Visit } from './read.ts'
import { moveVisit, saveVisit, showVisit } from './visit-form.ts'

/** `/app/{organizationId}/projects/{id}`. docs/contract.md#c12-project */
export const projectPages = pagesAt<Visit>(
  '/projects',
  {
    'GET /:id': show,
    'GET /:id/preview': preview,
    'POST /:id/status': move,
    'GET /:id/no-files': (visit) => askAboutFiles(visit, { action: 'status', back: visit.here }),
    'GET /:id/reschedule': (visit) => showReschedule(visit),
    'POST /:id/reschedule': reschedule,
    'GET /:id/cancel': (visit) => showCancel(visit),
    'POST /:id/cancel': cancel,
    'GET /:id/visits/:visitId': (visit) => showVisit(visit),
    'POST /:id/visits/:visitId': saveVisit,
    'POST /:id/visits/:visitId/status': moveVisit,
    'POST /:id/facts/:fact': saveFact,
    'POST /:id/deliver': deliver,
    'POST /:id/unlock': unlock,
    'POST /:id/revoke': revoke,
    'POST /:id/invoice': draftInvoice,
    'POST /:id/charge': charge,
    'POST /:id/originals': downloadOriginals,
    'GET /:id/files/:mediaId': showFile,
    'POST /:id/files/:mediaId/move': moveFile,
    'POST /:id/files/:mediaId/rename': renameFile,
    'POST /:id/files/:mediaId/original': pairFile,
    'POST /:id/files/:mediaId/delete': deleteFile,
    'POST /:id/revisions/:roundId/items/:itemId': answerItem,
    'GET /:id/invoices/:invoiceId': showInvoice,
    'POST /:id/invoices/:invoiceId/pay-link': createPayLink,
    'POST /:id/invoices/:invoiceId/pay-link/end': endPayLink,
    'POST /:id/invoices/:invoiceId/payments/:paymentId/refund': refundPayment,
    'POST /:id/invoices/:invoiceId/add-ons': draftAddOns,
    'POST /:id/invoices/:invoiceId/:verb': moveInvoice,
  },
  projectOf,
)
