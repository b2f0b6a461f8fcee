import { countedIn } from '@mediajobs/domain/translation'

// Texts of the browser modules of a delivery page. One file per language; the page names its file.

const counted = countedIn('en')
const comments = (count: number) => counted(count, { one: 'comment', other: 'comments' })
const photos = (count: number) => counted(count, { one: 'photo', other: 'photos' })
const files = (count: number) => counted(count, { one: 'file', other: 'files' })
const SAVED = 'Your comments are saved.'

export const TEXTS = {
  viewer: 'Photo viewer',
  strip: 'Photos. Use the left and right arrow keys',
  position: (at: number, total: number) => `${at} of ${total}`,
  close: 'Close',
  previous: 'Previous photo',
  next: 'Next photo',
  comment: 'Comment',
  comments: 'Comments',
  commentsOn: (count: number) => comments(count),
  edit: 'Edit',
  tooMany: 'Send your comments first: this request is full',
  zoom: 'Zoom',
  select: 'Select',
  before: 'Before',

  whatHere: 'What should change? Tap the photo to point at a spot.',
  whatIn: (photo: number) => `What should change in photo ${photo}?`,
  done: 'Done',
  cancel: 'Cancel',
  discard: 'Discard',
  discardOne: (number: number) => `Discard comment ${number}`,
  discardAll: 'Discard all comments',
  discardAllShort: 'Discard all',
  discardTitle: (count: number) => `Discard ${count === 1 ? 'this comment' : comments(count)}?`,
  discardText: "This can't be undone.",
  keep: 'Keep',

  send: (count: number) => `Send ${comments(count)}`,
  saved: (count: number) => `${comments(count)} saved, not sent yet`,
  notSaved: (count: number) =>
    `${comments(count)} not sent yet. This browser can't save comments: send before you close the page.`,
  photo: (number: number) => `Photo ${number}`,
  /** Also appears in the note sent to the studio. */
  removedPhoto: (number: number) => `Photo ${number} (removed)`,
  neverSentList: 'Comments not sent',
  neverSent: (count: number) => `${comments(count)} not sent`,
  copy: 'Copy all',
  copied: 'Copied',
  neverSentText: 'Only you can see this. If it still matters, copy it and send it by email.',

  approveTitle: (count: number) => `${comments(count)} not sent`,
  approveText: (count: number) =>
    `You have ${comments(count)} that ${count === 1 ? "isn't" : "aren't"} sent yet. Once you approve, you can't request changes.`,
  sendInstead: (count: number) => `Send ${count === 1 ? 'comment' : 'comments'} instead`,
  approveAnyway: 'Approve anyway',
  notApproved: "Not approved: you're offline. Try again when you're back online.",

  /** Why comments weren't sent, by the status of the response; 0 without a connection. */
  problems: {
    0: `Not sent: you're offline. ${SAVED} Send them when you're back online.`,
    400: `Not sent: a photo may have been removed. Reload the page, then send. ${SAVED}`,
    404: 'Not sent: this link no longer works. Copy your comments before you close the page.',
    409: 'Not sent: this delivery no longer takes changes.',
    413: `Not sent: your comments are too long in total. Discard some. ${SAVED}`,
    429: `Not sent: too many attempts. Wait a minute, then send again. ${SAVED}`,
  },
  partlySent: 'Sent, except for what you see here. Copy it before you close the page.',
  failed: `Not sent: something went wrong. Try again in a minute. ${SAVED}`,

  download: 'Download',
  what: 'What to download',
  thisPhoto: 'This photo',
  selectedPhotos: (count: number) => `${photos(count)} you selected`,
  allFiles: (count: number) => (count === 1 ? 'The whole delivery' : `All ${files(count)}`),
  selectPhotos: 'Select photos',
  tapPhotos: 'Tap photos to select them',
  selected: (count: number, total: number) => `${count} of ${total} photos selected`,
  selectedAtMost: (count: number) => `${photos(count)} selected. Download these first`,
  clear: 'Clear',
  clearSelection: 'Clear selection',
  downloadFiles: (count: number) => (count === 1 ? 'Download' : `Download all ${files(count)}`),
  downloadPhotos: (count: number) => `Download ${photos(count)}`,

  save: 'Save to Photos',
  loading: 'Loading photos…',
  notLoaded: "Photos couldn't be loaded",
  tryAgain: 'Try again',
  savePhotos: (count: number) => `Save ${count} to Photos`,
} as const
