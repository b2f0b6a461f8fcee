/** Texts of the page and its module. */
export const TEXTS = {
  title: 'Upload',
  count: (count: number) =>
    count === 0 ? 'No files yet.' : count === 1 ? '1 file uploaded.' : `${count} files uploaded.`,
  notAllowed: 'Your role can view files but not upload them.',
  noScript: 'Uploading needs JavaScript. Turn it on in your browser, or use another browser.',
  drop: 'Drop files or folders here, or choose them. Files that are already uploaded are skipped.',
  choose: 'Choose files',
  roll: 'Camera roll',
  folder: 'Choose a folder',
  all: 'All files',
  signIn: 'Sign in again',
  project: 'Go to the job',

  file: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  start: (files: string) => `Upload ${files}`,
  again: (files: string) => `Try ${files} again`,
  progress: (here: number, all: number, sent: string, size: string) =>
    `${here} of ${all} files uploaded, ${sent} of ${size}`,
  left: (minutes: string) => `about ${minutes} left`,
  lessThanMinute: 'less than a minute left',
  sum: (files: string, size: string) => `${files}, ${size}`,
  finished: (count: number) =>
    count === 1 ? 'The file is uploaded.' : `All ${count} files uploaded.`,
  ended: (here: number, all: number, failed: number) =>
    `${here} of ${all} files uploaded. ${failed} failed: see the list.`,
  refused: (count: number) =>
    `${count === 1 ? "1 file can't" : `${count} files can't`} be uploaded: see the list.`,
  nothingNew: 'All of these files are already uploaded.',
  offline: "You're offline. The upload will resume automatically.",
  online: "You're back online.",
  started: 'Uploading. Keep this page open.',
  leftOut: (count: number, names: string) =>
    `Skipped ${count === 1 ? '1 system file' : `${count} system files`}: ${names}`,
  unfinished: (count: number, names: string) =>
    `${count === 1 ? '1 file from last time is' : `${count} files from last time are`} not uploaded yet: ${names}. Choose the same files or folder again. Files already uploaded are skipped.`,
  forget: 'Discard',
  tooMany: (max: string) => `A job can have at most ${max} files. Remove some.`,
  unordered: "The files are uploaded, but not in this order. Reorder them on the job's page.",

  states: {
    ready: '',
    checking: 'Waiting',
    waiting: 'Waiting',
    sending: '',
    sent: 'Sent, being saved',
    sentAltered: (original: string) => `Sent. It will be saved after its original, ${original}.`,
    done: 'Uploaded',
    here: 'Already uploaded',
  },
  empty: 'This file is empty.',
  tooLarge: (size: string) => `A file can be at most ${size}.`,
  warnings: {
    heic: 'HEIC opens only on Apple devices and gets no preview. Use JPEG instead.',
    unread: (name: string) => `${name} gets no preview. Use JPEG instead.`,
    pixels: (pixels: string, max: string) =>
      `${pixels} megapixels: photos above ${max} get no preview.`,
    bytes: (max: string) => `Photos above ${max} get no preview.`,
    otherSize: 'A file with this name but a different size is already uploaded. Both are kept.',
    lostOriginal: "Its original was removed, so this isn't marked as altered.",
  },
  type: (name: string) => `Type of ${name}`,
  altered: 'Altered picture',
  isAltered: 'This photo is itself altered. Choose its original.',
  alteredFrom: (kind: string, original: string) => `${kind}, from ${original}`,
  leaveOut: 'Remove',
  leaveOutOf: (name: string) => `Remove ${name}`,
  retry: 'Retry',
  retryOf: (name: string) => `Retry ${name}`,
  sendAnyway: 'Send anyway',
  sendAnywayOf: (name: string) => `Send ${name} anyway`,
  open: 'Open',
  openOf: (name: string) => `Open ${name}`,
  sendingOf: (name: string) => `Sending ${name}`,

  noConnection: 'Upload failed: the connection is too weak.',
  unreadable: 'The file changed or was removed on this device. Choose it again.',
  storeRefused: (status: number) => `The storage refused the file (${status}).`,
  sessionEnded: 'Your session has ended. Sign in again in another tab, then press “Retry”.',
  busy: 'The service is busy. Wait a moment, then press “Retry”.',
} as const
