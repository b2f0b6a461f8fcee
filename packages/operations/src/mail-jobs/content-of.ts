import type { KeyRing } from '@mediajobs/domain'
import type { Store } from '@mediajobs/outbox'
import { deliveryContent } from './delivery-content.ts'
import { disabledWebhookContent } from './disabled-webhook-content.ts'
import { invitationContent } from './invitation-content.ts'
import type { MailContent, NoContent } from './mail-content.ts'
import type { MailJob } from './mail-job.ts'
import { passwordResetContent } from './password-reset-content.ts'
import { revisionContent } from './revision-content.ts'

/**
 * What a mail says, as it is now. A link gets a new token at each attempt: an attempt that seems to have failed
 * may have reached its reader, so the tokens of earlier attempts go on working. The database has only their
 * hashes.
 */
export function contentOf(
  { sql, cell }: Pick<Store, 'sql' | 'cell'>,
  job: MailJob,
  keyRing: KeyRing,
): Promise<MailContent | NoContent> {
  switch (job.kind) {
    case 'INVITATION':
      return invitationContent(sql, job, cell)
    case 'PASSWORD_RESET':
      return passwordResetContent(sql, job, cell)
    case 'DELIVERY':
      return deliveryContent(sql, job, { keyRing, cell })
    case 'REVISION_REQUEST':
      return revisionContent(sql, job)
    case 'WEBHOOK_DISABLED':
      return disabledWebhookContent(sql, job)
  }
}
