import type { environment, tracingVariables } from './environment.ts'
import type { Logger } from './logger.ts'

type TracingConfig = ReturnType<typeof environment<typeof tracingVariables>>

/**
 * Exports traces if the environment names a collector. The SDK reads the other standard OTEL_* variables itself.
 *
 * @param service default of OTEL_SERVICE_NAME
 */
export async function openTracing(config: TracingConfig, service: string, logger: Logger) {
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined || config.OTEL_SDK_DISABLED) return undefined
  if (config.OTEL_TRACES_EXPORTER === 'none') return undefined
  const { exportTraces } = await import('./open-telemetry.ts')
  return exportTraces(service, logger)
}
