import { Type } from '@sinclair/typebox'
import { Id, Instant, Nullable, PageQuery, SearchWords, Text } from '../schemas.ts'

const optional = {
  phone: Type.Optional(Nullable(Text(50))),
  company: Type.Optional(Nullable(Text(200))),
  notes: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  externalId: Type.Optional(Nullable(Text(200))),
}
const name = Text(200)
const email = Type.String({ format: 'email', maxLength: 254 })

export const CreateCustomerBody = Type.Object({ name, email, ...optional })

export const UpdateCustomerBody = Type.Object({
  name: Type.Optional(name),
  email: Type.Optional(email),
  ...optional,
})

export const CustomerQuery = Type.Object({
  q: Type.Optional(SearchWords('each begins a word of the name, the company or the email')),
  email: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 254,
      format: 'storable',
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
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Customer' },
)
