// Texts shared by several staff pages.

import type { Section } from './navigation.ts'

/** Language of all staff texts, BCP 47. */
export const LANGUAGE = 'en'

export { MEDIA_TYPE_NAMES, ROLE_NAMES, STATUS_NAMES } from '../names.ts'

export const SECTION_NAMES: Record<Section, string> = {
  today: 'Today',
  orders: 'Orders',
  customers: 'Customers',
  reports: 'Reports',
  catalogue: 'Catalog',
  people: 'People',
  settings: 'Settings',
  board: 'Board',
  calendar: 'Calendar',
  developers: 'Developers',
}

export const SHELL = {
  skip: 'Skip to content',
  pages: 'Pages',
  more: 'More',
  you: 'You',
  account: 'Account',
  organizations: 'Organizations',
}

export const DAYS = { yesterday: 'Yesterday', today: 'Today', tomorrow: 'Tomorrow' }

export const AGO = {
  now: 'just now',
  minutes: (count: number) => `${count} min ago`,
  hours: (count: number) => `${count} h ago`,
  days: (count: number) => (count === 1 ? '1 day ago' : `${count} days ago`),
}

/** Texts by error status. */
export const PROBLEMS: Record<number, { title: string; text: string }> = {
  400: { title: "That didn't work", text: 'Go back, change it and send it again.' },
  403: {
    title: "Your role can't do this",
    text: 'Ask an administrator of your organization to do it, or to change your role.',
  },
  404: { title: 'Not found', text: 'It was removed, or the address is wrong.' },
  409: {
    title: "That isn't possible right now",
    text: 'Reload the page to see the current state.',
  },
  412: {
    title: 'Someone else changed this',
    text: "Your change wasn't saved. Reload the page, then try again.",
  },
  413: { title: 'That is too long', text: 'Shorten it and send it again.' },
  421: { title: 'This has moved', text: 'It is at another address now. Sign in there.' },
  429: { title: 'Too many requests', text: 'Wait a moment, then reload the page.' },
  500: {
    title: 'Something went wrong on our side',
    text: 'Wait a moment, then reload the page.',
  },
  503: { title: 'Not available right now', text: 'Wait a moment, then reload the page.' },
}

/** The session or organization belongs to another cell. */
export const ELSEWHERE = {
  session: "You're signed in at another address.",
  link: 'Go to the new address',
}

export const CROSS_SITE = {
  title: 'This came from another site',
  text: 'Nothing changed. Open the page here and try again.',
}

export const NO_MEMBER = {
  title: "You aren't a member here",
  text: "You aren't a member of this organization anymore. Ask its administrator.",
}

/** Edit conflict. */
export const CONFLICT = {
  title: 'Someone else changed this',
  lead: "Your change isn't saved yet. Compare both versions.",
  forbidden: "You can't make this change anymore.",
  wanted: 'Your change',
  now: 'Current',
  again: 'Save mine anyway',
  leave: 'Keep theirs',
}

export const COPY = {
  copy: 'Copy the link',
  copied: 'Copied',
  selected: 'Selected. Copy it with your keyboard or the menu.',
}

export const BACK = {
  page: 'Back to the page',
  organizations: 'Go to your organizations',
  requestId: 'Request ID for your administrator:',
}

/** The preview of a form's page. */
export const PREVIEW = {
  update: 'Update preview',
  width: 'Width',
  widths: { phone: 'Phone', desktop: 'Desktop' },
}

/** Shared by several pages. */
export const COMMON = {
  noAddress: 'No address yet',
  zone: (zone: string) => `Times are in ${zone}.`,
  moved: (status: string) => `Moved to ${status}.`,
  badTime: 'Enter a valid date and time.',
  skippedTime:
    "This time doesn't exist: clocks skip ahead that day. Choose an earlier or later time.",
  badDay: 'Enter a valid date.',
  pastDay: 'Choose today or a later day.',
  marked: 'Nothing was saved. Fix the marked fields and try again.',
  same: 'Nothing changed.',
  outdated: "You're offline. This may be out of date.",
  more: 'More',
  first: 'Back to start',
}

/** Labels of a project's free-text fields. */
export const WRITTEN_FIELDS = { notes: 'Notes' } as const
