export { type CustomerGroup, findGroup, isInGroup } from './find-group.ts'
export {
  type CustomerGroupFilters,
  type CustomerGroupInput,
  createCustomerGroup,
  deleteCustomerGroup,
  getCustomerGroup,
  listCustomerGroups,
  updateCustomerGroup,
} from './groups.ts'
export {
  type GroupMember,
  getGroupMember,
  listGroupMembers,
  type MemberPath,
  putGroupMember,
  removeGroupMember,
} from './members.ts'
