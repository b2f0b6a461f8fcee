import type { MediaType } from '@mediajobs/domain'
import { countedIn, translationOf } from '@mediajobs/domain/translation'
import { ALTERATIONS } from '../alterations.ts'
import type { Closed, EN } from './texts-en.ts'

// Spanish as Latin America writes it. Clients are addressed as `usted`, mostly by the verb alone.

const counted = countedIn('es-419')
const sentence = new Intl.ListFormat('es-419')

const changesOf = (count: number) =>
  count === 0 ? 'cambios' : counted(count, { one: 'cambio', other: 'cambios' })

const CONTENTS = {
  PHOTO: { one: 'foto', other: 'fotos' },
  VIDEO: { one: 'video', other: 'videos' },
  FLOORPLAN: { one: 'plano', other: 'planos' },
  VIRTUAL_TOUR: { one: 'recorrido virtual', other: 'recorridos virtuales' },
  PROPERTY_WEBSITE: { one: 'sitio web', other: 'sitios web' },
  BROCHURE: { one: 'folleto', other: 'folletos' },
  DOCUMENT: { one: 'documento', other: 'documentos' },
} satisfies Record<MediaType, object>

export const ES = translationOf<typeof EN>()({
  untitled: 'Su entrega',
  skip: 'Ir a las fotos',
  offline: 'No hay conexión. Sus comentarios están guardados; envíelos cuando vuelva la conexión.',
  access: (until: string | null) =>
    `Cualquier persona con este enlace puede ver estos archivos${until === null ? '' : ` hasta el ${until}`}.`,
  contents: (type: MediaType, count: number) => counted(count, CONTENTS[type]),
  all: (parts: readonly string[]) => sentence.format(parts),
  mediaTypes: {
    PHOTO: 'Foto',
    VIDEO: 'Video',
    FLOORPLAN: 'Plano',
    VIRTUAL_TOUR: 'Recorrido virtual',
    PROPERTY_WEBSITE: 'Sitio web',
    BROCHURE: 'Folleto',
    DOCUMENT: 'Documento',
  },
  alterations: ALTERATIONS.es,

  photos: 'Fotos',
  photo: (number: number) => `Foto ${number}`,
  photoBefore: (number: number) => `Foto ${number}, antes`,
  choose: (number: number) => `Seleccionar la foto ${number}`,
  select: 'Seleccionar',
  previewPending: 'Vista previa disponible pronto',
  noPreview: 'Sin vista previa',
  altered: 'Antes y después',
  originalOf: (number: number) => `Original de la foto ${number}`,
  alteredPhoto: (number: number) => `Foto ${number}, modificada`,
  alteration: (number: number, kind: string) => `Foto ${number}: ${kind.toLowerCase()}.`,
  compare: 'Comparar la foto original con la modificada',
  compareReplaced: 'Comparar la foto antes y después',
  disclosure: 'En algunos lugares, el anuncio debe llevar esta nota y un enlace al original:',
  originalPage: 'página de la foto original',
  qrCode: 'código QR',
  original: 'Original',
  files: 'Videos, planos y documentos',
  video: (filename: string) => `Video ${filename}`,

  decide: '¿Le gusta el resultado?',
  approveTitle: (contents: string) => `¿Aprobar ${contents || 'esta entrega'}?`,
  approveText: (studio: string) =>
    `${studio} verá que usted aprobó el trabajo. Después ya no podrá pedir cambios, pero sí descargar los archivos.`,
  changes: '¿Qué le gustaría cambiar?',
  changesHint: 'Para señalar un punto, abra una foto y toque Comentar.',
  comments: 'Sus comentarios sobre las fotos',
  askForChanges: 'Pedir cambios',
  unsent:
    'Algunos de sus comentarios no se han enviado. Si aprueba ahora, ya no podrá pedir cambios. ¿Aprobar de todos modos?',
  unloaded:
    'No se envió nada: no se pudieron cargar sus comentarios guardados. Revise su conexión e intente de nuevo, o recargue la página.',

  closed: {
    OPEN: ({ studio }: Closed) => [
      'Por ahora no hay nada que decidir',
      `${studio} está trabajando de nuevo en sus archivos. Recibirá otro enlace cuando estén listos.`,
    ],
    APPROVED: ({ studio, isByStudio, on, until }: Closed) => [
      isByStudio
        ? `${studio} aprobó esta entrega en su nombre el ${on}`
        : `Usted aprobó esta entrega el ${on}`,
      until === null
        ? 'Puede seguir descargando los archivos.'
        : `Puede descargar los archivos hasta el ${until}.`,
    ],
    REVISION_REQUESTED: ({ studio, isByStudio, on, changes }: Closed) => [
      isByStudio
        ? `${studio} anotó ${changesOf(changes)} en su nombre el ${on}`
        : `Usted pidió ${changesOf(changes)} el ${on}`,
      `${studio} ya está trabajando en ello. Recibirá otro enlace cuando esté listo.`,
    ],
    SUPERSEDED: ({ studio }: Closed) => [
      'Hay una entrega más reciente',
      `${studio} volvió a entregar este trabajo. Abra el último enlace que recibió, o pídalo.`,
    ],
  },
  round: (done: number, all: number) =>
    done === all ? 'Sus cambios están listos' : `Cambios hechos: ${done} de ${all}`,
  roundNext: 'Vea cómo quedó y apruebe, o vuelva a pedir cambios.',
  roundNextLocked: 'Vea cómo quedó. Puede pedir más cambios antes de pagar.',
  showRequest: 'Ver lo que pidió',
  commentsSent: (count: number) =>
    `${counted(count, { one: 'comentario', other: 'comentarios' })} sobre las fotos:`,
  removedFile: 'Un archivo eliminado',
  statuses: { OPEN: 'Pendiente', DONE: 'Hecho', DECLINED: 'Sin cambios' },

  portal: 'Sus entregas',
  contact: (studio: string) => `¿Tiene preguntas? Comuníquese con ${studio}`,

  locked: 'Las descargas se habilitan al pagar la factura',
  pay: (price: string) => `Pagar ${price}`,
  invoice: (number: string | null) => (number === null ? 'Factura' : `Factura ${number}`),
  paid: 'Pagado',
  balance: 'Saldo',
  beforePaying: 'Puede ver todo y pedir cambios antes de pagar.',
  afterPaying: 'Al recibir el pago, esta página se desbloquea sola, sin las marcas de agua.',
  lookAgain: 'Verificar de nuevo',

  bar: 'Acciones',
  approve: 'Aprobar',
  close: 'Cerrar',
  preparing: 'Su descarga se está preparando.',
  reload: 'Recargue la página en un minuto.',
  size: 'Tamaño de las fotos',
  sizes: { mls: ['MLS', 'Para anuncios y la web'], original: ['Original', 'Para imprimir'] },
  sizeOfAll: (bytes: string) => `en total: ${bytes}`,
  download: 'Descargar',
  starting: 'Su descarga está por comenzar',
  startingHint: ['Si no pasa nada, ', 'descargue los archivos aquí', '.'],
  back: 'Volver a la entrega',

  missing: {
    title: 'Este enlace no funciona',
    text: 'Pida un enlace nuevo a quien hizo las fotos.',
  },
})
