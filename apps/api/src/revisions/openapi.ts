import { EXAMPLE_ID, operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  listProjectRevisions: {
    summary: 'List the revision rounds of a project',
    description: 'Newest first, each with its items. A round is one request of the client.',
  },
  getRevisionItem: { summary: 'Get one item of a revision round' },
  updateRevisionItem: {
    examples: {
      done: { status: 'DONE', answer: 'Brightened', resolvedMediaId: EXAMPLE_ID },
      declined: { status: 'DECLINED', answer: 'The house next door can’t be removed' },
    },
    summary: 'Work off one item of a revision round',
    description:
      'ADMIN, MANAGER, and the EDITOR whom the project is assigned to. The client reads the answer. The round is resolved with its last OPEN item.',
  },
})
