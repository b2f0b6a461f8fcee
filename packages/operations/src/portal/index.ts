export { getPortalStudio } from '../shown-organization.ts'
export { listPortalDeliveries } from './deliveries.ts'
export { getPortalInvoice, listPortalInvoices, openPortalInvoice } from './invoices.ts'
export {
  describePortalSession,
  getPortalCustomer,
  updatePortalCustomer,
} from './me.ts'
export { listPortalOrderForms, listPortalOrders } from './orders.ts'
export { getPortalProject, listPortalProjects, listPortalVisits } from './projects.ts'
export {
  acceptPortalSignIn,
  endPortalAccess,
  endPortalSession,
  findPortalSession,
  getPortalSignIn,
  type PortalCaller,
  requestPortalSignIn,
} from './sessions.ts'
