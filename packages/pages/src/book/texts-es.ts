import { translationOf } from '@mediajobs/domain/translation'
import type { EN } from './texts-en.ts'

export const ES = translationOf<typeof EN>()({
  step: (n: number, of: number) => `Paso ${n} de ${of}`,
  back: 'Atrás',
  next: 'Continuar',
  optional: 'opcional',
  marked: 'Revise los campos marcados.',
  offline: 'No se pudo enviar. Revise su conexión e intente de nuevo.',

  bookingAs: 'Reserva a nombre de',
  notYou: '¿No es usted? Continuar sin cuenta',
  bookAsMember: 'Reservar con su cuenta',
  invoiced: {
    afterBooking: (payer: string | null, days: number) =>
      `${payer === null ? 'Se le factura a usted' : `Se factura a ${payer}`}; vence ${days === 1 ? '1 día' : `${days} días`} después de la reserva.`,
    afterConfirmation: (payer: string | null, days: number) =>
      `${payer === null ? 'Se le factura a usted' : `Se factura a ${payer}`}; vence ${days === 1 ? '1 día' : `${days} días`} después de la confirmación.`,
    onDelivery: (payer: string | null) =>
      `${payer === null ? 'Se le factura a usted' : `Se factura a ${payer}`}; se paga con la entrega.`,
    plain: (payer: string) => `Se factura a ${payer}.`,
  },
  groupDiscount: (percent: string) => `El total incluye su descuento del ${percent}.`,

  property: '¿Dónde está la propiedad?',
  addressLine1: 'Dirección',
  addressLine2: 'Apto. o unidad',
  city: 'Ciudad',
  region: 'Estado',
  postalCode: 'Código postal',
  propertySize: (unit: string) => `Tamaño en ${unit}`,
  sizeHint: 'Basta con una estimación.',

  offers: '¿Qué necesita?',
  packages: 'Paquetes',
  addOns: '¿Quiere agregar algo?',
  from: (price: string) => `Desde ${price}`,
  noPrice: 'No disponible para este tamaño',
  about: (length: string) => `unos ${length}`,
  hours: (count: string) => `${count} h`,
  update: 'Actualizar el precio',

  time: '¿Cuándo vamos?',
  anyTime: 'Sin hora por ahora',
  anyTimeHint: (studio: string) => `${studio} le llamará para acordar una.`,
  noTimes: (studio: string) => `Por ahora no hay horas disponibles. Pídale una a ${studio}.`,
  zone: (zone: string) => `Zona horaria: ${zone}.`,
  hold: (time: string) => `Apartar ${time}`,

  details: 'Ya casi está',
  yourDetails: 'Sus datos',
  changeDetails: 'Cambiar sus datos',
  name: 'Nombre',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  questions: 'Algunas preguntas',
  yes: 'Sí',
  no: 'No',
  terms: 'Condiciones',
  accept: 'Acepto las condiciones.',
  held: (until: string) => `Apartada para usted hasta las ${until}`,
  change: 'Cambiar',
  discount: 'Código de descuento',
  apply: 'Aplicar',
  pay: (amount: string) => `Pagar ${amount}`,
  payDeposit: (amount: string) => `Pagar anticipo de ${amount}`,
  now: (amount: string) => `${amount} ahora`,
  book: 'Reservar',
  request: 'Enviar solicitud',
  secure: (studio: string) =>
    `El pago se hace en la página segura de nuestro proveedor de pagos. ${studio} nunca ve su tarjeta.`,
  refunded: (studio: string) =>
    `El pago se hace ahora, en una página segura. ${studio} confirmará su solicitud o le devolverá el dinero.`,
  laterPay: 'No tiene que pagar nada ahora.',
  answered: (studio: string) =>
    `${studio} confirmará su solicitud. Hasta entonces no hay nada reservado.`,
  leaving: 'Le llevamos a la página siguiente…',
  go: 'Continuar',

  contact: (studio: string) => `¿Preguntas? Escriba a ${studio}`,
  missing: {
    title: 'Esta página no recibe pedidos',
    text: 'Es posible que el enlace sea antiguo. Pida uno nuevo a su fotógrafo.',
  },

  notices: {
    taken: 'Alguien acaba de tomar esa hora. Elija otra. Todo lo demás sigue aquí.',
    holdEnded: 'No pudimos guardar más su hora. Elija una de nuevo. Lo demás sigue aquí.',
    placed: 'Ya pidió esta hora, con otros datos. Para otro pedido, elija otra hora.',
    priceChanged: (price: string) => `El precio cambió a ${price}. Revíselo y continúe.`,
    tooMany: 'Demasiados intentos. Espere unos minutos y continúe. No se perdió nada.',
    tooManyHolds: 'Ya tiene varias horas guardadas. Termine ese pedido o espere 15 minutos.',
    failed: 'Hubo un problema de nuestra parte. No se perdió nada. Intente de nuevo.',
    noCards: (studio: string) =>
      `${studio} no puede recibir pagos en línea en este momento. Escríbales para reservar.`,
    signedIn: (name: string) =>
      `Ahora tiene la sesión iniciada como ${name}. Revise el precio y las condiciones, y continúe.`,
    signedOut:
      'Su sesión terminó, así que estos son los precios habituales. Inicie sesión de nuevo o continúe sin cuenta.',
    notPayable: 'Este monto no se puede pagar con tarjeta. Escríbanos, por favor.',
  },
  problems: {
    required: 'Complete este campo.',
    choosePackage: 'Elija uno.',
    chooseTime: 'Elija una hora.',
    answer: 'Elija una respuesta.',
    accept: 'Acepte las condiciones para continuar.',
    email: 'Escriba un correo, por ejemplo nombre@ejemplo.com.',
    size: 'Escriba el tamaño en números enteros, por ejemplo 1850.',
    sizeRange: (most: number) => `Escriba un tamaño de 1 a ${most.toLocaleString('es')}.`,
    noPrice: 'No tenemos un precio para este tamaño. Escríbanos para pedir uno.',
    tooLong: 'Es demasiado largo.',
    discount: 'Este código no es válido.',
    invalid: 'Revise este campo.',
  },
})
