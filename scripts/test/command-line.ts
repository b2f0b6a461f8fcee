import { parseArgs } from 'node:util'
import { EngineError } from '@mediajobs/local-engines'

export interface CommandLine {
  /** Files and folders. Empty: all the command's tests. */
  paths: string[]
  /** `pnpm test:system` instead of `pnpm test`. */
  isSystem: boolean
  /** Instead of paths: tests for the changes since main. */
  isChanged: boolean
  /** Raw TAP, or one line per file. */
  reporter: Reporter
  jobs?: number
  timeoutS?: number
  /** Ends the run after a failed file. */
  bail: boolean
  /** The environment variables that tap reads in each test process. */
  tapEnvironment: Record<string, string>
}

const REPORTERS = ['tap', 'files'] as const

export type Reporter = (typeof REPORTERS)[number]

/** Reads `pnpm test [--system] [--changed] [--jobs=3] [--timeout=240] [--reporter=tap] [--grep=…] [--only] [--bail] [path …]`. */
export function readCommandLine(args: string[]): CommandLine {
  const { values, positionals } = parse(args)
  return {
    paths: positionals,
    isSystem: values.system ?? false,
    isChanged: values.changed ?? false,
    // On a terminal, progress; in a log, every title.
    reporter: knownReporter(values.reporter ?? (process.stdout.isTTY ? 'files' : 'tap')),
    ...(values.jobs !== undefined && { jobs: positive('jobs', values.jobs) }),
    ...(values.timeout !== undefined && { timeoutS: positive('timeout', values.timeout) }),
    bail: values.bail ?? false,
    tapEnvironment: {
      ...(values.only && { TAP_ONLY: '1' }),
      ...(values.grep && { TAP_GREP: values.grep.join('\n') }),
    },
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        jobs: { type: 'string' },
        timeout: { type: 'string' },
        reporter: { type: 'string' },
        grep: { type: 'string', multiple: true },
        only: { type: 'boolean' },
        bail: { type: 'boolean' },
        changed: { type: 'boolean' },
        system: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new EngineError('NOT_STARTED', error instanceof Error ? error.message : String(error))
  }
}

function knownReporter(name: string): Reporter {
  const known = REPORTERS.find((each) => each === name)
  if (known) return known
  throw new EngineError('NOT_STARTED', `--reporter: one of ${REPORTERS.join(', ')}, not ${name}`)
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new EngineError('NOT_STARTED', `--${name}: a whole number above 0, not ${text}`)
}
