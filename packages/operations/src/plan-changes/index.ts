export {
  type CancelInput,
  type CancelledProject,
  cancelProject,
  REFUND_RULES,
  type RefundRule,
} from './cancel.ts'
export {
  listReschedules,
  type Reschedule,
  type RescheduledProject,
  type RescheduleInput,
  rescheduleProject,
} from './reschedule.ts'
export { type ChangeFees, getChangeFees } from './terms.ts'
