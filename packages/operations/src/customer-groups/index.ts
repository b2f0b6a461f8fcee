export {
  type CustomerGroup,
  type CustomerGroupFilters,
  type CustomerGroupInput,
  createCustomerGroup,
  deleteCustomerGroup,
  findGroup,
  getCustomerGroup,
  isInGroup,
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
