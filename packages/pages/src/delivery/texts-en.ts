import type { ClientDeliveryState, MediaType, RevisionItemStatus } from '@mediajobs/domain'
import { countedIn } from '@mediajobs/domain/translation'
import { ALTERATIONS } from '../alterations.ts'
import { MEDIA_TYPE_NAMES } from '../names.ts'

// Texts rendered by the server. The browser modules' texts are in browser/texts-en.ts.

const counted = countedIn('en')
const sentence = new Intl.ListFormat('en')

const changesOf = (count: number) =>
  count === 0 ? 'changes' : counted(count, { one: 'change', other: 'changes' })

const CONTENTS = {
  PHOTO: { one: 'photo', other: 'photos' },
  VIDEO: { one: 'video', other: 'videos' },
  FLOORPLAN: { one: 'floor plan', other: 'floor plans' },
  VIRTUAL_TOUR: { one: 'virtual tour', other: 'virtual tours' },
  PROPERTY_WEBSITE: { one: 'website', other: 'websites' },
  BROCHURE: { one: 'brochure', other: 'brochures' },
  DOCUMENT: { one: 'document', other: 'documents' },
} satisfies Record<MediaType, object>

export interface Closed {
  studio: string
  /** Whether the studio decided for the client. */
  isByStudio: boolean
  /** The day of the decision. */
  on: string | null
  /** The last day of the link. */
  until: string | null
  /** Number of comments sent on photos. */
  changes: number
}

export const EN = {
  untitled: 'Your delivery',
  skip: 'Skip to photos',
  offline: "You're offline. Your comments are saved; send them when you're back online.",
  access: (until: string | null) =>
    `Anyone with this link can view these files${until === null ? '' : ` until ${until}`}.`,
  /** `12 photos`. */
  contents: (type: MediaType, count: number) => counted(count, CONTENTS[type]),
  /** `12 photos, 2 videos, and 1 floor plan`. */
  all: (parts: readonly string[]) => sentence.format(parts),
  mediaTypes: MEDIA_TYPE_NAMES,
  alterations: ALTERATIONS.en,

  photos: 'Photos',
  photo: (number: number) => `Photo ${number}`,
  photoBefore: (number: number) => `Photo ${number}, before`,
  choose: (number: number) => `Select photo ${number}`,
  select: 'Select',
  previewPending: 'Preview coming soon',
  noPreview: 'No preview',
  altered: 'Before and after',
  originalOf: (number: number) => `Original of photo ${number}`,
  alteredPhoto: (number: number) => `Photo ${number}, altered`,
  alteration: (number: number, kind: string) => `Photo ${number}: ${kind}.`,
  compare: 'Compare original and altered photo',
  compareReplaced: 'Compare the photo before and after',
  disclosure: 'Some places require this note in listings, with a link to the original:',
  originalPage: 'original photo page',
  qrCode: 'QR code',
  original: 'Original',
  files: 'Videos, plans and documents',
  video: (filename: string) => `Video ${filename}`,

  decide: 'Happy with it?',
  approveTitle: (contents: string) => `Approve ${contents || 'this delivery'}?`,
  approveText: (studio: string) =>
    `${studio} will see that you accept the work. You can't request changes after that. Downloads stay open.`,
  changes: 'What should change?',
  changesHint: 'To point at a spot, open a photo and tap Comment.',
  comments: 'Your comments on photos',
  askForChanges: 'Request changes',
  /** Shown if the module with the comments doesn't load. */
  unsent:
    "Some of your comments aren't sent. Once you approve, you can't request changes. Approve anyway?",
  unloaded:
    "Nothing was sent: your saved comments didn't load. Check your connection and try again, or reload the page.",

  closed: {
    OPEN: ({ studio }) => [
      'Nothing to decide right now',
      `${studio} is working on this job again. You'll get a new link when it's done.`,
    ],
    APPROVED: ({ studio, isByStudio, on, until }) => [
      isByStudio
        ? `${studio} approved this delivery for you on ${on}`
        : `You approved this delivery on ${on}`,
      until === null ? 'Downloads stay open.' : `Downloads stay open until ${until}.`,
    ],
    REVISION_REQUESTED: ({ studio, isByStudio, on, changes }) => [
      `${isByStudio ? `${studio} noted` : 'You asked for'} ${changesOf(changes)}${isByStudio ? ' for you' : ''} on ${on}`,
      `${studio} is on it. You'll get a new link when it's ready.`,
    ],
    SUPERSEDED: ({ studio }) => [
      "There's a newer delivery",
      `${studio} has delivered this job again. Open the latest link you received, or ask for it.`,
    ],
  } satisfies Record<ClientDeliveryState, (facts: Closed) => [title: string, text: string]>,
  /** For a delivery that answers a change request: `done` of `all` requested changes were made. */
  round: (done: number, all: number) =>
    done === all ? 'Your changes are in' : `${done} of ${changesOf(all)} made`,
  roundNext: 'Have a look, then approve or ask again.',
  /** A locked delivery can't be approved. */
  roundNextLocked: 'Have a look. You can ask for more changes before you pay.',
  showRequest: 'Show your request',
  commentsSent: (count: number) =>
    `${counted(count, { one: 'comment', other: 'comments' })} on photos:`,
  removedFile: 'A removed file',
  statuses: { OPEN: 'Open', DONE: 'Done', DECLINED: 'Not changed' } satisfies Record<
    RevisionItemStatus,
    string
  >,

  locked: 'Downloads open when the invoice is paid',
  pay: (price: string) => `Pay ${price}`,
  invoice: (number: string | null) => (number === null ? 'Invoice' : `Invoice ${number}`),
  paid: 'Paid',
  balance: 'Balance',
  beforePaying: 'You can view everything and request changes before you pay.',
  afterPaying: "Once it's paid, this page unlocks by itself, without the watermarks.",
  lookAgain: 'Check again',

  portal: 'Your deliveries',
  contact: (studio: string) => `Questions? Contact ${studio}`,

  bar: 'Actions',
  approve: 'Approve',
  close: 'Close',
  preparing: 'Your download is being prepared.',
  /** Without JavaScript the page doesn't poll. */
  reload: 'Reload the page in a minute.',
  size: 'Photo size',
  sizes: { mls: ['MLS', 'For listings and the web'], original: ['Original', 'For print'] },
  sizeOfAll: (bytes: string) => `all: ${bytes}`,
  download: 'Download',
  starting: 'Your download is starting',
  startingHint: ['If nothing happens, ', 'download the files here', '.'],
  back: 'Back to the delivery',

  // One page for unknown, revoked and expired links: docs/contract.md#c12-one-404
  missing: { title: "This link doesn't work", text: 'Ask your photographer for a new link.' },
} as const
