import { allowPages, type CorsChange, pageRule } from '@mediajobs/object-store'
import { environment, variables } from '@mediajobs/runtime'
import { checkPages, type PageFinding } from './bucket/pages.ts'
import type { ProbeOptions } from './bucket/probe.ts'
import { UsageError } from './command.ts'

/** What the bucket allows pages of one origin. */
export interface PagesResult {
  origin: string
  /** The CORS that pages need, in the form of the tools of AWS. */
  rules: { CORSRules: object[] }
  /** Only with `--fix`. */
  change?: CorsChange
  findings: PageFinding[]
}

/**
 * Checks what pages can do, and first sets the CORS of the bucket with `isFix`. `null` when no origin is
 * known.
 */
export async function checkPagesOf(
  options: ProbeOptions,
  given: string | undefined,
  isFix: boolean,
): Promise<PagesResult | null> {
  const origin = originOf(given)
  if (origin === null) {
    if (isFix) throw new UsageError('--origin is needed: DELIVERY_BASE_URL is not set')
    return null
  }
  const change = isFix ? { change: await allowPages(options, [origin]) } : {}
  const findings = await checkPages(options, origin)
  return { origin, rules: { CORSRules: [asTyped(origin)] }, ...change, findings }
}

/** The origin of the pages: that of `given`, or that of DELIVERY_BASE_URL. */
function originOf(given: string | undefined): string | null {
  if (given !== undefined) return asOrigin(given)
  // It is required in production, but not for the check of the attacks.
  if (!process.env.DELIVERY_BASE_URL) return null
  const { DELIVERY_BASE_URL: url } = environment({ DELIVERY_BASE_URL: variables.DELIVERY_BASE_URL })
  return asOrigin(url)
}

function asOrigin(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin
  throw new UsageError('--origin must be an http or https URL')
}

function asTyped(origin: string): object {
  const { ID, AllowedOrigin, AllowedMethod, AllowedHeader, MaxAgeSeconds } = pageRule([origin])
  return {
    ID,
    AllowedOrigins: AllowedOrigin,
    AllowedMethods: AllowedMethod,
    AllowedHeaders: AllowedHeader,
    MaxAgeSeconds: Number(MaxAgeSeconds),
  }
}
