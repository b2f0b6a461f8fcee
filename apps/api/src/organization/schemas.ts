import {
  MAX_LABEL_LENGTH,
  MAX_LOGO_URL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TERMS_LENGTH,
} from '@mediajobs/domain'
import type { OrganizationInput } from '@mediajobs/operations/organizations'
import { type TSchema, Type } from '@sinclair/typebox'
import { Id, Instant, Line, Nullable, organizationFields } from '../schemas.ts'

function clearable<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Nullable(schema))
}

const settings = {
  name: Type.Optional(Line(MAX_NAME_LENGTH)),
  logoUrl: clearable(
    Type.String({
      maxLength: MAX_LOGO_URL_LENGTH,
      format: 'https-url',
      description: 'A picture that browsers show: an https URL',
    }),
  ),
  colour: clearable(
    Type.String({
      pattern: '^#[0-9A-Fa-f]{6}$',
      patternSentence: 'must be a colour like #1f6feb',
      description: 'The colour of the client’s pages. Stored in lower case',
    }),
  ),
  timeZone: clearable(
    Type.String({
      maxLength: MAX_LABEL_LENGTH,
      format: 'time-zone',
      description: 'A name of the IANA time zone database, like Europe/Zurich',
    }),
  ),
  locale: clearable(
    Type.String({
      maxLength: MAX_LABEL_LENGTH,
      format: 'language-tag',
      description: 'A language tag of BCP 47, like de-CH',
    }),
  ),
  deliveryTerms: clearable(
    Type.String({
      minLength: 1,
      maxLength: MAX_TERMS_LENGTH,
      description: 'The terms for the use of the files, which the client’s page shows',
    }),
  ),
  showAddressOnOriginals: Type.Optional(
    Type.Boolean({ description: 'Whether public originals show the address of the project' }),
  ),
} satisfies Record<keyof OrganizationInput, TSchema>

export const UpdateOrganizationBody = Type.Object(settings, { title: 'UpdateOrganizationBody' })

export const Organization = Type.Object(
  {
    id: Id,
    ...organizationFields,
    showAddressOnOriginals: Type.Boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Organization' },
)
