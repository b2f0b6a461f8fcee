export { CallWindows } from './call-windows.ts'
export { EnvironmentError, environment, tracingVariables, variables } from './environment.ts'
export {
  isRequired,
  type UnknownVariable,
  unknownVariables,
  writtenDefault,
} from './known-variables.ts'
export { createLogger, errorWithoutParameters, type Logger } from './logger.ts'
export {
  type MetricsServer,
  measureNode,
  measureObjectStore,
  measureStore,
  serveMetrics,
} from './metrics.ts'
export {
  objectStoreOptions,
  objectStoreVariables,
  uploadCredential,
} from './object-store-environment.ts'
export { oneAtATime } from './one-at-a-time.ts'
export { openTracing } from './open-tracing.ts'
export { isLocalHost, type MailServer } from './parse-urls.ts'
export {
  type ClockWatch,
  createFaultLog,
  createHealth,
  createWatchdog,
  ENDING,
  type FaultLog,
  type ProcessHealth,
  probe,
  type Watchdog,
  watchClock,
} from './process-health.ts'
export {
  type NamedProcess,
  onStopRequest,
  parseProcessName,
  processName,
  type RunningProcess,
  runProcess,
  VERSION,
} from './run-process.ts'
export { createBackoff, untilSharedWake, withDeadline } from './waiting.ts'
