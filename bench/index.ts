export { creates } from './creates.ts'
export { directus } from './directus.ts'
export { fleet } from './fleet/index.ts'
export { BOOKINGS, MINUTES } from './fleet/setting.ts'
export { growth } from './growth.ts'
export { largeGrowth } from './large-growth/index.ts'
export {
  GROWTH_PARTS,
  type GrowthPart,
  LEAST_PROJECTS,
  MOST_PROJECTS,
  PROJECTS_OF_SLOT,
} from './large-growth/size.ts'
export { latency } from './latency.ts'
export { live } from './live.ts'
export { media } from './media.ts'
export { pages } from './pages.ts'
export { reads } from './reads.ts'
export { replicas } from './replicas.ts'
export { requestLog } from './request-log.ts'
export { staffPages } from './staff-pages.ts'
export type { RunOptions } from './support/report.ts'
export { webhooks } from './webhooks.ts'
