import type { Abortable, Caller, InitArgument, Item, Method, PagedPath } from './calls.ts'
import { ApiError, readRefusal } from './errors.ts'
import { pages } from './paginate.ts'
import { headersOf, type Parts, prepare } from './request.ts'
import { type Received, type RetryPolicy, sendWithRetries } from './retries.ts'
import { type MediaFile, type UploadOptions, uploadFiles } from './upload-media.ts'
import type { Media } from './vocabulary.ts'

/** A key, a session, or neither: for a client's link, and to sign in. */
export type Credential =
  | { apiKey: string; accessToken?: never; organizationId?: never }
  | { apiKey?: never; accessToken: string; organizationId: string }
  | { apiKey?: never; accessToken?: never; organizationId?: never }

export type ClientOptions = Credential & {
  /** Where the service is, as `https://jobs.example.com`. */
  baseUrl: string
  /** How often a call is sent at most; waits for the rate limit do not count. Default: 5. */
  maxTries?: number
  /** How long a call may wait between its tries, all together. Default: 120,000 ms. */
  maxWaitMs?: number
  /** How long one try may take, to the end of the answer. Default: 60,000 ms. */
  timeoutMs?: number
  /** What sends the requests, those to the object store too. Default: the runtime's own. */
  fetch?: typeof fetch
}

export interface Client {
  get: Caller<'get'>
  post: Caller<'post'>
  patch: Caller<'patch'>
  delete: Caller<'delete'>
  /** Every record of a list, page by page as they are wanted; 100 to a page unless `limit` says less. */
  paginate<P extends PagedPath>(
    path: P,
    ...init: InitArgument<'get', P>
  ): AsyncGenerator<Item<P>, void, undefined>
  /**
   * Presigns, puts and confirms one file.
   *
   * @throws UploadError when the object store does not take it
   * @throws ApiError or ConnectionError when the API does not answer as wanted
   */
  uploadMedia(projectId: string, file: MediaFile, options?: UploadOptions): Promise<Media>
  /** The same for many, a hundred to a call of the API; the media in the order of the files. */
  uploadMedia(
    projectId: string,
    files: readonly MediaFile[],
    options?: UploadOptions,
  ): Promise<Media[]>
}

/**
 * A client of one service and one credential.
 *
 * Every call resolves with the body of the answer, and rejects with an ApiError, a ConnectionError or
 * the reason of its signal.
 *
 * @throws TypeError when the address is no http(s) URL, or the credential cannot be sent
 */
export function createClient(options: ClientOptions): Client {
  const { maxTries = 5, maxWaitMs = 120_000, timeoutMs = 60_000 } = options
  const policy: RetryPolicy = { maxTries, maxWaitMs }
  const baseUrl = checkedBaseUrl(options.baseUrl)
  const credential = credentialHeaders(options)
  // Called as a function of no object, as browsers and workers want it.
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
  // What the document says of each path is known to the compiler only: here the two meet.
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

function parsed(name: string, received: Received): unknown {
  try {
    return JSON.parse(received.text)
  } catch {
    const refusal = {
      ...readRefusal(received),
      code: null,
      details: ['the answer is no JSON: is baseUrl right?'],
    }
    throw new ApiError(name, refusal, 1)
  }
}
