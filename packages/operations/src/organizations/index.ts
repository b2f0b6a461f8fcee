export {
  createInvitedOrganization,
  createOrganization,
  type NewOrganization,
  type NewOrganizationInput,
} from './create-organization.ts'
export { type Erasure, eraseOrganization, eraseTables } from './erase-organization.ts'
export { type ExportSink, exportOrganization } from './export-organization.ts'
export { EXPORTED_TABLES, LEFT_OUT } from './exported-tables.ts'
export {
  describeOrganization,
  listOrganizations,
  type OrganizationDetails,
  type OrganizationSummary,
} from './list-organizations.ts'
export { revokeKeys } from './revoke-keys.ts'
export { type ChangedMembership, setUserActive } from './set-user-active.ts'
export {
  deleteOwnLogo,
  getOwnOrganization,
  type OrganizationInput,
  updateOrganization,
} from './settings.ts'
export { TENANT_TABLES } from './tenant-tables.ts'
