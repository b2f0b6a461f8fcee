import { MAX_PROJECT_BYTES } from './business.ts'
import { CONFLICT, CUT, inGroup, KIB, MIB, REFUSED, ROW_FAILED } from './limit.ts'

// Files and imports
// S3's maximum for one PUT.
export const MAX_FILE_BYTES = 5_120 * MIB
export const MAX_CONTENT_TYPE_LENGTH = 255
// S3's maximum.
export const MAX_OBJECT_KEY_LENGTH = 1_024
export const MAX_CDN_URL_LENGTH = 4_096
export const MAX_FILENAME_LENGTH = 255
export const MAX_BATCH_FILES = 100
export const MAX_MEDIA_OF_PROJECT = 1_000
export const MAX_REVISION_ITEMS = 200
export const MAX_REVISION_COMMENT_LENGTH = 2_000
export const MAX_VIDEO_SECONDS = 86_400
export const MAX_ALTERATION_NOTE_LENGTH = 1_000
export const MAX_PICTURE_PIXELS = 120_000_000
// Pictures are decoded in memory.
export const MAX_PICTURE_BYTES = 256 * MIB
export const MAX_PICTURE_MS = 30_000
export const MAX_PICTURE_MEMORY_BYTES = 768 * MIB
export const MAX_PICTURE_CRASHES = 3
export const MAX_CREDIT_LENGTH = 1_000
export const MAX_LOGO_BYTES = 5 * MIB
export const MAX_LOGO_PIXELS = 20_000_000
export const MAX_ARCHIVE_MEDIA = 1_000
export const ARCHIVE_SECONDS = 604_800
export const MAX_ARCHIVES_OF_NETWORK = 10
export const MAX_ARCHIVES = 200
export const MAX_IMPORT_ROWS = 5_000
export const MAX_IMPORT_VIOLATIONS = 50_000
export const MAX_CSV_COLUMNS = 100
export const MAX_CSV_ROW_BYTES = 64 * KIB
// JSON may spell a character in six bytes (`\u00e9`).
export const MAX_JSON_ROW_BYTES = 6 * MAX_PROJECT_BYTES
export const MAX_AROUND_ROWS_BYTES = 64 * KIB
export const MAX_WAITING_IMPORTS = 10

export const FILES_LIMITS = {
  ...inGroup('Files and imports', {
    MAX_FILE_BYTES: ['file', 'bytes'],
    MAX_CONTENT_TYPE_LENGTH: ['media type of a file', 'characters'],
    MAX_OBJECT_KEY_LENGTH: ['`key`', 'characters'],
    MAX_CDN_URL_LENGTH: ['`cdnUrl`', 'characters'],
    MAX_FILENAME_LENGTH: ['name of a file', 'characters'],
    MAX_BATCH_FILES: ['files of a batch', 'files'],
    MAX_MEDIA_OF_PROJECT: ['media of a project', 'media', CONFLICT],
    MAX_REVISION_ITEMS: ['items of a revision request', 'items'],
    MAX_REVISION_COMMENT_LENGTH: ['comment of an item, answer to it', 'characters'],
    MAX_VIDEO_SECONDS: ['`time` of an item', 'seconds'],
    MAX_ALTERATION_NOTE_LENGTH: ['note about an altered picture', 'characters'],
    MAX_PICTURE_PIXELS: ['picture', 'pixels', REFUSED],
    MAX_PICTURE_BYTES: ['picture', 'bytes', REFUSED],
    MAX_PICTURE_MS: ['time to make its previews', 'ms', REFUSED],
    MAX_PICTURE_MEMORY_BYTES: ['memory to make its previews', 'bytes', REFUSED],
    MAX_PICTURE_CRASHES: ['crashes of a process that reads a picture', 'crashes', REFUSED],
    MAX_LOGO_BYTES: ['uploaded logo', 'bytes'],
    MAX_LOGO_PIXELS: ['uploaded logo', 'pixels', 'the `logo` is REFUSED, with the reason'],
    MAX_CREDIT_LENGTH: ['credit, copyright and artist in previews', 'characters', CUT],
    MAX_ARCHIVE_MEDIA: ['`media` of an archive', 'media'],
    ARCHIVE_SECONDS: ['life of an archive URL', 'seconds', '404 `not_found`'],
    MAX_ARCHIVES_OF_NETWORK: [
      'concurrent archives of a network per media process',
      'archives',
      '429 `too_many_downloads`',
    ],
    MAX_ARCHIVES: ['concurrent archives of a media process', 'archives', '503 `downloads_busy`'],
    MAX_IMPORT_ROWS: ['rows of a bulk import', 'rows'],
    MAX_IMPORT_VIOLATIONS: [
      'violations of all rows of an import',
      'violations',
      'further rows keep their first',
    ],
    MAX_CSV_COLUMNS: ['columns of a CSV file', 'columns', '400 for the file'],
    MAX_CSV_ROW_BYTES: ['row of a CSV file', 'bytes', ROW_FAILED],
    MAX_JSON_ROW_BYTES: ['row of a JSON import', 'bytes', ROW_FAILED],
    MAX_AROUND_ROWS_BYTES: ['a JSON import without its rows', 'bytes'],
    MAX_WAITING_IMPORTS: ['unfinished bulk imports', 'imports', CONFLICT],
  }),
}
