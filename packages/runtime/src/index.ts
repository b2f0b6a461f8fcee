export { type Backoff, createBackoff } from './backoff.ts'
export { EnvironmentError, environment, tracingVariables, variables } from './environment.ts'
export { createFaultLog, type FaultLog } from './fault-log.ts'
export { createLogger, errorWithoutParameters, type Logger } from './logger.ts'
export { type MetricsServer, serveMetrics } from './metrics-server.ts'
export { measureNode } from './node-metrics.ts'
export {
  objectStoreOptions,
  objectStoreVariables,
  uploadCredential,
} from './object-store-environment.ts'
export { openTracing } from './open-tracing.ts'
export { packageRunnerGone } from './package-runners.ts'
export { isMailAddress, type MailServer } from './parsers/mail.ts'
export { createHealth, type ProcessHealth, probe } from './process-health.ts'
export { type RunningProcess, runProcess } from './run-process.ts'
export { onStopRequest } from './stop-request.ts'
export { measureStore } from './store-metrics.ts'
export { type UnknownVariable, unknownVariables } from './unknown-variables.ts'
export { createWatchdog, type Watchdog } from './watchdog.ts'
export { withDeadline } from './with-deadline.ts'
export { isRequired, writtenDefault } from './written-default.ts'
