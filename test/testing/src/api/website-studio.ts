import type { TestApp } from './app.ts'
import { deliveringStudio } from './client-delivery.ts'

/** A studio whose projects have websites. `api` must trust its proxy. */
export async function websiteStudio(api: TestApp) {
  const studio = await deliveringStudio(api)
  const { call } = studio
  const visit = (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') =>
    api.stranger(method, path, body)
  const pathOf = (url: string) => new URL(url).pathname

  /** A project with a website, and a delivery of a photo, a video and a floor plan. */
  async function withWebsite(website: object = {}, fields: object = {}, message: object = {}) {
    const ids = { photo: '', video: '', plan: '' }
    const delivery = await studio.deliver(fields, message, async (projectId) => {
      ids.photo = await studio.addMedia(projectId, { position: 1 })
      await studio.addPreview(ids.photo)
      const mp4 = { type: 'VIDEO', contentType: 'video/mp4', position: 2 } as const
      ids.video = await studio.addMedia(projectId, mp4)
      ids.plan = await studio.addMedia(projectId, { type: 'FLOORPLAN', position: 3 })
      await studio.addPreview(ids.plan)
      await call('PUT', `/projects/${projectId}/website`, website)
    })
    const path = `/projects/${delivery.project.id}/website`
    const { body } = await call('GET', path)
    return {
      ...delivery,
      ids,
      path,
      site: pathOf(body.brandedUrl),
      tour: pathOf(body.unbrandedUrl),
      get: async () => (await call('GET', path)).body,
      publish: () => call('POST', `${path}/publish`),
      unpublish: () => call('POST', `${path}/unpublish`),
    }
  }
  return { ...studio, visit, withWebsite }
}
