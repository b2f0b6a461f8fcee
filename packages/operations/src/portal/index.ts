export { listPortalDeliveries, type PortalDelivery } from './deliveries.ts'
export { getPortalInvoice, listPortalInvoices, openPortalInvoice } from './invoices.ts'
export { describePortalSession, getPortalCustomer, updatePortalCustomer } from './me.ts'
export { listPortalOrderForms, listPortalOrders } from './orders.ts'
export { getPortalProject, listPortalProjects, listPortalVisits } from './projects.ts'
export {
  endPortalAccess,
  endPortalSession,
  findPortalSession,
  type PortalCaller,
} from './sessions.ts'
export { acceptPortalSignIn, getPortalSignIn, requestPortalSignIn } from './sign-ins.ts'
export { getPortalStudio } from './studio.ts'
