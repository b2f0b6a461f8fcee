export { type Lead, type LeadInput, listLeads, receiveLead } from './leads.ts'
export {
  getSite,
  getSiteMediaUrl,
  getTour,
  SITE_SIZES,
  type Site,
  type SiteMedia,
  type Tour,
} from './pages.ts'
export { publishWebsite, unpublishWebsite } from './publish.ts'
export { WEBSITE_BLOCKS } from './source.ts'
export { countSiteView, getWebsiteViews, type WebsiteViews } from './views.ts'
export { getWebsite, putWebsite, type Website, type WebsiteLinks } from './website.ts'
