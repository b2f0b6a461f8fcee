/** A running engine that tests can use. */
export interface Engine {
  version: string
  /** The variables with which `pnpm test` finds it. */
  environment: Record<string, string>
  end(): Promise<void>
}
