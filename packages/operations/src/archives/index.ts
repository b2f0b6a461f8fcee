export { safeFilename } from './archive-name.ts'
export {
  type ArchivedFile,
  archivedFiles,
  countDownload,
  type OpenArchive,
  openArchive,
} from './open-archive.ts'
export {
  type ArchiveLink,
  type ArchiveLinks,
  type ArchiveRequest,
  requestArchive,
  requestArchiveByToken,
} from './request-archive.ts'
