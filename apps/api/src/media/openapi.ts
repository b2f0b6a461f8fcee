import { EXAMPLE_ID, operationDocs } from '../vocabulary/operation-docs.ts'

const FULL = 'The project has 1,000 media already: `too_many_media`'
const CHANGED = 'The file was uploaded again meanwhile: `upload_changed`. Confirm it again'
const STORE_AWAY = 'The database, or the object store, cannot be used right now: try again soon'

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
    summary: 'Get a URL to upload a file to',
    description:
      'Returns a URL to upload one file to. PUT the bytes to `uploadUrl` within an hour, with the same Content-Type and no other headers of this service; then confirm.',
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
    summary: 'Get URLs for up to 100 files',
    description:
      'Returns URLs to upload up to 100 files of a project to. All or nothing, in the order of the request; messages name the file by its index.',
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
    },
    summary: 'Make the media of an uploaded file',
    description:
      'Makes the media item of a file that was uploaded to a presigned URL: 201 the first time, 200 with the existing record when the key was confirmed before. Without `key`, it confirms the newest presign for the project and filename.',
    problems: { 409: `${FULL}. ${CHANGED}`, 503: STORE_AWAY },
  },
  confirmUploads: {
    examples: {
      one: { projectId: EXAMPLE_ID, files: [{ filename: 'kitchen.jpg', size: 5, type: 'PHOTO' }] },
    },
    summary: 'Make the media of up to 100 uploaded files',
    description:
      'Makes the media items of up to 100 uploaded files. All or nothing, in the order of the request; messages name the file by its index.',
    problems: { 409: `${FULL}. ${CHANGED}`, 503: STORE_AWAY },
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
    summary: 'Put the media of a project in order',
    description:
      'Sets the order of all media of a project: `mediaIds` names each of them once. Returns the list in the new order.',
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
      'Changes the given fields of a media item. An altered picture names its original, of the same project, and what was done to it.',
    problems: {
      409: '`original_published`: the picture was delivered with its original, and a public page shows both',
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
      'Deletes a media item; its files go soon after. A picture on a [public original](#tag/originals) stays there.',
    problems: {
      409: '`original_delivered`: a delivered project shows a picture that was altered from this one',
    },
  },
})
