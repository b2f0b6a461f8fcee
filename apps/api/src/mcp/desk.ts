/**
 * The operations that are tools by default: those with which a booking desk takes a job from the first mail to the paid
 * invoice. All others are read into the context of a model at every turn, and the more a model has to choose from, the
 * worse it chooses. `?tools=all` has them.
 */
export const DESK: ReadonlySet<string> = new Set([
  // Who asks, and what they can have at what price.
  'listCustomers',
  'getCustomer',
  'createCustomer',
  'updateCustomer',
  'listPackages',
  'listAddOns',
  'quotePrice',
  'getOrganization',
  // When, and by whom.
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
  // What the client gets, and says of it.
  'listProjectMedia',
  'deliverProject',
  'getProjectDelivery',
  'approveProject',
  'requestProjectRevision',
  'listProjectRevisions',
  // What is owed.
  'listInvoices',
  'getInvoice',
  'draftProjectInvoice',
  'sendInvoice',
  'payInvoice',
  // What clients ordered by themselves, and what was mailed to them.
  'listOrders',
  'confirmOrder',
  'declineOrder',
  'listMails',
])
