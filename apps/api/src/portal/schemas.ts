import {
  ADDRESS_FIELDS,
  GROUP_ROLES,
  INVOICE_MEMBERS,
  MAX_EMAIL_LENGTH,
  MAX_TOKEN_LENGTH,
  ORDER_STATUSES,
  VISIT_KINDS,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { OrderedProject } from '../vocabulary/orders.ts'
import { OWN_FIELDS, PortalCustomer, PortalStudio } from '../vocabulary/portal.ts'
import { tokenParams } from '../vocabulary/public.ts'
import { recordProperties, returnedProperties, updateBody } from '../vocabulary/record-schemas.ts'
import {
  ClientDeliveryState,
  Id,
  Instant,
  Language,
  Named,
  Nullable,
  OneOf,
  ProjectStatus,
  SentId,
} from '../vocabulary/schemas.ts'

export const RequestPortalSignInBody = Named('RequestPortalSignInBody', {
  email: Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH }),
  organizationId: SentId,
})

export const PortalSignInRequested = Named('PortalSignInRequested', {
  sendsMail: Type.Boolean({
    description:
      'Whether this service sends mail at all; otherwise nobody can sign in. Independent of the email',
  }),
})

export const CreatePortalSessionBody = Named('CreatePortalSessionBody', {
  token: Type.String({ minLength: 1, maxLength: MAX_TOKEN_LENGTH }),
})

export const SignInParams = tokenParams('The token of the mail: a secret')

export const NewPortalSession = Named('NewPortalSession', {
  organizationId: Id,
  accessToken: Type.String({ description: 'A secret, shown once' }),
  expiresAt: Instant,
})

export const PortalSignIn = Named('PortalSignIn', {
  expiresAt: Instant,
  customerName: Type.String(),
  customerEmail: Type.String(),
  customerLanguage: Nullable(Language),
  organization: PortalStudio,
})

export const UpdatePortalCustomerBody = updateBody('UpdatePortalCustomerBody', OWN_FIELDS)

export const PortalSession = Named('PortalSession', {
  expiresAt: Instant,
  customer: PortalCustomer,
  group: Nullable(
    Named(
      'PortalGroup',
      { id: Id, name: Type.String(), role: OneOf(GROUP_ROLES, 'CustomerGroupRole') },
      { description: "A LEAD sees the group's records, a MEMBER their own" },
    ),
  ),
  organization: PortalStudio,
})

const ofCustomer = { customerId: Id, customerName: Type.String() }
const address = recordProperties(ADDRESS_FIELDS)
const { addressLine1, city } = address

const orderUrl = Nullable(
  Type.String({
    description: 'Where the client reschedules or cancels: a secret. null without an order',
  }),
)

export const PortalProject = Named('PortalProject', {
  id: Id,
  ...ofCustomer,
  status: ProjectStatus,
  scheduledTime: Instant,
  ...address,
  orderUrl,
  deliveredAt: Nullable(Instant),
  approvedAt: Nullable(Instant),
  createdAt: Instant,
})

export const PortalVisit = Named('PortalVisit', {
  id: Id,
  projectId: Id,
  kind: Nullable(OneOf(VISIT_KINDS, 'VisitKind')),
  ...ofCustomer,
  scheduledTime: Instant,
  durationMinutes: Nullable(Type.Integer()),
  ...address,
  orderUrl,
})

export const PortalOrder = Named('PortalOrder', {
  id: Id,
  ...ofCustomer,
  status: OneOf(ORDER_STATUSES, 'OrderStatus'),
  projectId: Nullable(Id),
  project: Nullable(OrderedProject),
  startsAt: Nullable(Instant),
  orderConflict: Type.Boolean({ description: 'Its slot was taken before it was confirmed' }),
  placedAt: Instant,
  addressLine1,
  city,
  totalAmount: Nullable(Type.Integer({ description: "In the currency's minor unit" })),
  currency: Nullable(Type.String()),
  orderUrl,
  createdAt: Instant,
})

export const PortalOrderForms = Named('PortalOrderForms', {
  data: Type.Array(
    Named('PortalOrderForm', {
      name: Type.String(),
      bookUrl: Type.String({ description: 'The public page of the form' }),
    }),
  ),
})

export const PortalDelivery = Named('PortalDelivery', {
  id: Id,
  projectId: Id,
  ...ofCustomer,
  ...address,
  state: ClientDeliveryState,
  isLocked: Type.Boolean({ description: 'Whether its files are locked until payment' }),
  fileCount: Type.Integer(),
  thumbUrl: Nullable(Type.String({ description: 'Of its first picture. null until one is ready' })),
  deliveryUrl: Type.String({ description: 'The delivery: a secret' }),
  deliveredAt: Instant,
  expiresAt: Nullable(Instant),
})

const invoice = returnedProperties(INVOICE_MEMBERS)

export const PortalInvoice = Named('PortalInvoice', {
  id: Id,
  number: invoice.number,
  status: invoice.status,
  paymentState: invoice.paymentState,
  ...ofCustomer,
  projectId: invoice.projectId,
  addressLine1,
  city,
  currency: invoice.currency,
  totalAmount: invoice.totalAmount,
  balanceAmount: invoice.balanceAmount,
  dueDate: invoice.dueDate,
  sentAt: Instant,
  paidAt: invoice.paidAt,
})

export const PortalPayLink = Named('PortalPayLink', {
  url: Type.String({ description: 'The pay page, which doubles as the receipt: a secret' }),
})
