import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  type BulkImportKind,
  MANAGING_ROLES,
  MAX_IMPORT_BYTES,
  MAX_WAITING_IMPORTS,
} from '@mediajobs/domain'
import {
  acceptImport,
  getImport,
  type ImportedFile,
  listImportRows,
  listImports,
} from '@mediajobs/operations/bulk-imports'
import type { TObject } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { hashBody } from '../plugins/idempotency/idempotency.ts'
import { HttpError } from '../vocabulary/errors.ts'
import { type OperationDocs, operationDocs } from '../vocabulary/operation-docs.ts'
import { actorOf, allow, contentTag, operationsOf, orgOf } from '../vocabulary/routes.ts'
import { PageOf } from '../vocabulary/schemas.ts'
import { checkingRows } from './check-rows.ts'
import { rowsOfCsv } from './csv.ts'
import { bodyOfImport } from './json-rows.ts'
import {
  BulkImport,
  BulkImportQuery,
  BulkImportRow,
  BulkImportRowQuery,
  customerRow,
  ImportQuery,
  importBody,
  projectRow,
} from './schemas.ts'

// The same text as in plugins/openapi/responses.ts, so they share a component.
const LOCATION = {
  location:
    'The URL of the result: the progress of an import, an archive, or the link at another cell',
}
const ROWS =
  'Up to 16 MiB; a CSV has a header of up to 100 columns and rows of up to 64 KiB. Rows are imported after the response. An invalid row does not stop the others, and a row with a known `externalId` changes nothing.'

const problems = {
  409: `${MAX_WAITING_IMPORTS} imports of the organization are unfinished: \`too_many_imports\``,
}

const docs = operationDocs({
  importCustomers: {
    summary: 'Import customers',
    description: `Creates up to 5,000 customers from JSON or CSV. ${ROWS}`,
    responseHeaders: LOCATION,
    problems,
    examples: {
      one: {
        rows: [{ externalId: 'crm-7', name: 'Ann Agent', email: 'ann@example.com' }],
        dryRun: true,
      },
    },
    consumes: { 'text/csv': 'externalId,name,email\ncrm-7,Ann Agent,ann@example.com\n' },
  },
  importProjects: {
    summary: 'Import projects',
    description: `Creates up to 5,000 projects from JSON or CSV. ${ROWS}`,
    responseHeaders: LOCATION,
    problems,
    examples: {
      one: {
        rows: [
          {
            externalId: 'order-1007',
            scheduledTime: '2026-05-01T09:30:00Z',
            city: 'Springfield',
            customerExternalId: 'crm-7',
          },
        ],
        emitEvents: false,
      },
    },
    consumes: {
      'text/csv':
        'externalId,scheduledTime,city,mediaTypes\norder-1007,2026-05-01T09:30:00Z,Springfield,PHOTO;VIDEO\n',
    },
  },
  listImports: {
    about: 'Import thousands of customers or projects in one call.',
    summary: 'List imports',
    description: 'Lists the bulk imports, newest first.',
  },
  getImport: {
    summary: 'Get the progress of an import',
    description: 'Returns the status of an import, and how many rows succeeded and failed.',
  },
  listImportRows: {
    summary: 'List the rows of an import',
    description: 'Lists the rows of an import with their results, in the order of the file.',
  },
})

interface Options {
  /** The bodies of single creates, whose schemas also check rows. */
  creates: Record<BulkImportKind, TObject>
}

const IMPORT = allow('BULK_IMPORT', MANAGING_ROLES)
const etag = contentTag(BulkImport)

export const bulkImportRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { creates }) => {
  const { get } = operationsOf(app)
  app.decorateRequest('importedFile', null)

  await app.register(acceptRoute, {
    path: '/bulk-imports/customers',
    operationDocs: docs.importCustomers,
    title: 'ImportCustomersBody',
    kind: 'CUSTOMERS',
    row: customerRow(creates.CUSTOMERS),
  })
  await app.register(acceptRoute, {
    path: '/bulk-imports/projects',
    operationDocs: docs.importProjects,
    title: 'ImportProjectsBody',
    kind: 'PROJECTS',
    row: projectRow(creates.PROJECTS),
  })

  get(
    '/bulk-imports',
    IMPORT,
    { ...docs.listImports, querystring: BulkImportQuery, response: { 200: PageOf(BulkImport) } },
    (request) => listImports(request.store.sql, orgOf(request), request.query),
  )

  get(
    '/bulk-imports/:id',
    { ...IMPORT, etag },
    { ...docs.getImport, response: { 200: BulkImport } },
    (request) => getImport(request.store.sql, orgOf(request), request.params.id),
  )

  get(
    '/bulk-imports/:id/rows',
    IMPORT,
    {
      ...docs.listImportRows,
      querystring: BulkImportRowQuery,
      response: { 200: PageOf(BulkImportRow) },
    },
    (request) => {
      const ref = { organizationId: orgOf(request), id: request.params.id }
      return listImportRows(request.store.sql, ref, request.query)
    },
  )
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The CSV file of an import; null for JSON. */
    importedFile: ImportedFile | null
  }
}

interface AcceptOptions {
  path: string
  operationDocs: OperationDocs
  /** Name of the JSON body in the OpenAPI document. */
  title: string
  kind: BulkImportKind
  row: TObject
}

/** Registered in a scope per kind of import, because the CSV parser depends on the columns. */
const acceptRoute: FastifyPluginAsyncTypebox<AcceptOptions> = async (
  app,
  { path, operationDocs, title, kind, row },
) => {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      await request.turnFor(body)
      hashBody(request, body)
      return bodyOfImport(body)
    },
  )
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: MAX_IMPORT_BYTES },
    async (request: FastifyRequest, body: Buffer) => {
      await request.turnFor(body)
      const { rows, file } = await rowsOfCsv(body, row)
      request.importedFile = file
      hashBody(request, body)
      return { rows }
    },
  )

  const { validatorCompiler } = app
  if (!validatorCompiler)
    throw new Error('the validation plugin must be registered before bulk imports')
  app.post(
    path,
    {
      config: { ...IMPORT, etag },
      bodyLimit: MAX_IMPORT_BYTES,
      schema: {
        ...operationDocs,
        querystring: ImportQuery,
        body: importBody(row, title),
        response: { 202: BulkImport },
      },
      ...checkingRows(validatorCompiler, path, row),
    },
    async (request, reply) => {
      const { rows } = request.body
      const dryRun = chosen(request, 'dryRun') ?? false
      const emitEvents = chosen(request, 'emitEvents') ?? true
      const input = { kind, rows, dryRun, emitEvents, file: request.importedFile }
      const accepted = await request.store.transaction((tx) =>
        acceptImport(tx, actorOf(request), input),
      )
      return reply.code(202).header('location', `/bulk-imports/${accepted.id}`).send(accepted)
    },
  )
}

type Choice = 'dryRun' | 'emitEvents'
type Choices = { [Name in Choice]?: boolean }

/** An option from the query or the body. If both have it, they must agree. */
function chosen(request: { query: Choices; body: Choices }, name: Choice): boolean | undefined {
  const { [name]: inQuery } = request.query
  const { [name]: inBody } = request.body
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
    throw new HttpError(
      400,
      'invalid_request',
      `${name} differs between the query and the body`,
    ).at(name, 'not_allowed')
  }
  return inQuery ?? inBody
}
