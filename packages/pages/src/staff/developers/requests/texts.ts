export const TEXTS = {
  title: 'Requests',
  lead: 'Calls of the last seven days: every error, and a sample of the successes.',
  errors: 'Errors',
  errorsOf: (n: number, isAll: boolean) =>
    isAll
      ? 'All errors, the most frequent first.'
      : `The newest ${n} errors, the most frequent first.`,
  noErrors: 'No errors in seven days.',
  times: (n: number) => (n === 1 ? 'once' : `${n} times`),
  last: 'last',
  log: 'Log',
  empty: 'No call matches.',
  status: 'Status',
  statuses: { '2XX': '2XX: success', '4XX': '4XX: refused', '5XX': '5XX: our fault' },
  code: 'Code of the error',
  route: 'Route, like /projects/{id}',
  key: 'API key',
  by: (name: string) => `by ${name}`,
  withKey: (name: string) => `with ${name}`,
  someKey: 'a key',
  someone: 'someone who is no longer here',
  requestId: 'Request id',
  milliseconds: (n: number) => `${n} ms`,
} as const
