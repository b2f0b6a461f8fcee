import { LOGO_STATES } from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import { createdAt, optionalInstant, organizationId, updatedAt } from './columns.ts'
import { organizations } from './organizations.ts'

/**
 * The uploaded logo of an organization. A PENDING row is also the job. `key` is the logo shown. It stays until another
 * upload is accepted, so a refused one changes nothing.
 */
export const logos = t.pgTable(
  'logos',
  {
    organizationId: organizationId()
      .primaryKey()
      .references(() => organizations.id),
    /** The staging key of the newest upload, which only the media process reads. */
    uploadKey: t.text('upload_key').notNull(),
    state: t.text({ enum: LOGO_STATES }).notNull().default('PENDING'),
    /** Why it was refused, in prose. */
    reason: t.text(),
    /** Where the media process puts its output. Null once it is there. */
    nextKey: t.text('next_key'),
    /** The object shown. Null until the first upload is accepted. */
    key: t.text(),
    /** The object shown previously, removed with the next change. */
    previousKey: t.text('previous_key'),
    /** Pixels of that object. */
    width: t.integer(),
    height: t.integer(),
    /** Attempts started. */
    attempts: t.integer().notNull().default(0),
    /** The end of the lease of the process that works on it. */
    leasedUntil: optionalInstant('leased_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [t.index('logos_pending').on(table.updatedAt).where(sql`state = 'PENDING'`)],
)
