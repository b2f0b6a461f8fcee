export { type CancelInput, type CancelledProject, cancelProject } from './cancel.ts'
export { type ChangeFees, getChangeFees } from './change-fees.ts'
export {
  listReschedules,
  type Reschedule,
  type RescheduledProject,
  type RescheduleInput,
  rescheduleProject,
} from './reschedule.ts'
export { REFUND_RULES, type RefundRule } from './settle-cancellation.ts'
