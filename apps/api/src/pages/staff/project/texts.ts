import type { ProjectStatus } from '@mediajobs/domain'

export const TEXTS = {
  noAddress: 'No address yet',
  /** The button that moves a project on, by the status that it sets. */
  moves: {
    PENDING: 'Back to pending',
    BOOKED: 'Book',
    SHOOTING: 'Start shooting',
    UPLOADED: 'Shooting done',
    EDITING: 'Start editing',
    IN_REVIEW: 'Editing done',
    DELIVERED: 'Deliver',
    IN_REVISION: 'Back to revision',
    CANCELLED: 'Cancel the job',
  } satisfies Record<ProjectStatus, string>,
  otherMoves: 'Other moves',
  cancelSure: 'The job is cancelled, and the discount that it used can be used again.',
  facts: {
    status: 'Status',
    when: 'When',
    customer: 'Customer',
    technician: 'Technician',
    notes: 'Notes',
  },
  nobody: 'No one yet',
  sections: 'Parts of this page',
  sectionNames: {
    assignments: 'Assignments',
    history: 'History',
  },
  assignments: {
    when: 'Time',
    zone: (zone: string) => `In the time of ${zone}.`,
    technicianId: 'Technician',
    editorId: 'Editor',
    projectManagerId: 'Project manager',
    none: 'No one',
    busy: (times: string) => `also ${times}`,
    save: 'Save',
    badTime: 'This time does not exist. Write a day and a time.',
  },
  history: {
    none: 'The status has not changed yet.',
    client: 'the client',
    byKey: (name: string) => `${name}, with an API key`,
    older: 'Older changes',
    newest: 'Newest changes',
  },
  unread: 'This part could not be read. Load the page again.',
  done: {
    moved: 'Saved. The status is changed.',
    assigned: 'Saved.',
    same: 'It was like that already. Nothing was changed.',
  },
  conflict: {
    title: 'It was changed in the meantime',
    lead: 'Nothing of yours was saved yet. Compare, and choose.',
    wanted: 'You chose',
    now: 'It is now',
    again: 'Save mine all the same',
    leave: 'Leave it as it is',
  },
  someone: 'Someone who is no longer here',
} as const

export type Done = keyof (typeof TEXTS)['done']
export type SectionName = keyof (typeof TEXTS)['sectionNames']
