import type { Sql } from '@mediajobs/db'

/** A file that can be in an archive. */
export interface ArchiveFile {
  mediaId: string
  filename: string
  key: string
  size: number
  createdAt: string
  /** `null` while a media process has not read the file. */
  crc32: number | null
  /** `null` when there is no row for the preview yet. */
  state: string | null
  keySecret: Buffer | null
  /** Bytes of the picture in MLS size; `null` when there is none. */
  mlsSize: number | null
  mlsCrc32: number | null
}

const FILES = `
  select media.id as "mediaId", media.filename, media.key, media.size, media.created_at as "createdAt",
    preview.crc32, preview.state, preview.key_secret as "keySecret", preview.mls_size as "mlsSize",
    preview.mls_crc32 as "mlsCrc32"
  from media left join media_previews as preview
    on preview.organization_id = media.organization_id and preview.media_id = media.id
  where media.organization_id = $1 and media.project_id = $2
    and ($3::uuid[] is null or media.id = any ($3))
  order by array_position($3::uuid[], media.id), media.position, media.id`

/** The media of a project in their order. With `mediaIds`, those of them that still exist, in that order. */
export function archiveFiles(
  sql: Sql,
  orgId: string,
  projectId: string,
  mediaIds: readonly string[] | null,
): Promise<ArchiveFile[]> {
  return sql.query<ArchiveFile>(FILES, [orgId, projectId, mediaIds])
}
