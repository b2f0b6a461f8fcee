import {
  MAX_EMAIL_LENGTH,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import {
  Id,
  Instant,
  Line,
  Nullable,
  PageQuery,
  Repeatable,
  SearchWords,
  SentId,
} from '../schemas.ts'

const optional = {
  phone: Type.Optional(Nullable(Line(MAX_PHONE_LENGTH))),
  company: Type.Optional(Nullable(Line(MAX_NAME_LENGTH))),
  notes: Type.Optional(Nullable(Type.String({ maxLength: MAX_NOTES_LENGTH }))),
  externalId: Type.Optional(Nullable(Line(MAX_EXTERNAL_ID_LENGTH))),
  mailOptOut: Type.Optional(
    Type.Boolean({ description: 'If true, the service sends no mail to the customer' }),
  ),
}
const name = Line(MAX_NAME_LENGTH)
const email = Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH })

export const CreateCustomerBody = Type.Object(
  { name, email, ...optional },
  { title: 'CreateCustomerBody' },
)

export const UpdateCustomerBody = Type.Object(
  {
    name: Type.Optional(name),
    email: Type.Optional(email),
    ...optional,
  },
  { title: 'UpdateCustomerBody' },
)

export const CustomerQuery = Type.Object({
  id: Type.Optional(Repeatable(SentId, 'Any of these customers')),
  q: Type.Optional(SearchWords('each must begin a word of the name, the company or the email')),
  email: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_EMAIL_LENGTH,
      format: 'storable',
      pattern: '^[^ ]*$',
      patternSentence: 'must have no space: write + as %2B',
      description: 'This email, without regard to case',
    }),
  ),
  ...PageQuery,
})

export const Customer = Type.Object(
  {
    id: Id,
    organizationId: Id,
    name: Type.String(),
    email: Type.String(),
    phone: Nullable(Type.String()),
    company: Nullable(Type.String()),
    notes: Nullable(Type.String()),
    externalId: Nullable(Type.String()),
    mailOptOut: Type.Boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Customer' },
)
