import type { Abortable, Caller, InitArgument, Item, Method, PagedPath } from './calls.ts'
import { ApiError, readRefusal } from './errors.ts'
import { headersOf, type Parts, prepare } from './request.ts'
import { type Answer, type RetryPolicy, sendWithRetries } from './retries.ts'
import { type MediaFile, type UploadOptions, uploadFiles } from './upload-media.ts'
import type { Media } from './vocabulary.ts'

// The API's maximum, because each page counts against the rate limit.
const RECORDS_PER_PAGE = 100

/** An API key, a session, or none, which is enough to open a client delivery or sign in. */
export type Credential =
  | { apiKey: string; accessToken?: never; organizationId?: never }
  | { apiKey?: never; accessToken: string; organizationId: string }
  | { apiKey?: never; accessToken?: never; organizationId?: never }

export type ClientOptions = Credential & {
  /** The URL of the service, like `https://jobs.example.com`. */
  baseUrl: string
  /** Maximum attempts per call, not counting 429s. Default: 5. */
  maxTries?: number
  /** Maximum total wait between attempts. Default: 120,000 ms. */
  maxWaitMs?: number
  /** Time limit per attempt, to the end of the response. Default: 60,000 ms. */
  timeoutMs?: number
  /** Sends all requests, including those to the object store. Default: the global fetch. */
  fetch?: typeof fetch
}

export interface Client {
  get: Caller<'get'>
  post: Caller<'post'>
  put: Caller<'put'>
  patch: Caller<'patch'>
  delete: Caller<'delete'>
  /** Every record of a list. Requests pages as needed, of `limit` records (default: 100). */
  paginate<P extends PagedPath>(
    path: P,
    ...init: InitArgument<'get', P>
  ): AsyncGenerator<Item<P>, void, undefined>
  /**
   * Presigns, puts and confirms one file.
   *
   * @throws UploadError if the file was not uploaded, with the ApiError or ConnectionError as its cause
   */
  uploadMedia(projectId: string, file: MediaFile, options?: UploadOptions): Promise<Media>
  /** Uploads many files, in batches of 100. Returns the media in the order of the files. */
  uploadMedia(
    projectId: string,
    files: readonly MediaFile[],
    options?: UploadOptions,
  ): Promise<Media[]>
}

/**
 * A client of one service and one credential.
 *
 * Calls resolve with the body of the response, and reject with an ApiError, a ConnectionError or the reason of their
 * signal.
 *
 * @throws TypeError if `baseUrl` is not an http(s) URL, or the credential has characters that are invalid in headers
 */
export function createClient(options: ClientOptions): Client {
  const { maxTries = 5, maxWaitMs = 120_000, timeoutMs = 60_000 } = options
  const policy: RetryPolicy = { maxTries, maxWaitMs }
  const baseUrl = checkedBaseUrl(options.baseUrl)
  const credential = credentialHeaders(options)
  // Called unbound: browsers and workers refuse `fetch` as a method of another object.
  const send: typeof fetch = (...request) => (options.fetch ?? fetch)(...request)

  async function call(
    method: Method,
    path: string,
    parts: Parts & Abortable = {},
  ): Promise<unknown> {
    const { url, init, isRepeatable } = prepare(baseUrl, credential, method, path, parts)
    const name = `${init.method} ${path}`
    const received = await sendWithRetries(
      {
        name,
        send: (signal) => send(url, { ...init, signal }),
        isRepeatable,
        timeoutMs,
        signal: parts.signal,
      },
      policy,
    )
    return received.text === '' ? undefined : parsed(name, received)
  }

  const client = {
    get: (path: string, init?: Parts & Abortable) => call('get', path, init),
    post: (path: string, init?: Parts & Abortable) => call('post', path, init),
    put: (path: string, init?: Parts & Abortable) => call('put', path, init),
    patch: (path: string, init?: Parts & Abortable) => call('patch', path, init),
    delete: (path: string, init?: Parts & Abortable) => call('delete', path, init),
    paginate: (path: string, init: Parts & Abortable = {}) =>
      pages((query) => call('get', path, { ...init, query }), init.query ?? {}),
    async uploadMedia(
      projectId: string,
      files: MediaFile | readonly MediaFile[],
      given: UploadOptions = {},
    ) {
      const list = isList(files) ? files : [files]
      const media = await uploadFiles(
        { post: typed.post, send, policy, timeoutMs },
        projectId,
        list,
        given,
      )
      return isList(files) ? media : media[0]
    },
  }
  // Adds the types of each path to the untyped functions.
  const typed = client as unknown as Client
  return typed
}

function isList(files: MediaFile | readonly MediaFile[]): files is readonly MediaFile[] {
  return Array.isArray(files)
}

function checkedBaseUrl(baseUrl: string): string {
  const isWeb = URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)
  if (!isWeb) throw new TypeError('baseUrl must be an http or https URL')
  return baseUrl.replace(/\/+$/, '')
}

function credentialHeaders(given: Credential): Record<string, string> {
  const headers: Record<string, string> = given.apiKey
    ? { 'x-api-key': given.apiKey }
    : given.accessToken
      ? { authorization: `Bearer ${given.accessToken}`, 'x-org-id': given.organizationId }
      : {}
  headersOf(headers)
  return headers
}

function parsed(name: string, received: Answer): unknown {
  try {
    return JSON.parse(received.text)
  } catch {
    const refusal = {
      ...readRefusal(received),
      code: null,
      fields: [],
      details: ['the response is not JSON: is baseUrl right?'],
    }
    throw new ApiError(name, refusal, received.tries)
  }
}

/** Every record of a list, in order. Requests a page once the previous one is consumed. */
async function* pages(
  getPage: (query: Record<string, unknown>) => Promise<unknown>,
  query: Record<string, unknown>,
): AsyncGenerator<unknown, void, undefined> {
  let cursor: unknown = query.cursor
  do {
    const page = checked(await getPage({ limit: RECORDS_PER_PAGE, ...query, cursor }))
    yield* page.data
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

function checked(page: unknown): { data: unknown[]; nextCursor: unknown } {
  const isPage = typeof page === 'object' && page !== null && 'data' in page && 'nextCursor' in page
  if (!isPage || !Array.isArray(page.data))
    throw new TypeError('the response is not a page of a list')
  return { data: page.data, nextCursor: page.nextCursor }
}
