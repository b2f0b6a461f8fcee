import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  MAX_LABEL_LENGTH,
  MAX_LOGO_URL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TERMS_LENGTH,
} from '@mediajobs/domain'
import {
  getOwnOrganization,
  type OrganizationInput,
  updateOrganization,
} from '@mediajobs/operations/organizations'
import { type TSchema, Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { allow, contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import { Id, Instant, Line, Named, Nullable, organizationFields } from '../vocabulary/schemas.ts'

function clearable<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Nullable(schema))
}

const settings = {
  name: Type.Optional(Line(MAX_NAME_LENGTH)),
  logoUrl: clearable(
    Type.String({
      maxLength: MAX_LOGO_URL_LENGTH,
      format: 'https-url',
      description: 'An https URL of an image',
    }),
  ),
  colour: clearable(
    Type.String({
      pattern: '^#[0-9A-Fa-f]{6}$',
      patternSentence: 'must be a colour like #1f6feb',
      description: 'Accent colour of the client’s pages. Stored in lower case',
    }),
  ),
  timeZone: clearable(
    Type.String({
      maxLength: MAX_LABEL_LENGTH,
      format: 'time-zone',
      description: 'IANA time zone, like Europe/Zurich',
    }),
  ),
  locale: clearable(
    Type.String({
      maxLength: MAX_LABEL_LENGTH,
      format: 'language-tag',
      description: 'BCP 47 language tag, like de-CH',
    }),
  ),
  deliveryTerms: clearable(
    Type.String({
      minLength: 1,
      maxLength: MAX_TERMS_LENGTH,
      description: 'Terms of use for the files, shown on the client’s page',
    }),
  ),
  showAddressOnOriginals: Type.Optional(
    Type.Boolean({ description: 'Show the project’s address on public originals' }),
  ),
  techniciansStart: Type.Optional(
    Type.Boolean({
      description: 'Whether technicians move their own projects from BOOKED to SHOOTING',
    }),
  ),
  editorsStart: Type.Optional(
    Type.Boolean({
      description: 'Whether editors move their own projects from UPLOADED to EDITING',
    }),
  ),
} satisfies Record<keyof OrganizationInput, TSchema>

const UpdateOrganizationBody = Named('UpdateOrganizationBody', settings)

const Organization = Named('Organization', {
  id: Id,
  ...organizationFields,
  showAddressOnOriginals: Type.Boolean(),
  techniciansStart: Type.Boolean(),
  editorsStart: Type.Boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})

const docs = operationDocs({
  getOrganization: {
    summary: 'Get your organization and its settings',
    description:
      'Returns the organization of the key, or the one named by `x-org-id`, with its settings.',
  },
  updateOrganization: {
    examples: {
      settings: {
        name: 'Alder Media',
        logoUrl: 'https://alder.example/logo.svg',
        colour: '#1f6feb',
        timeZone: 'America/Los_Angeles',
        locale: 'en-US',
        deliveryTerms: 'Licensed for the marketing of this property.',
        showAddressOnOriginals: false,
        techniciansStart: true,
        editorsStart: true,
      },
      clear: { logoUrl: null },
    },
    summary: 'Change the settings of your organization',
    description:
      'Changes the settings of the organization. `null` clears a setting. `techniciansStart` and `editorsStart` widen the moves of these roles.',
  },
})

const etag = contentTag(Organization)

export const organizationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, patch } = operationsOf(app)

  get(
    '/organization',
    { ...allow('READ'), etag },
    { ...docs.getOrganization, querystring: Type.Object({}), response: { 200: Organization } },
    (request) => getOwnOrganization(request.store.sql, orgOf(request)),
  )

  patch(
    '/organization',
    { ...allow('WRITE', ['ADMIN']), etag },
    { ...docs.updateOrganization, body: UpdateOrganizationBody, response: { 200: Organization } },
    (tx, request) => updateOrganization(tx, orgOf(request), request.body, ifMatchOf(request)),
  )
}
