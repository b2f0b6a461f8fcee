import { randomBytes, randomUUID } from 'node:crypto'
import {
  type Credential,
  type ObjectStoreOptions,
  ObjectStoreUnavailable,
  openObjectStore,
  presignedUrl,
} from '@mediajobs/object-store'

/**
 * The result of an attack. `open`: it succeeded, and the operator must act. `harmless`: the store accepted the
 * request, without relevant effect. `warning`: an additional protection is missing.
 */
export type Verdict = 'refused' | 'harmless' | 'warning' | 'open'

export interface Finding {
  attack: string
  /** HTTP status of the store's response; `null` if nothing was sent. */
  status: number | null
  verdict: Verdict
  /** What the result means, and what to do. */
  meaning: string
}

/** The part of the store's response that a check needs. */
export interface Response {
  status: number
  headers: Headers
  text: string
}

const REFUSED = 'The store refuses it.'

export function isSuccess({ status }: Response): boolean {
  return status >= 200 && status < 300
}

export function refused(attack: string, { status }: Response): Finding {
  return { attack, status, verdict: 'refused', meaning: REFUSED }
}

/** A finding with `verdict` and `meaning` if the store obeyed, otherwise `refused`. */
export function unlessRefused(
  attack: string,
  response: Response,
  verdict: Verdict,
  meaning: string,
): Finding {
  if (!isSuccess(response)) return refused(attack, response)
  return { attack, status: response.status, verdict, meaning }
}

export interface ProbeOptions extends ObjectStoreOptions {
  /** Prefix of upload keys, with a trailing slash. */
  stagingPrefix: string
}

type Method = 'GET' | 'PUT' | 'DELETE'

interface Sending {
  method?: Method | 'OPTIONS'
  headers?: Record<string, string>
  body?: string
}

export type Probe = ReturnType<typeof openProbe>

const RESPONSE_LIMIT_MS = 10_000
const SIGNED_SECONDS = 60
const CONTENT_TYPE = 'text/plain'
// An unsupported request counts as refused, not as a fault.
const NOT_IMPLEMENTED = 501

/** Sends requests to a store, and tracks all objects they may create. */
export function openProbe(options: ProbeOptions) {
  const { endpoint, bucket, region, stagingPrefix, upload = null } = options
  const store = openObjectStore(options)
  const made = new Set<string>()
  const organizationId = randomUUID()
  const newKey = (prefix: string) => {
    const key = `${prefix}check-bucket-${randomBytes(12).toString('hex')}`
    made.add(key)
    return key
  }
  const addressOf = (key: string) => `${endpoint}/${bucket}/${key}`
  const signed = (credential: Credential, method: Method, url: string) =>
    presignedUrl({ region, ...credential }, { method, url, expiresInSeconds: SIGNED_SECONDS })

  return {
    upload,
    /** The URL of the bucket's list of keys. */
    listing: `${endpoint}/${bucket}?list-type=2`,
    newStagingKey: () => newKey(`${stagingPrefix}${organizationId}/`),
    /** A key like those of confirmed files. */
    newFinalKey: () => newKey(`${organizationId}/`),
    /** A key that the service never uses. */
    newStrayKey: () => newKey(''),
    addressOf,
    /** An upload URL like the service's. */
    presignPut: (key: string, expiresInSeconds = SIGNED_SECONDS) =>
      store.presignPut(key, CONTENT_TYPE, expiresInSeconds),
    send,
    /** Puts `body` to an upload URL, with the presigned content type. */
    put: (url: string, body: string, headers: Record<string, string> = {}) =>
      send(url, { method: 'PUT', body, headers: { 'content-type': CONTENT_TYPE, ...headers } }),
    async asUploader(method: Method, address: string, body?: string): Promise<Response> {
      if (!upload) throw new Error('there is no credential for uploads')
      return send(await signed(upload, method, address), { method, ...(body && { body }) })
    },
    /** Reads an object with the service's credential; `null` if missing. */
    async read(key: string): Promise<string | null> {
      const { status, text } = await send(await signed(options, 'GET', addressOf(key)))
      if (status === 200) return text
      if (status === 404) return null
      throw refusal('read an object for the service', status)
    },
    async write(key: string, body: string): Promise<void> {
      const { status } = await send(await signed(options, 'PUT', addressOf(key)), {
        method: 'PUT',
        body,
      })
      if (status !== 200) throw refusal('write an object for the service', status)
    },
    /** Copies an object as a confirm does. */
    async copy(from: string, to: string): Promise<void> {
      const object = await store.stat(from)
      if (!object) throw refusal('show a stored object', 404)
      const headers = { contentType: CONTENT_TYPE, contentDisposition: 'inline' }
      await store.copy(from, to, object, headers)
    },
    /** Removes all objects that may have been created. */
    async cleanUp(): Promise<void> {
      for (const key of made) await store.remove(key)
    },
  }
}

async function send(url: string, sending: Sending = {}): Promise<Response> {
  const signal = AbortSignal.timeout(RESPONSE_LIMIT_MS)
  const response = await fetch(url, { ...sending, signal, redirect: 'manual' }).catch((error) => {
    throw new ObjectStoreUnavailable('respond', error)
  })
  const { status, headers } = response
  if (status >= 500 && status !== NOT_IMPLEMENTED) throw refusal('respond', status)
  return { status, headers, text: await response.text() }
}

function refusal(doing: string, status: number): ObjectStoreUnavailable {
  return new ObjectStoreUnavailable(doing, new Error(`its response was ${status}`))
}
