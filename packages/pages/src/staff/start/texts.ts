export const TEXTS = {
  welcome: (name: string) => `Welcome, ${name}. Five steps to the first delivery.`,
  lead: 'It takes about ten minutes.',
  setup: (done: number, all: number) => `Setup: ${done} of ${all} done`,
  done: 'Done',
  steps: {
    brand: {
      title: 'Add your logo and color',
      text: 'Clients see them on every page and in every email.',
      action: 'Open settings',
    },
    package: {
      title: 'Add a package',
      text: 'What you sell, with its price and duration.',
      action: 'Add a package',
    },
    people: {
      title: 'Invite your photographers and editors',
      text: 'They join with a link, even from a phone.',
      action: 'Invite',
    },
    roles: {
      title: 'Let people start their own jobs',
      text: 'Technicians start their shoots and editors their edits, without asking you.',
      action: 'Allow it',
    },
    job: {
      title: 'Book a first job',
      text: 'It appears here and moves from column to column until it is delivered.',
      action: 'Book',
    },
  },
  dismiss: 'Hide this list',
  zone: {
    known: (zone: string, language: string) =>
      `Times are in ${zone}, dates and money in ${language}.`,
    change: 'Change',
    lead: 'Times are in UTC until you choose a time zone.',
    label: 'Time zone',
    none: 'Choose a time zone',
    locale: 'Language and region',
    localeHint: 'A language tag like en-US, es-MX or de-CH.',
    save: 'Save',
  },
  sample: {
    offer: 'Look around with a sample job',
    here: 'The sample job is on the board.',
    open: 'Open it',
    remove: 'Remove it',
    drawing: 'Adding photos to the sample job…',
    drawn: 'The sample job has three photos now. Deliver it to see what clients see.',
    failed: "The sample job has no photos: they couldn't be uploaded.",
  },
} as const

export const SAMPLE = {
  street: 'Sample: 12 Harbor View Road',
  city: 'Pasadena',
  notes: 'This is a sample job. Try everything: it sends no email.',
  customer: 'Sample customer',
  package: 'Sample package',
} as const
