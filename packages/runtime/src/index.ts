export { CallWindows } from './call-windows.ts'
export { type ClockWatch, watchClock } from './clock-watch.ts'
export { EnvironmentError, environment, tracingVariables, variables } from './environment.ts'
export {
  isRequired,
  type UnknownVariable,
  unknownVariables,
  writtenDefault,
} from './known-variables.ts'
export { createLogger, errorWithoutParameters, type Logger } from './logger.ts'
export { measureNode, measureObjectStore, measureStore } from './metrics.ts'
export { type MetricsServer, serveMetrics } from './metrics-server.ts'
export {
  objectStoreOptions,
  objectStoreVariables,
  uploadCredential,
} from './object-store-environment.ts'
export { oneAtATime } from './one-at-a-time.ts'
export { openTracing } from './open-tracing.ts'
export { isLocalHost, type MailServer } from './parse-urls.ts'
export {
  createFaultLog,
  createHealth,
  createWatchdog,
  ENDING,
  type FaultLog,
  type ProcessHealth,
  probe,
  type Watchdog,
} from './process-health.ts'
export { type NamedProcess, parseProcessName, processName, VERSION } from './process-name.ts'
export { onStopRequest, type RunningProcess, runProcess } from './run-process.ts'
export { createBackoff, untilSharedWake, withDeadline } from './waiting.ts'
