import type { Access, ProblemCode, RequiredAccess } from '@mediajobs/domain'
import type { FastifyRequest, HTTPMethods } from 'fastify'
import type { ApiResponse, ErrorBody } from './call-api.ts'

/** What the pages need from the API that registers them. */
export interface PagesOptions {
  /** Where clients open their deliveries. The staff pages share its origin. */
  deliveryBaseUrl: string
  /** The origin of the store that browsers upload to. */
  uploadOrigin: string
  /** The operations that need a credential, by id. */
  operations: ReadonlyMap<string, Operation>
  /** The response with which the API would report `error`. */
  refusalOf(error: unknown, request: FastifyRequest): ApiResponse<ErrorBody>
  /** Reads the CSV file of an import as the API does: `null` if it is empty, a message if it is refused. */
  readCsv(file: Buffer): Promise<CsvFile | string | null>
}

/** An operation of the API that needs a credential. */
export interface Operation {
  id: string
  method: HTTPMethods
  /** The pattern of its path, like `/projects/:id`. */
  url: string
  access: RequiredAccess
  /** Bytes that its body may have. */
  bodyLimit: number
}

interface CsvFile {
  /** The first record, byte for byte. */
  header: Buffer
  columns: readonly string[]
  /** The records below the header, byte for byte. */
  rows: readonly Buffer[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** It calls another route for its caller. The call is counted there, so it is not counted here too. */
    isCountedByItsCall?: boolean
  }
  interface FastifyRequest {
    /** The code of the error response; `null` without one. */
    problemCode: ProblemCode | null
  }
}

export const PUBLIC = { access: 'public' } as const
