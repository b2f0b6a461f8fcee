export {
  createInvitedOrganization,
  createOrganization,
  type NewOrganization,
  type NewOrganizationInput,
} from './create-organization.ts'
export { type Erasure, eraseOrganization, eraseTables } from './erase-organization.ts'
export {
  EXPORTED_TABLES,
  type ExportSink,
  exportOrganization,
  LEFT_OUT,
} from './export-organization.ts'
export { type ChangedMembership, revokeKeys, setUserActive } from './operators.ts'
export {
  describeOrganization,
  expectHere,
  listOrganizations,
  type OrganizationDetails,
  type OrganizationSummary,
} from './organization.ts'
export {
  deleteOwnLogo,
  getOwnOrganization,
  type OrganizationInput,
  updateOrganization,
} from './settings.ts'
export { TENANT_TABLES } from './tenant-tables.ts'
