// What `import t from 'tap'` gives to a test file in a process that runs several files, one after the
// other: a live binding to the test that stands for the file of now.
import type { Test } from 'tap'

let current: Test

export { current as default }

export function setCurrent(test: Test): void {
  current = test
}
