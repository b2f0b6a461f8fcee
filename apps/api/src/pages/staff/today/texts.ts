import type { ProjectStatus } from '@mediajobs/domain'

export const TEXTS = {
  title: { shoots: 'Shoots', queue: 'Your editing' },
  today: 'Today',
  before: 'Day before',
  after: 'Day after',
  zone: (zone: string) => `Times are those of ${zone}.`,
  noAddress: 'No address yet',
  upload: 'Upload',
  route: 'Route',
  call: (name: string) => `Call ${name}`,
  technician: 'Technician',
  everyone: 'Everyone',
  show: 'Show',
  nobody: 'No technician yet',
  noShoots: 'No shoots on this day.',
  noQueue: 'Nothing to edit now.',
  next: 'Next:',
  more: 'More',
  /** The button that moves a project on, by the status that it sets. */
  moves: {
    SHOOTING: 'Start shooting',
    UPLOADED: 'Shooting done',
    IN_REVIEW: 'Editing done',
    DELIVERED: 'Deliver',
  } satisfies Partial<Record<ProjectStatus, string>>,
  moved: (status: string) => `Saved: the job is ${status} now.`,
  already: (address: string, status: string) => `${address} was ${status} already.`,
  conflict: (address: string, wanted: string, now: string) =>
    `${address} was changed in the meantime. You chose “${wanted}”; its status is ${now} now. Nothing of yours was saved: look at it, and choose again.`,
  noFiles: {
    title: 'No files yet',
    text: (address: string) =>
      `Nothing was uploaded for ${address}. Is the shoot done all the same?`,
    yes: 'Yes, it is done',
    no: 'No, go back',
  },
} as const

export type NextStatus = keyof (typeof TEXTS)['moves']
