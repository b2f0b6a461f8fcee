import { EXAMPLE_ID, operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  listProjectRevisions: {
    summary: 'List the revision rounds of a project',
    description:
      'Lists the revision rounds of a project, newest first, each with its items. A round is one request of the client.',
  },
  getRevisionItem: {
    summary: 'Get one item of a revision round',
    description: 'Returns one item of a revision round.',
  },
  updateRevisionItem: {
    examples: {
      done: { status: 'DONE', answer: 'Brightened', resolvedMediaId: EXAMPLE_ID },
      declined: { status: 'DECLINED', answer: 'The house next door can’t be removed' },
    },
    summary: 'Resolve one item of a revision round',
    description:
      'Resolves one item of a revision round with a status and an answer, which the client reads. Allowed to ADMIN, MANAGER and the EDITOR who is assigned to the project. The round is resolved when no item is OPEN any more.',
  },
})
