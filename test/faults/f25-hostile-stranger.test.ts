// Own process: in its full form, it lowers its priority.
import t from 'tap'
import { runCampaign, summarize } from './support/attacks/campaign.ts'
import { connectionAttacks } from './support/attacks/connections.ts'
import { documentAttacks } from './support/attacks/document-walk.ts'
import { openStage } from './support/attacks/stage.ts'
import { strangerAttacks } from './support/attacks/strangers.ts'
import { prove } from './support/fault.ts'

const SHARE = { short: { step: 8 }, full: { step: 1 } }
// Long enough for a busy machine.
const SHORT_LIMIT_MS = 1_200_000
t.setTimeout(SHORT_LIMIT_MS)

await prove({
  id: 'F25',
  promise:
    'a stranger without a credential crashes no process, delays no tenant and locks out no user',
  target:
    'bodies, connections, guesses and every operation without a credential: 0 processes end, memory within the container’s, a tenant’s p99 ≤ 3 × its quiet p99 under one, ≤ 100 ms under sixteen, every response as promised',
  async run({ t, isFull }) {
    if (!isFull) t.setTimeout(SHORT_LIMIT_MS)
    const stage = await openStage(t, isFull)
    const attacks = [
      ...strangerAttacks,
      ...connectionAttacks,
      ...documentAttacks(stage, 'STRANGER', isFull ? SHARE.full : SHARE.short),
    ]
    const campaign = await runCampaign(t, stage, attacks)
    const { figure, isMet } = summarize(t, stage, campaign, isFull)
    return { figure: `${attacks.length} attacks: ${figure}`, isMet }
  },
})
