import { execFileSync } from 'node:child_process'
import { EngineError } from '@mediajobs/local-engines'

export interface Changes {
  /** The commit with which the working tree is compared. */
  since: string
  /** Paths from the root, of files that were changed, added or removed. */
  files: string[]
}

/** The differences between the working tree and the commit at which this branch left main. */
export function changesSinceMain(root: string): Changes {
  const git = (...args: string[]) => lines(root, args)
  const [main] = ['main', 'origin/main'].filter(
    (name) => git('branch', '-a', '--list', name, `remotes/${name}`)[0],
  )
  const since = (main && git('merge-base', 'HEAD', main)[0]) || git('rev-parse', 'HEAD')[0] || ''
  const files = [
    ...git('diff', '--name-only', '--no-renames', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return { since: since.slice(0, 10), files: [...new Set(files)].sort() }
}

function lines(root: string, args: string[]): string[] {
  try {
    const output = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return output
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new EngineError('NOT_STARTED', `--changed needs a git repository: ${message}`)
  }
}
