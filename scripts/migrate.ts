// Brings the database that DATABASE_URL names to the version of this code.
import { migrate } from '@mediajobs/outbox'
import { environment, variables } from '@mediajobs/runtime'

const { DATABASE_URL } = environment({ DATABASE_URL: variables.DATABASE_URL })
await migrate(DATABASE_URL)
