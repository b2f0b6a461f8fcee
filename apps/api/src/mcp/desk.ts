/**
 * The default tools: what a booking desk needs to take a job from the first mail to the paid invoice. Every tool costs
 * context at each turn, and models choose worse from more of them. `?tools=all` lists them all.
 */
export const DESK: ReadonlySet<string> = new Set([
  // Customers and the catalog.
  'listCustomers',
  'getCustomer',
  'createCustomer',
  'updateCustomer',
  'listPackages',
  'listAddOns',
  'quotePrice',
  'getOrganization',
  // Scheduling.
  'listUsers',
  'getAvailability',
  'listVisits',
  'listProjectVisits',
  'createVisit',
  'updateVisit',
  // The job.
  'listProjects',
  'getProject',
  'createProject',
  'updateProject',
  'assignTechnician',
  'assignEditor',
  'assignProjectManager',
  'changeProjectStatus',
  'getChangeFees',
  'rescheduleProject',
  'cancelProject',
  // Delivery and the client's feedback.
  'listProjectMedia',
  'deliverProject',
  'getProjectDelivery',
  'approveProject',
  'requestProjectRevision',
  'listProjectRevisions',
  // Money.
  'listInvoices',
  'getInvoice',
  'draftProjectInvoice',
  'sendInvoice',
  'payInvoice',
  // Online orders and mail.
  'listOrders',
  'confirmOrder',
  'declineOrder',
  'listMails',
])
