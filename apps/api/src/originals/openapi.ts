import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  getPublicOriginal: {
    summary: 'Get an altered picture and its original',
    description:
      'Returns an altered picture together with its original, for anyone who has the address. The address is made when an altered picture is delivered, and works until the project is erased. It does not depend on the client delivery, and both pictures stay when their media are deleted.',
    problems: { 429: 'Too many calls from this address or network: `rate_limited`' },
  },
})
