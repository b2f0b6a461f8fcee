// `import t from 'tap'` gives this module to a test file in a process that runs several files, one after the
// other. Its default export is a live binding to the test of the current file.
import type { Test } from 'tap'

let current: Test

export { current as default }

export function setCurrent(test: Test): void {
  current = test
}
