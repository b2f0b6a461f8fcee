// The words around every staff page. A page has its own in the texts.ts of its folder.

import type { Section } from './navigation.ts'

/** BCP 47, of the texts of all staff pages. */
export const LANGUAGE = 'en'

export { MEDIA_TYPE_NAMES, ROLE_NAMES, STATUS_NAMES } from '../names.ts'

export const SECTION_NAMES: Record<Section, string> = {
  today: 'Today',
  customers: 'Customers',
  catalogue: 'Catalogue',
  people: 'People',
  settings: 'Settings',
  board: 'Board',
  calendar: 'Calendar',
  developers: 'Developers',
}

export const SHELL = {
  skip: 'To the content',
  pages: 'Pages',
  you: 'You',
  account: 'Account',
  organizations: 'Organizations',
}

/** What a page says for a status that is no success. */
export const PROBLEMS: Record<number, { title: string; text: string }> = {
  400: { title: 'That did not work', text: 'Go back, change it and send it again.' },
  403: {
    title: 'Your role may not do this',
    text: 'Ask an administrator of your organization to do it, or to change your role.',
  },
  404: { title: 'There is nothing here', text: 'It was removed, or the address is wrong.' },
  409: { title: 'That is not possible now', text: 'Open the page again to see how things are.' },
  412: {
    title: 'It was changed in the meantime',
    text: 'Nothing of yours was saved. Open the page again to see the change, and do it again.',
  },
  413: { title: 'That is too long', text: 'Shorten it and send it again.' },
  421: { title: 'This has moved', text: 'It is at another address now. Sign in there.' },
  429: { title: 'Too many calls', text: 'Wait a moment and load the page again.' },
  500: {
    title: 'Something went wrong on our side',
    text: 'Wait a moment and load the page again.',
  },
  503: { title: 'Not available right now', text: 'Wait a moment and load the page again.' },
}

/** The session or the organization is of another cell. */
export const ELSEWHERE = {
  session: 'You are signed in at another address.',
  link: 'Go on at its new address',
}

export const CROSS_SITE = {
  title: 'This came from another site',
  text: 'Nothing was changed. Open the page of this service, and do it there.',
}

export const NO_MEMBER = {
  title: 'You are not a member here',
  text: 'You never were a member of this organization, or you are no longer one. Ask its administrator.',
}

/** A record was changed while the person changed it too. */
export const CONFLICT = {
  title: 'It was changed in the meantime',
  lead: 'Nothing of yours was saved yet. Compare, and choose.',
  wanted: 'You chose',
  now: 'It is now',
  again: 'Save mine all the same',
  leave: 'Leave it as it is',
}

export const COPY = {
  copy: 'Copy the link',
  copied: 'Copied.',
  selected: 'The link is selected. Copy it with your keyboard or the menu.',
}

export const BACK = {
  page: 'Back to the page',
  organizations: 'To your organizations',
  requestId: 'Request id, for your administrator:',
}

/** The texts of a project that staff write and read as they are, with their names. */
export const WRITTEN_FIELDS = { notes: 'Notes' } as const
