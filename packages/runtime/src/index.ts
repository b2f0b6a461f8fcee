export { EnvironmentError, environment, variables } from './environment.ts'
export { createLogger, errorWithoutParameters, type Logger } from './logger.ts'
export { type MetricsServer, serveMetrics } from './metrics-server.ts'
export { type RunningProcess, runProcess } from './run-process.ts'
