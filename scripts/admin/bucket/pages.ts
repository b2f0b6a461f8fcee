import { ObjectStoreUnavailable } from '@mediajobs/object-store'
import {
  isSuccess,
  openProbe,
  type Probe,
  type ProbeOptions,
  type Response as Received,
} from './probe.ts'

/** What browsers let a page of `origin` do. */
export interface PageFinding {
  origin: string
  request: string
  /** HTTP status of the response; `null` when there was none. */
  status: number | null
  isAllowed: boolean
  /** What it means, and what to do. */
  meaning: string
}

const BYTES = 'check-bucket: bytes of a page'
const ALLOWED = 'The browser allows it, as it must.'
const SET_CORS =
  "Pages can't upload: run check-bucket with --fix, or allow PUT with content-type for this origin in the store."
const SET_READING =
  "Pages can't save files: allow GET for this origin at CDN_BASE_URL, in the store or the CDN."

/**
 * Acts like a browser for a page of `origin`: preflights and makes an upload, and reads a file from its public URL.
 * Browsers hide responses that don't allow the origin.
 *
 * @throws {ObjectStoreUnavailable} when the store fails.
 */
export async function checkPages(options: ProbeOptions, origin: string): Promise<PageFinding[]> {
  const probe = openProbe(options)
  try {
    const url = await probe.presignPut(probe.newStagingKey())
    const findings = [await preflight(probe, url, origin), await upload(probe, url, origin)]
    return [...findings, await reading(probe, options.cdnBaseUrl, origin)]
  } finally {
    await probe.cleanUp().catch(() => {})
  }
}

async function preflight(probe: Probe, url: string, origin: string): Promise<PageFinding> {
  const response = await probe.send(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  })
  const isAllowed =
    isShownTo(origin, response) &&
    allows(response, 'access-control-allow-methods', 'put') &&
    allows(response, 'access-control-allow-headers', 'content-type')
  return finding(origin, 'a preflight for uploads', response.status, isAllowed, SET_CORS)
}

async function upload(probe: Probe, url: string, origin: string): Promise<PageFinding> {
  const response = await probe.put(url, BYTES, { origin })
  const isAllowed = isShownTo(origin, response)
  return finding(origin, 'uploading to a presigned URL', response.status, isAllowed, SET_CORS)
}

async function reading(probe: Probe, cdnBaseUrl: string, origin: string): Promise<PageFinding> {
  const request = 'reading a confirmed file'
  const key = probe.newFinalKey()
  await probe.write(key, BYTES)
  try {
    const response = await probe.send(`${cdnBaseUrl}/${key}`, { headers: { origin } })
    return finding(origin, request, response.status, isShownTo(origin, response), SET_READING)
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return finding(origin, request, null, false, 'CDN_BASE_URL does not respond from here.')
  }
}

function finding(
  origin: string,
  request: string,
  status: number | null,
  isAllowed: boolean,
  remedy: string,
): PageFinding {
  return { origin, request, status, isAllowed, meaning: isAllowed ? ALLOWED : remedy }
}

function isShownTo(origin: string, response: Received): boolean {
  const shown = response.headers.get('access-control-allow-origin')
  return isSuccess(response) && (shown === '*' || shown === origin)
}

function allows({ headers }: Received, header: string, wanted: string): boolean {
  const allowed = headers.get(header)?.toLowerCase().split(',') ?? []
  return allowed.some((each) => each.trim() === wanted || each.trim() === '*')
}
