import type { Schemas } from '@mediajobs/client'
import { WEBSITE } from '@mediajobs/testing/api/published-site'
import type { DevFile } from '../dev/data-folder.ts'

const VIEWS = 12

/** Publishes a delivered job's website, with a few days of views. */
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
  await call('PUT', path, SHOWN)
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

const SHOWN = {
  ...WEBSITE,
  description:
    'A corner house with a garden, on a quiet street that ends at the park.\n\nThe kitchen opens to a terrace with room for twelve. The primary suite looks into the old oaks; two bedrooms share a bath, and a fourth makes a calm place to work.',
  tours: WEBSITE.tours.slice(0, 1),
}
