import { EXAMPLE_ID, operationDocs } from '../vocabulary/operation-docs.ts'

const FULL = 'The project has 1,000 media: `too_many_media`'
const CHANGED = 'The file was uploaded again: `upload_changed`. Confirm it again'
const REPLACED = '`replacesMediaId` was already replaced: `media_replaced`'
const STORE_AWAY = 'The database or the object store is unavailable: try again soon'

export const docs = operationDocs({
  presignUpload: {
    examples: {
      photo: {
        projectId: EXAMPLE_ID,
        filename: 'kitchen.jpg',
        contentType: 'image/jpeg',
        mediaType: 'PHOTO',
      },
    },
    summary: 'Get an upload URL',
    description:
      'Returns a URL for one file. PUT the bytes to `uploadUrl` within an hour, with the same Content-Type and no headers of this service; then confirm.',
    problems: { 409: FULL, 503: STORE_AWAY },
  },
  presignUploads: {
    examples: {
      two: {
        projectId: EXAMPLE_ID,
        files: [
          { filename: 'kitchen.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' },
          { filename: 'plan.pdf', contentType: 'application/pdf', mediaType: 'FLOORPLAN' },
        ],
      },
    },
    summary: 'Get upload URLs for up to 100 files',
    description:
      'Returns upload URLs for up to 100 files of a project. All or nothing, in the order of the request; messages name files by index.',
    problems: { 409: FULL, 503: STORE_AWAY },
  },
  confirmUpload: {
    examples: {
      photo: { projectId: EXAMPLE_ID, filename: 'kitchen.jpg', size: 5, type: 'PHOTO' },
      altered: {
        projectId: EXAMPLE_ID,
        filename: 'kitchen.jpg',
        size: 5,
        type: 'PHOTO',
        alteredFromMediaId: EXAMPLE_ID,
        alteration: { kind: 'SKY', note: 'The sky was replaced' },
      },
      replacement: {
        projectId: EXAMPLE_ID,
        filename: 'kitchen.jpg',
        size: 5,
        type: 'PHOTO',
        replacesMediaId: EXAMPLE_ID,
      },
    },
    summary: 'Confirm an upload',
    description:
      'Creates the media item of an uploaded file: 201 the first time, 200 with the existing record if the key was already confirmed. Without `key`, confirms the newest presign of the project and filename. With `replacesMediaId` it is a new version: it takes the place of another media item, which leaves the gallery and stays stored.',
    problems: { 409: `${FULL}. ${CHANGED}. ${REPLACED}`, 503: STORE_AWAY },
  },
  confirmUploads: {
    about: 'The files of a project: presign, upload to the object store, confirm, order, rename.',
    examples: {
      one: { projectId: EXAMPLE_ID, files: [{ filename: 'kitchen.jpg', size: 5, type: 'PHOTO' }] },
    },
    summary: 'Confirm up to 100 uploads',
    description:
      'Creates the media items of up to 100 uploaded files. All or nothing, in the order of the request; messages name files by index.',
    problems: { 409: `${FULL}. ${CHANGED}. ${REPLACED}`, 503: STORE_AWAY },
  },
  listMediaOfProject: {
    summary: 'List the media of a project',
    description: 'Lists all media of a project by `position`; `nextCursor` is always `null`.',
  },
  listProjectMedia: {
    summary: 'List the media of a project',
    description: 'Lists all media of a project: the same as `GET /media/project/{id}`.',
  },
  getMedia: { summary: 'Get one media item', description: 'Returns one media item with its URLs.' },
  reorderMedia: {
    examples: { order: { projectId: EXAMPLE_ID, mediaIds: [EXAMPLE_ID] } },
    summary: 'Reorder the media of a project',
    description:
      'Reorders the media of a project: `mediaIds` names each exactly once. Returns the list in the new order.',
  },
  updateMedia: {
    examples: {
      pair: {
        alteredFromMediaId: EXAMPLE_ID,
        alteration: { kind: 'VIRTUAL_STAGING', note: 'Furniture was added' },
      },
      rename: { filename: 'kitchen-2.jpg' },
      unpair: { alteredFromMediaId: null },
    },
    summary: 'Change a media item',
    description:
      'Changes the given fields of a media item. An altered picture names its original, in the same project, and the alteration.',
    problems: {
      409: 'A public page shows the picture with its original: `original_published`',
    },
  },
  renameMedia: {
    examples: { name: { filename: 'kitchen-2.jpg' } },
    summary: 'Rename a media item',
    description: 'Changes the filename of a media item.',
  },
  deleteMedia: {
    summary: 'Delete a media item',
    description:
      'Deletes a media item, and soon after its files, except those that a [public original](#tag/originals) shows.',
    problems: {
      409: 'A delivered project shows a picture altered from this one: `original_delivered`',
    },
  },
})
