import type { Access, ProblemCode, RequiredAccess, Role, Scope } from '@mediajobs/domain'
import type {
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  InjectOptions,
  LightMyRequestResponse as Response,
} from 'fastify'
import { BROWSER } from './audience.ts'
import type { ApiResponse, ErrorBody } from './call-api.ts'

/** What the pages need from the API that registers them. */
export interface PagesOptions {
  /** Base URL of client deliveries. Staff pages share its origin. */
  deliveryBaseUrl: string
  /** The origin of the store that browsers upload to. */
  uploadOrigin: string
  /** The origin of files and pictures. */
  fileOrigin: string
  /** The origin of the payment provider's pages. */
  checkoutOrigin: string
  /** Whether media processes offer archives. */
  hasArchives: boolean
  /** The operations that need a credential, by id. */
  operations: ReadonlyMap<string, Operation>
  /** The OpenAPI document. */
  openApi(): Record<string, unknown>
  /** Calls an operation with the admission of `page`. */
  call(page: FastifyRequest, call: InjectOptions): Promise<Response>
  /** Runs the operation at the URL of `page`, with its admission. @throws what the operation throws */
  read(page: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /**
   * Admits the visitor of a page to an organization, once for the page and its calls.
   *
   * @throws for an ended session, a non-member, or a session beyond its rate limit
   */
  admitMember(
    request: FastifyRequest,
    reply: FastifyReply,
    credential: { token: string; organizationId: string },
  ): Promise<Caller>
  /** Admits a signed-in person, outside any organization. @throws for a session that has ended */
  admitPerson(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void>
  /** The response with which the API would report `error`. */
  refusalOf(error: unknown, request: FastifyRequest): Promise<ApiResponse<ErrorBody>>
  /** Parses an import's CSV file like the API: `null` if empty, a message if refused. */
  readCsv(file: Buffer): Promise<CsvFile | string | null>
  /** In hex. Like `readCsv`, yields to other requests. */
  sha256Of(file: Buffer): Promise<string>
}

/** Who opened a page of an organization. */
export interface Caller {
  readonly userId: string
  readonly role: Role
  readonly scopes: readonly Scope[]
}

/** An operation of the API that needs a credential. */
export interface Operation {
  id: string
  method: HTTPMethods
  /** Route pattern, like `/projects/:id`. */
  url: string
  access: RequiredAccess
  /** Maximum bytes of its body. */
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
    /** A page or the MCP endpoint: its in-process calls inherit its admission. */
    isPage?: boolean
    /** A page of an organization, rate limited by session in `admitMember` rather than by network. */
    isOfMember?: boolean
    /** The operation it calls for a module, logged in its place. */
    calledRoute?: string
  }
  interface FastifyInstance {
    host: PagesOptions
  }
  interface FastifyRequest {
    /** The code of the error response; `null` without one. */
    problemCode: ProblemCode | null
  }
}

/** The options of a page that needs no sign-in. */
export const OPEN = {
  config: { access: 'public', isPage: true },
  schema: { hide: true },
} as const

/** {@link OPEN}, for a page at an operation's URL: programs get the operation's response. */
export const PAGE = { ...OPEN, constraints: { audience: BROWSER } } as const
