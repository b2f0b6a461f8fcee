import { CUSTOMER_FIELDS, MAX_EMAIL_LENGTH } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { createBody, recordSchema, updateBody } from '../record-schemas.ts'
import { PageQuery, Repeatable, SearchWords, SentId } from '../schemas.ts'

export const Customer = recordSchema('Customer', CUSTOMER_FIELDS)
export const CreateCustomerBody = createBody('CreateCustomerBody', CUSTOMER_FIELDS)
export const UpdateCustomerBody = updateBody('UpdateCustomerBody', CUSTOMER_FIELDS)

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
