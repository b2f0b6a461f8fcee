// Own process: in its full form, it lowers its priority.
import t from 'tap'
import { accountAttacks } from './support/attacks/accounts.ts'
import { oneTextForAddresses } from './support/attacks/addresses.ts'
import { bodyAttacks } from './support/attacks/bodies.ts'
import { runCampaign, summarize } from './support/attacks/campaign.ts'
import { documentAttacks } from './support/attacks/document-walk.ts'
import { formAttacks } from './support/attacks/forms.ts'
import { honestWork } from './support/attacks/honest.ts'
import { importAttacks } from './support/attacks/imports.ts'
import { pageAttacks } from './support/attacks/pages.ts'
import { recordAttacks } from './support/attacks/records.ts'
import { searchAttacks } from './support/attacks/search.ts'
import { openStage } from './support/attacks/stage.ts'
import { webhookAttacks } from './support/attacks/webhooks.ts'
import { prove } from './support/fault.ts'

const SHARE = { short: { step: 40 }, full: { step: 1 } }
// Long enough for a busy machine.
const SHORT_LIMIT_MS = 1_200_000
t.setTimeout(SHORT_LIMIT_MS)

await prove({
  id: 'F24',
  promise:
    'a hostile tenant crashes no process and delays no other tenant, and each refusal names its reason',
  rules: '[c10-checked-first]',
  target:
    'values at each bound, above it and far above it, in every operation: 0 processes end, memory within the container’s, another tenant’s p99 ≤ 3 × its quiet p99 under one, ≤ 100 ms under sixteen, every response as promised',
  async run({ t, isFull }) {
    if (!isFull) t.setTimeout(SHORT_LIMIT_MS)
    const stage = await openStage(t, isFull)
    const attacks = [
      ...bodyAttacks,
      ...importAttacks,
      ...formAttacks,
      ...recordAttacks,
      ...accountAttacks,
      ...searchAttacks,
      ...pageAttacks,
      ...webhookAttacks,
      ...documentAttacks(stage, 'ADMIN', isFull ? SHARE.full : SHARE.short),
    ]
    const campaign = await runCampaign(t, stage, attacks)
    const honest = [...(await honestWork(t, stage)), await oneTextForAddresses(t)]
    const { figure, isMet } = summarize(t, stage, campaign, isFull)
    return { figure: `${attacks.length} attacks: ${figure}; ${honest.join(', ')}`, isMet }
  },
})
