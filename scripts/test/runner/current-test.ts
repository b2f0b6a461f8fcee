// In a process that runs several test files in turn, `import t from 'tap'` resolves to this module. Its default export
// is a live binding to the test of the current file.
import type { Test } from 'tap'

let current: Test

export { current as default }

export function setCurrent(test: Test): void {
  current = test
}
