import type { Schemas } from '@mediajobs/client'
import type { DevFile } from '../dev/data-folder.ts'

const VIEWS = 12

/** Publishes the website of a delivered job, which some visitors have seen. */
export async function publishWebsite(dev: DevFile, projectId: string) {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(dev.apiUrl + path, {
      method,
      headers: { 'x-api-key': dev.apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const path = `/projects/${projectId}/website`
  await call('PUT', path, WEBSITE)
  const response = await call('POST', `${path}/publish`, {})
  const website = (await response.json()) as Schemas['Website']
  const [site, tour] = [`/sites/${website.publicId}`, `/tours/${website.tourPublicId}`]
  for (let view = 0; view < VIEWS; view++) await call('POST', `${site}/views`, {})
  await call('POST', `${tour}/views`, {})
  await call('POST', `${site}/leads`, {
    name: 'Sam Doe',
    email: 'sam@visitor.example',
    message: 'Could we see the house on Saturday morning?',
  })
  return website
}

const WEBSITE = {
  headline: 'Light on three sides',
  description:
    'A corner house with a garden, on a quiet street that ends at the park.\n\nThe kitchen opens to a terrace with room for twelve. The primary suite looks into the old oaks; two bedrooms share a bath, and a fourth makes a calm place to work.',
  facts: {
    bedrooms: 4,
    bathrooms: 2.5,
    propertySize: 1_850,
    lotSize: 6_400,
    yearBuilt: 1998,
    priceAmount: 89_500_000,
    currency: 'USD',
    mlsNumber: '11223344',
  },
  contacts: [
    {
      name: 'Jane Keys',
      title: 'Listing agent',
      phone: '+1 626 555 0123',
      email: 'jane@keys.example',
      licence: '01234567',
    },
  ],
  tours: [
    {
      kind: 'MATTERPORT',
      url: 'https://my.matterport.com/show/?m=SxQL3iGyoDo',
      unbrandedUrl: 'https://my.matterport.com/show/?m=SxQL3iGyoDo&brand=0',
    },
  ],
}
