import type { Schemas } from '@mediajobs/client'
import {
  ALTERATION_KINDS,
  MAX_ALTERATION_NOTE_LENGTH,
  MAX_BATCH_FILES,
  MAX_FILE_BYTES,
  MAX_MEDIA_OF_PROJECT,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  MEDIA_TYPES,
} from '@mediajobs/domain'
import type { FastifyPluginAsync } from 'fastify'
import { alterationName } from '../../alterations.ts'
import type { ErrorBody } from '../../call-api.ts'
import { addressLine } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import { STAFF } from '../door.ts'
import { staffOfRequest } from '../enter.ts'
import { TEXTS as PROJECT } from '../project/texts.ts'
import type { Project } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import type { Staff } from '../staff.ts'
import type { Settings } from './settings.ts'
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
      if (refused) return sendStaffProblem({ request, reply }, refused)
      const page = { staff, project: found.body, count: media.body.data.length }
      return sendStaffPage(
        { request, reply },
        {
          title: TEXTS.title,
          body: uploadPage(page),
          styles: ['staff/upload/style.css'],
          module: 'staff/upload/browser/main.ts',
          urls: [request.server.host.uploadOrigin],
          showsOwnVideos: true,
        },
      )
    },
  )
}

interface Page {
  staff: Staff
  project: Project
  /** How many files the project has. */
  count: number
}

/** What phones show their photos for. HEIC is not in it: an iPhone then sends a JPEG. */
const CAMERA_ROLL = 'image/jpeg,image/png,image/webp,video/*'

/** The way into the project, and the list that the module fills. */
function uploadPage({ staff, project, count }: Page): Html {
  const mayUpload = staff.may('presignUploads') && staff.may('confirmUploads')
  return html`<p class="place" dir="auto"><a href="../${project.id}">${addressLine(project) || PROJECT.noAddress}</a></p>
<p class="soft" id="count">${TEXTS.count(count)}</p>
${mayUpload ? tool(staff, project) : html`<p>${TEXTS.notAllowed}</p>`}`
}

function tool(staff: Staff, project: Project): Html {
  const settings: Settings = {
    projectId: project.id,
    locale: staff.organization.locale,
    maxFileBytes: MAX_FILE_BYTES,
    maxPictureBytes: MAX_PICTURE_BYTES,
    maxPicturePixels: MAX_PICTURE_PIXELS,
    maxBatchFiles: MAX_BATCH_FILES,
    maxMedia: MAX_MEDIA_OF_PROJECT,
  }
  return html`<noscript><p class="notice problem">${TEXTS.noScript}</p></noscript>
<div id="upload" hidden data-settings="${JSON.stringify(settings)}">
<div class="drop" id="drop"><p class="soft mouse">${TEXTS.drop}</p>
<div class="actions">
${chooser('files', TEXTS.choose, html`multiple`, 'go')}
${chooser('roll', TEXTS.roll, html`multiple accept="${CAMERA_ROLL}"`, 'touch')}
${chooser('folder', TEXTS.folder, html`multiple webkitdirectory`, 'mouse')}
</div></div>
<p id="notice" class="notice" role="status" hidden></p>
<ol id="rows" class="rows"></ol>
<div id="bar" class="bar" tabindex="-1" hidden>
<progress id="total" max="1" value="0" aria-label="${TEXTS.all}"></progress>
<p id="sum"></p>
<div class="actions"><button type="button" class="go" id="start"></button>
<button type="button" id="again" hidden></button>
<a class="button" id="sign-in" href="../../../sign-in" target="_blank" hidden>${TEXTS.signIn}</a>
<a class="button" id="project" href="../${project.id}" hidden>${TEXTS.project}</a></div>
</div>
<p id="said" class="hidden" role="status"></p>
<template id="types">${MEDIA_TYPES.map((type) => html`<option value="${type}">${PROJECT.files.types[type]}</option>`)}</template>
<template id="altered">${altered()}</template>
</div>`
}

function chooser(id: string, text: string, attributes: Html, name: string): Html {
  return html`<label class="button chooser ${name}"><input id="${id}" type="file" ${attributes}>${text}</label>`
}

/** The fields of a picture that was altered. The module fills the list of originals. */
function altered(): Html {
  const texts = PROJECT.file
  return html`<label>${texts.alteredFrom} <select name="original"><option value="">${texts.isOriginal}</option></select></label>
<label>${texts.kind} <select name="kind">${ALTERATION_KINDS.map(
    (kind) => html`<option value="${kind}">${alterationName(kind)}</option>`,
  )}</select></label>
<label>${texts.note} <input name="note" maxlength="${MAX_ALTERATION_NOTE_LENGTH}"></label>`
}
