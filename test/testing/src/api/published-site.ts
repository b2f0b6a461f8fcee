import type { TestApp, TestOrganization, TestResponse } from './app.ts'
import { deliveringStudio } from './client-delivery.ts'

export const HOUSE = {
  addressLine1: '859 Orange Grove Blvd',
  city: 'Altadena',
  region: 'CA',
  postalCode: '91001',
}

/** A website with every field. */
export const WEBSITE = {
  headline: 'Light on three sides',
  description: 'A corner house with a garden.\nFive minutes from the lake.',
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
      kind: 'MATTERPORT' as const,
      url: 'https://my.matterport.com/show/?m=SxQL3iGyoDo',
      unbrandedUrl: 'https://my.matterport.com/show/?m=SxQL3iGyoDo&brand=0',
    },
    { kind: 'YOUTUBE' as const, url: 'https://youtu.be/dQw4w9WgXcQ' },
    { kind: 'OTHER' as const, url: 'https://tours.example/orange-grove' },
  ],
  leadForm: true,
}

/** An organization whose jobs have websites. `api` must trust its proxy. */
export async function siteStudio(api: TestApp, own?: TestOrganization) {
  const studio = await deliveringStudio(api, own)
  const { call, addMedia, addPreview, deliver } = studio

  const check = ({ status, body }: TestResponse) => {
    if (status >= 300) throw new Error(JSON.stringify(body))
    return body
  }

  /** Photos, the second altered, a video and a floor plan. */
  async function fill(projectId: string, photos = 3) {
    const ids: string[] = []
    for (let position = 0; position < photos; position++) {
      ids.push(await addMedia(projectId, { position }))
    }
    const pair = { alteredFromMediaId: ids[0] ?? '', alterationKind: 'VIRTUAL_STAGING' } as const
    const note = { alterationNote: 'The sofa is not there.' }
    ids.push(await addMedia(projectId, { position: photos, ...pair, ...note }))
    for (const id of ids) await addPreview(id)
    const video = { type: 'VIDEO', contentType: 'video/mp4', filename: 'film.mp4' } as const
    await addMedia(projectId, { position: photos + 1, ...video })
    const plan = await addMedia(projectId, { position: photos + 2, type: 'FLOORPLAN' })
    await addPreview(plan)
    return ids
  }

  /** A delivered job with a live website. */
  async function publish(website: object = {}, fields: object = {}, fillWith = fill) {
    const delivered = await deliver({ ...HOUSE, ...fields }, {}, (id) => fillWith(id))
    const path = `/projects/${delivered.project.id}/website`
    check(await call('PUT', path, { ...WEBSITE, ...website }))
    const body = check(await call('POST', `${path}/publish`, {}))
    const [site, tour] = [body.brandedUrl, body.unbrandedUrl].map((url) => new URL(url).pathname)
    return { ...delivered, path, website: body, site: site ?? '', tour: tour ?? '' }
  }

  return { ...studio, check, fill, publish }
}
