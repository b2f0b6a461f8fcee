// Every input limit, defined once for schemas, operations, the dispatcher and the OpenAPI document, with what it bounds
// and what happens beyond it. docs/contract.md#c10
import * as business from './bounds/business.ts'
import * as files from './bounds/files.ts'
import type { Limit } from './bounds/limit.ts'
import * as platform from './bounds/platform.ts'
import * as webhooks from './bounds/webhooks.ts'

export * from './bounds/business.ts'
export * from './bounds/files.ts'
export { LIMIT_GROUPS } from './bounds/limit.ts'
export * from './bounds/platform.ts'
export * from './bounds/webhooks.ts'

type Bounds = typeof business & typeof files & typeof platform & typeof webhooks

/** Every bound by its constant; the compiler reports a missing row. */
export const LIMITS = {
  ...platform.PLATFORM_LIMITS,
  ...webhooks.WEBHOOKS_LIMITS,
  ...business.BUSINESS_LIMITS,
  ...files.FILES_LIMITS,
} satisfies Record<Exclude<keyof Bounds, `${string}_LIMITS`>, Limit>
