import {
  GROUP_ROLES,
  MAX_EMAIL_LENGTH,
  MAX_TOKEN_LENGTH,
  PORTAL_DELIVERY_MEMBERS,
  PORTAL_INVOICE_MEMBERS,
  PORTAL_ORDER_MEMBERS,
  PORTAL_PROJECT_MEMBERS,
  PORTAL_VISIT_MEMBERS,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { OWN_FIELDS, PortalCustomer, PortalStudio } from '../vocabulary/portal.ts'
import { tokenParams } from '../vocabulary/public.ts'
import { returnedProperties, updateBody } from '../vocabulary/record-schemas.ts'
import { Id, Instant, Language, Named, Nullable, OneOf, SentId } from '../vocabulary/schemas.ts'

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

export const PortalProject = Named('PortalProject', returnedProperties(PORTAL_PROJECT_MEMBERS))
export const PortalVisit = Named('PortalVisit', returnedProperties(PORTAL_VISIT_MEMBERS))
export const PortalOrder = Named('PortalOrder', returnedProperties(PORTAL_ORDER_MEMBERS))
export const PortalDelivery = Named('PortalDelivery', returnedProperties(PORTAL_DELIVERY_MEMBERS))
export const PortalInvoice = Named('PortalInvoice', returnedProperties(PORTAL_INVOICE_MEMBERS))

export const PortalOrderForms = Named('PortalOrderForms', {
  data: Type.Array(
    Named('PortalOrderForm', {
      name: Type.String(),
      bookUrl: Type.String({ description: 'The public page of the form' }),
    }),
  ),
})

export const PortalPayLink = Named('PortalPayLink', {
  url: Type.String({ description: 'The pay page, which doubles as the receipt: a secret' }),
})
