// Every operation × every scope and role, by key and by session. The expectations repeat the contract's table instead of
// reading the routes.
import { randomUUID } from 'node:crypto'
import { ROLES, type Role, SCOPES, type Scope } from '@mediajobs/domain'
import { sharedApp, type TestResponse } from '@mediajobs/testing/api/app'
import { addressOf, type Document, type Found, operationsOf } from '@mediajobs/testing/api/document'
import t from 'tap'

const MANAGING: readonly Role[] = ['ADMIN', 'MANAGER']

interface Row {
  scope: Scope | 'ANY' | 'NONE'
  roles: readonly Role[]
  operations: string
}

// Their refusals are tested in apps/api/test/portal.
const PORTAL = [
  'getPortalSession',
  'endPortalSession',
  'endPortalSessions',
  'getPortalCustomer',
  'updatePortalCustomer',
  'listPortalProjects',
  'getPortalProject',
  'listPortalVisits',
  'listPortalOrders',
  'listPortalOrderForms',
  'listPortalDeliveries',
  'listPortalInvoices',
  'getPortalInvoice',
  'openPortalInvoice',
  'getPortalBookableForm',
  'quotePortalOrder',
  'listPortalSlots',
  'holdPortalSlot',
  'placePortalOrder',
]

// docs/contract.md#c2-access
const TABLE: Row[] = [
  {
    scope: 'READ',
    roles: ROLES,
    operations: `listProjects countProjectsByStatus getProject listProjectHistory getProjectDelivery
      listProjectMedia listMediaOfProject getMedia listCustomers getCustomer listPackages getPackage
      listAddOns getAddOn listUsers getUser quotePrice createArchive
      listProjectRevisions getRevisionItem getOrganization getCalendar getAvailability
      listTimeOff getTimeOff listProjectVisits getVisit listVisits`,
  },
  {
    scope: 'READ',
    roles: MANAGING,
    operations: `listInvoices getInvoice listDiscounts getDiscount listMails listPayments getPayment
      listRefunds listOrderForms getOrderForm listOrders
      getJobsReport getTurnaroundReport getRevisionsReport getRevenueReport getOwedReport
      getTechniciansReport listCustomerGroups getCustomerGroup listGroupMembers getGroupMember getChangeFees listReschedules`,
  },
  {
    scope: 'WRITE',
    roles: MANAGING,
    operations: `createVisit updateVisit rescheduleProject cancelProject createProject updateProject assignTechnician assignEditor assignProjectManager
      assignCustomer unlockDelivery approveProject requestProjectRevision createCustomer updateCustomer
      deleteCustomer createInvoice updateInvoice sendInvoice payInvoice voidInvoice refundPayment createPayLink deletePayLink
      draftProjectInvoice createPackage updatePackage archivePackage createAddOn updateAddOn
      archiveAddOn createDiscount updateDiscount archiveDiscount createOrderForm updateOrderForm
      archiveOrderForm confirmOrder declineOrder
      createCustomerGroup updateCustomerGroup
      deleteCustomerGroup putGroupMember removeGroupMember createStatement`,
  },
  {
    scope: 'WRITE',
    roles: ['ADMIN'],
    operations: 'updateOrganization presignLogo confirmLogo deleteLogo',
  },
  // Editors only if assigned: docs/contract.md#c13-round-items
  { scope: 'WRITE', roles: ['ADMIN', 'MANAGER', 'EDITOR'], operations: 'updateRevisionItem' },
  // Editors only if assigned: docs/contract.md#c23-roles
  {
    scope: 'READ',
    roles: ['ADMIN', 'MANAGER', 'EDITOR'],
    operations: 'getWebsite getWebsiteViews listLeads',
  },
  {
    scope: 'WRITE',
    roles: ['ADMIN', 'MANAGER', 'EDITOR'],
    operations: 'putWebsite publishWebsite unpublishWebsite',
  },
  // Everyone for themselves, ADMIN and MANAGER for most others: docs/contract.md#c14-calendar-roles
  { scope: 'WRITE', roles: ROLES, operations: 'createCalendar deleteCalendar' },
  // As for calendars: docs/contract.md#c17-time-off-roles
  { scope: 'WRITE', roles: ROLES, operations: 'createTimeOff updateTimeOff deleteTimeOff' },
  // The project's status decides which roles may move it: docs/contract.md#c3
  {
    scope: 'WRITE',
    roles: ROLES,
    operations: `changeProjectStatus deliverProject revokeDelivery presignUpload presignUploads
      confirmUpload confirmUploads reorderMedia updateMedia renameMedia deleteMedia`,
  },
  {
    scope: 'WEBHOOKS',
    roles: MANAGING,
    operations: `createSubscription listSubscriptions getSubscription updateSubscription
      deleteSubscription rotateSubscriptionSecret sendTestEvent listWebhookDeliveries
      getWebhookDelivery retryWebhookDelivery recoverSubscription listEvents getEvent listRequests
      listAllWebhookDeliveries getSubscriptionStats`,
  },
  {
    scope: 'BULK_IMPORT',
    roles: MANAGING,
    operations: 'importCustomers importProjects listImports getImport listImportRows',
  },
  {
    scope: 'ADMIN',
    roles: MANAGING,
    operations: `createUser updateUser inviteUserAgain createApiKey listApiKeys getApiKeyUsage
      rotateApiKey revokeApiKey`,
  },
  {
    scope: 'ADMIN',
    roles: ['ADMIN'],
    operations: 'getPaymentAccount putPaymentAccount deletePaymentAccount',
  },
  { scope: 'ANY', roles: ROLES, operations: 'getCurrentCredential sendMcpMessage' },
  {
    scope: 'NONE',
    roles: ROLES,
    operations: `getDelivery getDeliveryArchive getPayableInvoice countView getPublicOriginal readCalendar approveDelivery
      requestRevision createSession acceptInvitation
      getSession requestPasswordReset acceptPasswordReset getMailSubscription unsubscribe
      getPortal requestPortalSignIn getPortalSignIn createPortalSession ${PORTAL.join(' ')}
      createCheckout receivePaymentEvent getBookableForm quoteOrder listSlots holdSlot placeOrder getClientOrder createOrderCheckout
      listOrderSlots rescheduleOrder cancelOrder getSite getTour getSiteMedia getTourMedia
      countSiteView countTourView sendLead
      endSession changePassword checkLive checkReady describeService`,
  },
]

// These require a user session without an organization, or a customer session.
const PERSONAL = ['getSession', 'endSession', 'changePassword', ...PORTAL]

const service = await sharedApp()
const operations = operationsOf(service.app.openApi() as unknown as Document)
const rowOf = new Map(
  TABLE.flatMap((row) => row.operations.split(/\s+/).map((name) => [name, row] as const)),
)
const tenantOperations = operations.filter(
  ({ operation }) => rowOf.get(operation.operationId)?.scope !== 'NONE',
)

/** Sends a random id: a missing scope or role is refused before the id is looked up. */
function ask(found: Found, credential: { key?: string; token?: string }, headers = {}) {
  const hasBody = found.operation.requestBody !== undefined
  return service.request(found.method, addressOf(found, randomUUID()), {
    ...credential,
    headers,
    ...(hasBody && { body: {} }),
  })
}

function grantedBy(held: readonly Scope[], needed: Row['scope']): boolean {
  if (needed === 'ANY' || held.includes('ADMIN')) return true
  return held.some((scope) => scope === needed || (scope === 'WRITE' && needed === 'READ'))
}

/** The error code that the table requires, or null if it allows the call. */
function refusal(row: Row, held: readonly Scope[], role: Role): string | null {
  if (!grantedBy(held, row.scope)) return 'scope_missing'
  return row.roles.includes(role) ? null : 'role_forbids'
}

const REFUSALS = ['scope_missing', 'role_forbids']

function codeOf({ status, body }: TestResponse): string | null {
  return status === 403 && REFUSALS.includes(body.code) ? body.code : null
}

t.test('the table lists every operation and no other [c2-access]', async (t) => {
  const documented = operations.map(({ operation }) => operation.operationId)
  t.strictSame([...rowOf.keys()].sort(), documented.sort())
})

t.test('the document states the scope that each operation needs [i5-needed]', async (t) => {
  for (const { operation } of tenantOperations) {
    const { scope } = rowOf.get(operation.operationId) as Row
    const wanted = scope === 'ANY' ? [] : [scope]
    t.strictSame(operation.security, [{ apiKey: wanted }, { session: wanted }])
  }
})

for (const role of ROLES) {
  t.test(
    `a key of a person with the role ${role} may do what the table allows [i4-create, i4-subscribe, i4-subscriptions, i4-subscription-change, i4-subscription-delete, i4-deliveries, i4-list, i4-status-counts, i4-assign-technician, i4-assign-editor, i4-assign-project-manager, i4-assign-customer, i4-status, i4-project-media, i4-presign, i4-confirm, i4-media-list, i4-media-item, i4-reorder, i4-rename, i4-media-delete, i5-read, i5-write, i5-write-implies-read, i5-bulk-import, i5-webhooks, i5-admin, i5-needed, i5-made-by, i5-scope-missing, i7-403-scope, c2-key-no-more-scopes, c2-key-manage, c2-access-users, c2-key-admin-scope, c2-access, c2-access-read, c2-access-archive, c2-access-read-money, c2-access-write, c2-access-media, c2-access-imports, c2-access-webhooks, c2-access-time-off, c2-access-payment-account, c2-access-current, c14-requests]`,
    async (t) => {
      const member = await service.createMember(await service.createOrg(), role)
      for (const scope of SCOPES) {
        const key = await member.keyWith(scope)
        for (const found of tenantOperations) {
          const { operationId } = found.operation
          const response = await ask(found, { key })
          const wanted = refusal(rowOf.get(operationId) as Row, [scope], role)
          t.equal(codeOf(response), wanted, `${operationId} with ${scope}`)
          t.not(response.status, 401, `${operationId} with ${scope}`)
          const { scope: needed, roles } = rowOf.get(operationId) as Row
          if (wanted === 'scope_missing') {
            const message = `Requires the scope ${needed}; the credential has ${scope}.`
            t.equal(response.body.message, message)
          } else if (wanted === 'role_forbids') {
            for (const named of [...roles, role]) t.match(response.body.message, named)
          }
        }
      }
    },
  )

  t.test(
    `a session of a person with the role ${role} may do what the table allows [c2-session-scopes]`,
    async (t) => {
      const org = await service.createOrg()
      const member = await service.createMember(org, role)
      const held = MANAGING.includes(role) ? SCOPES : (['READ', 'WRITE'] as const)
      // Each session has 50 calls a second.
      const tokens = await Promise.all(['a', 'b', 'c', 'd'].map(() => member.token()))
      for (const [i, found] of tenantOperations.entries()) {
        const { operationId } = found.operation
        const token = tokens[i % tokens.length] ?? ''
        const response = await ask(found, { token }, { 'x-org-id': org.organizationId })
        t.equal(codeOf(response), refusal(rowOf.get(operationId) as Row, held, role), operationId)
        t.notOk([401, 429].includes(response.status), operationId)
      }
    },
  )
}

t.test(
  'every operation of an organization is a 401 without a valid credential [i1-only-credential, i4-every-call, i5-not-in-url, c2-key-not-in-query, c14-all-deliveries]',
  async (t) => {
    for (const found of tenantOperations) {
      const { operationId } = found.operation
      t.equal((await ask(found, {})).body.code, 'credential_missing', operationId)
      t.equal((await ask(found, { key: 'mjk_nobody' })).body.code, 'api_key_invalid', operationId)
      t.equal((await ask(found, { token: 'nobody' })).body.code, 'session_invalid', operationId)
      const address = `${addressOf(found, randomUUID())}?x-api-key=${encodeURIComponent('mjk_x')}`
      t.equal((await service.request(found.method, address)).status, 401, operationId)
    }
  },
)

t.test(
  'an operation outside of organizations needs no key; a personal one needs a session [c2-access-none]',
  async (t) => {
    for (const found of operations.filter((each) => !tenantOperations.includes(each))) {
      const { operationId } = found.operation
      const response = await ask(found, {})
      if (PERSONAL.includes(operationId)) t.equal(response.body.code, 'credential_missing')
      else t.not(response.body.code, 'credential_missing', operationId)
    }
  },
)
