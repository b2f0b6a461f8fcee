import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  getPublicOriginal: {
    summary: 'Get an altered picture beside its original',
    description:
      'For anyone who has the address. It is made when an altered picture is delivered, and stays the same until the project is erased: it does not depend on the client delivery, and both pictures outlive their media.',
    problems: { 429: 'Too many calls from this address or network: `rate_limited`' },
  },
})
