import type { Sql } from '@mediajobs/db'
import { CHANGE_TIME } from '@mediajobs/db/schema'
import { LEAST_ID } from '../shared/turns.ts'

/** The media whose previews are requested. */
export interface PreviewRequest {
  /** Without it: media of all organizations. */
  organizationId?: string | undefined
  /** True: media whose preview was refused. False: media without a preview. */
  isRefused: boolean
}

type Place = { organizationId: string; id: string }

// Few enough that the rows are locked for milliseconds.
const BATCH = 500

// gen_random_uuid() has 122 random bits: two of them have more than the 16 bytes of one md5.
const KEY_SECRET = `decode(md5(gen_random_uuid()::text || gen_random_uuid()::text)
  || md5(gen_random_uuid()::text || gen_random_uuid()::text), 'hex')`

const MISSING = `
  with batch as (
    select organization_id, id from media
    where (organization_id, id) > ($1::uuid, $2::uuid) and ($3::uuid is null or organization_id = $3)
    order by organization_id, id limit $4
  ), made as (
    insert into media_previews (organization_id, media_id, key_secret)
    select media.organization_id, media.id, ${KEY_SECRET}
    from media join batch using (organization_id, id)
    where not exists (
      select from media_previews as preview
      where preview.organization_id = media.organization_id and preview.media_id = media.id)
    for key share of media
    on conflict do nothing
    returning 1
  )
  select batch.organization_id as "organizationId", batch.id, (select count(*) from made)::int as count
  from batch order by batch.organization_id desc, batch.id desc limit 1`

const REFUSED = `
  with batch as (
    select organization_id, media_id from media_previews
    where (organization_id, media_id) > ($1::uuid, $2::uuid)
      and ($3::uuid is null or organization_id = $3)
    order by organization_id, media_id limit $4
  ), made as (
    update media_previews as preview
    set state = 'PENDING', reason = null, attempts = 0, leased_until = null, updated_at = ${CHANGE_TIME}
    from batch
    where preview.organization_id = batch.organization_id and preview.media_id = batch.media_id
      and preview.state = 'REFUSED'
    returning 1
  )
  select organization_id as "organizationId", media_id as id, (select count(*) from made)::int as count
  from batch order by organization_id desc, media_id desc limit 1`

/**
 * Makes preview jobs in batches, each in a statement of its own. It can be interrupted and run again.
 *
 * @param onProgress is called after each batch with the number of jobs made so far
 * @returns the number of jobs made
 */
export async function requestPreviews(
  sql: Sql,
  { organizationId, isRefused }: PreviewRequest,
  onProgress: (requested: number) => void,
): Promise<number> {
  const statement = isRefused ? REFUSED : MISSING
  let requested = 0
  let last: Place = { organizationId: LEAST_ID, id: LEAST_ID }
  for (;;) {
    const values = [last.organizationId, last.id, organizationId ?? null, BATCH]
    const [batch] = await sql.query<Place & { count: number }>(statement, values)
    if (!batch) return requested
    requested += batch.count
    last = batch
    onProgress(requested)
  }
}

const PENDING = `
  select count(*)::int as count from media_previews
  where state = 'PENDING' and ($1::uuid is null or organization_id = $1)`

/** The number of previews that wait or are being made. */
export async function countPendingPreviews(
  sql: Sql,
  organizationId: string | undefined,
): Promise<number> {
  const [row] = await sql.query<{ count: number }>(PENDING, [organizationId ?? null])
  return row?.count ?? 0
}
