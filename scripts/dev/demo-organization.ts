import { ApiError, createClient } from '@mediajobs/client'
import type { Payments } from '@mediajobs/local-engines'
import { createOrganization } from '@mediajobs/operations/organizations'
import { openStore } from '@mediajobs/outbox'
import type { DataFolder, Secrets } from './data-folder.ts'

export interface DemoOrganization {
  organizationId: string
  organizationName: string
  email: string
  password: string
  apiKey: string
}

interface SignedIn extends DemoOrganization {
  accessToken: string
}

/** Where to create the organization. */
interface Home {
  databaseUrl: string
  /** The cell named by its credentials. */
  cell: string | undefined
}

const CREDENTIALS = 'demo-organization.json'
const NAME = 'Demo Studio'
const OWNER_EMAIL = 'demo@example.test'
const OWNER_NAME = 'Dana Demo'

/**
 * The demo organization, with a new session of its owner. Created once, and again if the stored credentials stop
 * working (database removed, password changed).
 */
export async function demoOrganization(
  folder: DataFolder,
  apiUrl: string,
  { databaseUrl, cell }: Home,
): Promise<SignedIn> {
  const kept = await folder.readJson<DemoOrganization>(CREDENTIALS)
  const accessToken = kept && (await signIn(apiUrl, kept))
  if (kept && accessToken) return { ...kept, accessToken }
  const made = await makeOrganization(folder, { databaseUrl, cell })
  const firstToken = await signIn(apiUrl, made)
  if (!firstToken) throw new Error('the owner of a new organization could not sign in')
  return { ...made, accessToken: firstToken }
}

/** Null for a wrong email or password. */
async function signIn(
  apiUrl: string,
  { email, password }: DemoOrganization,
): Promise<string | null> {
  const client = createClient({ baseUrl: apiUrl })
  try {
    const { accessToken } = await client.post('/auth/sessions', { body: { email, password } })
    return accessToken
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

async function makeOrganization(folder: DataFolder, home: Home): Promise<DemoOrganization> {
  const store = openStore({ ...home, poolSize: 1, applicationName: 'dev', onError() {} })
  try {
    return await store.transaction(async (tx) => {
      const owner = { ownerEmail: OWNER_EMAIL, ownerName: OWNER_NAME }
      const made = await createOrganization(tx, { name: NAME, ...owner })
      const { organization, password, apiKey } = made
      const organizationId = organization.id
      const email = OWNER_EMAIL
      const demo = { organizationId, organizationName: NAME, email, password, apiKey }
      // Before the commit: invalid credentials get replaced, but lost ones can't be recovered.
      await folder.writeJson(CREDENTIALS, demo)
      return demo
    })
  } finally {
    await store.close()
  }
}

/**
 * Adds the demo organization's account to the payment emulator, which starts empty. Before the services start: they
 * read open payments, and a refused key stays refused.
 *
 * @param place zero-based index of the cell
 */
export function addPaymentAccount(payments: Payments, { paymentsKey }: Secrets, place: number) {
  return payments.addAccount(NAME, `${paymentsKey}${place}`)
}

/** Connects the demo organization to its account, unless already connected, and sends it the account's events. */
export async function connectPayments(
  payments: Payments,
  { accountId, secretKey }: ReturnType<typeof addPaymentAccount>,
  { paymentsEventSecret }: Secrets,
  apiUrl: string,
  { organizationId, accessToken }: SignedIn,
): Promise<void> {
  const client = createClient({ baseUrl: apiUrl, accessToken, organizationId })
  const path = '/organization/payment-account'
  const body = { provider: 'STRIPE', secretKey, webhookSecret: paymentsEventSecret } as const
  const { webhookUrl } = await client.get(path).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return client.put(path, { body })
    throw error
  })
  payments.sendEventsTo(accountId, { url: webhookUrl, secret: paymentsEventSecret })
}
