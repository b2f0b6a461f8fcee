import type { TestApp, TestOrganization, TestResponse } from './app.ts'

const JPEG = 'image/jpeg'

export interface Presigned {
  uploadUrl: string
  key: string
  cdnUrl: string
}

/** An organization with a project, and the steps of an upload. */
export async function openStudio(service: TestApp) {
  const org = await service.createOrg()
  const projectId = await createProject(service, org)
  const { call } = org
  const presign = async (filename = 'front.jpg', mediaType = 'PHOTO'): Promise<Presigned> => {
    const body = { projectId, filename, contentType: JPEG, mediaType }
    const response = await call('POST', '/media/presign', body)
    if (response.status !== 201) throw new Error(`presign returned ${response.status}`)
    return response.body
  }
  const confirm = (file: object, key = org.key): Promise<TestResponse> =>
    call('POST', '/media/confirm-upload', { projectId, type: 'PHOTO', ...file }, key)
  return {
    org,
    projectId,
    call,
    presign,
    confirm,
    createProject: () => createProject(service, org),
    /** Uploads a file in all three steps. Returns the record. */
    async add(filename: string, bytes: string | Buffer<ArrayBuffer> = filename, more: object = {}) {
      const presigned = await presign(filename)
      await put(presigned.uploadUrl, bytes)
      const size = Buffer.byteLength(bytes)
      const { body } = await confirm({ filename, size, key: presigned.key, ...more })
      return body
    },
  }
}

/** Uploads bytes to the object store, as an integrator does. */
export function put(
  url: string,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  return fetch(url, { method: 'PUT', body, headers: { 'content-type': JPEG, ...headers } })
}

async function createProject(service: TestApp, { key }: TestOrganization): Promise<string> {
  const body = { scheduledTime: '2026-05-01T09:30:00Z' }
  const project = await service.request('POST', '/projects/create', { key, body })
  return project.body.id
}
