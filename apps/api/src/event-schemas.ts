import type { EventName, TEST_EVENT } from '@mediajobs/domain'
import type { TProperties } from '@sinclair/typebox'

export type PostedEvent = EventName | typeof TEST_EVENT

/**
 * The fields of each event's `data` after `event` and `orgId` (docs/contract.md#c7-payload). Each
 * module states those of its events in its `events.ts`, and `app.ts` collects them.
 */
export type EventSchemas = Readonly<Record<PostedEvent, TProperties>>
