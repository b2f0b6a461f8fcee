import { WEBSITE } from '@mediajobs/testing/api/published-site'
import type { Service } from '../demo/play.ts'

const VIEWS = 12

/** Publishes a delivered job's website, with a few days of views. */
export async function publishWebsite({ manager, anyone }: Service, projectId: string) {
  const path = { id: projectId }
  await manager.put('/projects/{id}/website', { path, body: SHOWN })
  const website = await manager.post('/projects/{id}/website/publish', { path, body: {} })
  const [site, tour] = [{ publicId: website.publicId }, { publicId: website.tourPublicId }]
  for (let view = 0; view < VIEWS; view++) {
    await anyone.post('/sites/{publicId}/views', { path: site, body: {} })
  }
  await anyone.post('/tours/{publicId}/views', { path: tour, body: {} })
  await anyone.post('/sites/{publicId}/leads', {
    path: site,
    body: {
      name: 'Sam Doe',
      email: 'sam@visitor.example',
      message: 'Could we see the house on Saturday morning?',
    },
  })
  return website
}

const SHOWN = {
  ...WEBSITE,
  description:
    'A corner house with a garden, on a quiet street that ends at the park.\n\nThe kitchen opens to a terrace with room for twelve. The primary suite looks into the old oaks; two bedrooms share a bath, and a fourth makes a calm place to work.',
  tours: WEBSITE.tours.slice(0, 1),
}
