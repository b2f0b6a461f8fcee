import type * as bounds from './bounds.ts'
import { BUSINESS } from './limits/business.ts'
import type { Limit } from './limits/limit.ts'
import { PLATFORM } from './limits/platform.ts'

export { LIMIT_GROUPS } from './limits/limit.ts'

/** Every bound by its constant; the compiler reports a missing row. */
export const LIMITS = { ...PLATFORM, ...BUSINESS } satisfies Record<keyof typeof bounds, Limit>
