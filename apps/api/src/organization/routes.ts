import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  LOGO_STATES,
  LOGO_TYPES,
  MAX_DELIVERY_NOTE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_LOGO_URL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_OBJECT_KEY_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_TERMS_LENGTH,
  TAX_BASIS_POINTS,
} from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import {
  confirmLogo,
  type PresignedLogo as Presigned,
  presignLogo,
  presignLogoAgain,
} from '@mediajobs/operations/logos'
import {
  deleteOwnLogo,
  getOwnOrganization,
  type OrganizationInput,
  updateOrganization,
} from '@mediajobs/operations/organizations'
import { type TSchema, Type } from '@sinclair/typebox'
import { EXAMPLE_ID, operationDocs } from '../vocabulary/operation-docs.ts'
import { allow, contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import {
  Id,
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  organizationFields,
  SizeUnit,
  Text,
} from '../vocabulary/schemas.ts'
import { ChangePolicy, SentChangePolicy, SentTravelZones, TravelZone } from './terms.ts'

function clearable<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Nullable(schema))
}

const TaxRate = Type.Unsafe<number>({
  ...TAX_BASIS_POINTS.sent,
  description: 'Hundredths of a percent. For packages and add-ons without a rate',
})

const settings = {
  name: Type.Optional(Line(MAX_NAME_LENGTH)),
  logoUrl: clearable(
    Type.String({
      maxLength: MAX_LOGO_URL_LENGTH,
      format: 'https-url',
      description: 'An https URL of an image. Shown while no logo is uploaded',
    }),
  ),
  colour: clearable(
    Type.String({
      pattern: '^#[0-9A-Fa-f]{6}$',
      patternSentence: 'must be a color like #1f6feb',
      description: 'Accent color of the client’s pages. Stored in lower case',
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
      format: 'not-blank',
      maxLength: MAX_TERMS_LENGTH,
      description: 'Terms of use for the files, shown on the client’s page',
    }),
  ),
  deliveryNote: clearable(
    Type.String({
      format: 'not-blank',
      maxLength: MAX_DELIVERY_NOTE_LENGTH,
      description: 'A note to clients, on delivery pages and in mails',
    }),
  ),
  contactEmail: clearable(
    Type.String({
      maxLength: MAX_EMAIL_LENGTH,
      format: 'email',
      description: 'Shown to clients. Replies to mails go there',
    }),
  ),
  contactPhone: clearable({ ...Line(MAX_PHONE_LENGTH), description: 'Shown to clients' }),
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
  travelZones: clearable(SentTravelZones),
  taxBasisPoints: clearable(TaxRate),
  sizeUnit: Type.Optional(SizeUnit),
  lockDownloads: clearable(
    Type.Boolean({
      description: 'Whether deliveries await payment. null and false: they don’t',
    }),
  ),
  changePolicy: clearable(SentChangePolicy),
} satisfies Record<keyof OrganizationInput, TSchema>

const UpdateOrganizationBody = Named('UpdateOrganizationBody', settings)

const Logo = Named('Logo', {
  state: OneOf(LOGO_STATES, 'LogoState'),
  reason: Nullable(Type.String({ description: 'Why the newest upload was refused' })),
  url: Nullable(
    Type.String({ description: 'URL of the newest accepted logo. null before the first one' }),
  ),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
})

const PresignLogoBody = Named('PresignLogoBody', { contentType: OneOf(LOGO_TYPES, 'LogoType') })

const PresignedLogo = Named('PresignedLogo', { uploadUrl: Type.String(), key: Type.String() })

const ConfirmLogoBody = Named('ConfirmLogoBody', { key: Text(MAX_OBJECT_KEY_LENGTH) })

const Organization = Named('Organization', {
  id: Id,
  ...organizationFields,
  logo: Nullable(Logo),
  showAddressOnOriginals: Type.Boolean(),
  techniciansStart: Type.Boolean(),
  editorsStart: Type.Boolean(),
  travelZones: Nullable(Type.Array(TravelZone)),
  taxBasisPoints: Nullable(TaxRate),
  sizeUnit: SizeUnit,
  lockDownloads: Nullable(Type.Boolean()),
  changePolicy: Nullable(ChangePolicy),
  createdAt: Instant,
  updatedAt: Instant,
})

const STORE_AWAY = 'The database or the object store is unavailable: try again soon'

const docs = operationDocs({
  getOrganization: {
    about: 'Your organization and its settings.',
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
        deliveryNote: 'Thank you for working with us!',
        contactEmail: 'studio@alder.example',
        contactPhone: '+1 626 555 0123',
        showAddressOnOriginals: false,
        techniciansStart: true,
        editorsStart: true,
        taxBasisPoints: 810,
        sizeUnit: 'SQFT',
        lockDownloads: true,
      },
      zones: {
        travelZones: [
          { name: 'City', postalCodes: ['911', '912'], feeAmount: 0, currency: 'USD' },
          {
            name: 'Mountains',
            lat: 34.2439,
            lng: -116.9114,
            radiusKm: 40,
            feeAmount: 7_500,
            currency: 'USD',
            technicianIds: [EXAMPLE_ID],
          },
        ],
      },
      changes: {
        changePolicy: {
          clientUntilHours: 2,
          freeReschedules: 1,
          currency: 'USD',
          rules: [
            { on: 'RESCHEDULE', withinHours: 24, feeAmount: 5_000 },
            { on: 'CANCEL', withinHours: 48, feeBasisPoints: 5_000 },
          ],
        },
      },
      clear: { logoUrl: null, travelZones: null, changePolicy: null },
    },
    summary: 'Change the settings of your organization',
    description:
      'Changes the settings of the organization. `null` clears a setting. `techniciansStart` and `editorsStart` widen the moves of these roles. `travelZones` add a fee to quotes and invoices by address, and restrict who is available there; an unknown technician is a 404. `changePolicy` is copied into each order with its terms, so changes apply to later orders only.',
  },
  presignLogo: {
    examples: { png: { contentType: 'image/png' } },
    summary: 'Get an upload URL for your logo',
    description:
      'Returns a URL for a logo: a JPEG, PNG or WebP. PUT the bytes to `uploadUrl` within an hour, with the same Content-Type and no headers of this service; then confirm.',
    problems: { 503: STORE_AWAY },
  },
  confirmLogo: {
    examples: { uploaded: { key: 'staging/…' } },
    summary: 'Confirm the upload of your logo',
    description:
      'Hands the uploaded logo to the media process. The previous logo stays until the new one is ready.',
    problems: { 503: STORE_AWAY },
  },
  deleteLogo: {
    summary: 'Remove your uploaded logo',
    description: 'Removes the uploaded logo. `logoUrl` and the name are shown again.',
  },
})

const etag = contentTag(Organization)

const CHANGE = allow('WRITE', ['ADMIN'])

interface Options {
  objectStore: ObjectStore
}

export const organizationRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { objectStore },
) => {
  const { get, patch, post, on, remove } = operationsOf(app)
  const { cdnUrl } = objectStore

  get(
    '/organization',
    { ...allow('READ'), etag },
    { ...docs.getOrganization, querystring: Type.Object({}), response: { 200: Organization } },
    (request) => getOwnOrganization(request.store.sql, orgOf(request), cdnUrl),
  )

  patch(
    '/organization',
    { ...CHANGE, etag },
    { ...docs.updateOrganization, body: UpdateOrganizationBody, response: { 200: Organization } },
    (tx, request) =>
      updateOrganization(tx, orgOf(request), request.body, cdnUrl, ifMatchOf(request)),
  )

  post(
    '/organization/logo/presign',
    {
      ...CHANGE,
      renewResponse: (request, first) => {
        const { contentType } = request.body as { contentType: string }
        return presignLogoAgain(first as Presigned, contentType, objectStore)
      },
    },
    { ...docs.presignLogo, body: PresignLogoBody, response: { 201: PresignedLogo } },
    (tx, request) => presignLogo(tx, orgOf(request), request.body.contentType, objectStore),
  )

  on(
    'POST',
    '/organization/logo/confirm',
    CHANGE,
    { ...docs.confirmLogo, body: ConfirmLogoBody, response: { 200: Logo } },
    (request) => confirmLogo(request.store, orgOf(request), request.body.key, objectStore),
  )

  remove('/organization/logo', { ...CHANGE, etag }, docs.deleteLogo, (tx, request) =>
    deleteOwnLogo(tx, orgOf(request), cdnUrl, ifMatchOf(request)),
  )
}
