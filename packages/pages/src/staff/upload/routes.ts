import type { Schemas } from '@mediajobs/client'
import type { FastifyPluginAsync } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { STAFF } from '../door.ts'
import { staffOfRequest } from '../enter.ts'
import type { Project } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import { uploadPage } from './page.ts'
import { TEXTS } from './texts.ts'

interface UploadRoute {
  Params: { id: string }
}

/** `/app/{organizationId}/projects/{id}/upload`. docs/contract.md#c12-upload */
export const uploadPages: FastifyPluginAsync = async (app) => {
  app.get<UploadRoute>(
    '/app/:organizationId/projects/:id/upload',
    STAFF,
    async (request, reply) => {
      const staff = staffOfRequest(request)
      const url = `/projects/${encodeURIComponent(request.params.id)}`
      const [found, media] = await Promise.all([
        staff.call<Project & ErrorBody>({ method: 'GET', url }),
        staff.call<{ data: Schemas['Media'][] } & ErrorBody>({
          method: 'GET',
          url: `${url}/media`,
        }),
      ])
      const refused = [found, media].find(({ status }) => status !== 200)
      if (refused) return sendStaffProblem(request, reply, staff, refused)
      const page = { staff, project: found.body, count: media.body.data.length }
      return sendStaffPage(request, reply, staff, {
        title: TEXTS.title,
        body: uploadPage(page),
        styles: ['staff/upload/style.css'],
        module: 'staff/upload/browser/main.ts',
        urls: [request.server.host.uploadOrigin],
        showsOwnVideos: true,
      })
    },
  )
}
