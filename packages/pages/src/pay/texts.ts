import { type Tables, translationOf } from '@mediajobs/domain/translation'

const EN = {
  heading: (number: string) => `Invoice ${number}`,
  due: (day: string) => `Due ${day}`,
  subtotal: 'Subtotal',
  paid: (day: string) => `Paid ${day}`,
  refunded: 'Refunded',
  balance: 'Amount due',

  pay: (amount: string) => `Pay ${amount}`,
  secure: (studio: string) =>
    `You pay on our payment provider's secure page. ${studio} never sees your card.`,
  other: 'Pay another amount or add a tip',
  payAmount: (currency: string) => `Amount in ${currency}`,
  tipAmount: (currency: string) => `Tip in ${currency}`,
  continue: 'Continue to payment',
  failed: "Your last payment didn't go through. Try again, or use another card.",
  badAmount: (most: string, like: string) => `Enter an amount up to ${most}, like ${like}.`,
  badTip: (like: string) => `Enter a tip up to the amount you pay, like ${like}.`,
  like: (cents: string) => `20 or ${cents}`,
  notPayable: (studio: string) =>
    `This amount can't be paid by card. Enter another one, or ask ${studio}.`,
  noCards: (studio: string) =>
    `${studio} takes this payment by transfer, check or cash. Ask them how.`,
  contact: (studio: string) => `Questions? Contact ${studio}`,
  print: 'Print',
  delivery: 'View your photos',
  back: 'Back to the invoice',
  received: (amount: string) => `Thank you, ${amount} received`,
  oneMore: (paid: string) => `Invoice ${paid} is paid. Your downloads open when this one is too.`,

  states: {
    PAID: (day: string | null) => [
      day === null ? 'Paid. Thank you!' : `Paid on ${day}. Thank you!`,
      'This page is your receipt.',
    ],
    FREE: ['Nothing to pay', 'This invoice has no balance.'],
    PROCESSING: [
      'Your payment is on its way',
      "Some banks take a few days. There's nothing more to do.",
    ],
    CHECKING: ['Checking your payment…', 'This takes a few seconds.'],
    VOIDED: ['This invoice was canceled', "There's nothing to pay."],
    REFUNDED: ['Refunded', 'The full payment was refunded. Your bank may take a few days.'],
  },
  missing: { title: "This link doesn't work", text: 'Ask your photographer for a new link.' },
  replaced: {
    title: 'Thank you',
    text: "This link has been replaced, so your payment isn't shown here. You don't need to pay again. Ask your photographer for the new link.",
  },
} as const

const ES = translationOf<typeof EN>()({
  heading: (number: string) => `Factura ${number}`,
  due: (day: string) => `Vence el ${day}`,
  subtotal: 'Subtotal',
  paid: (day: string) => `Pagado el ${day}`,
  refunded: 'Reembolsado',
  balance: 'Total a pagar',

  pay: (amount: string) => `Pagar ${amount}`,
  secure: (studio: string) =>
    `El pago se hace en la página segura de nuestro proveedor de pagos. ${studio} nunca ve su tarjeta.`,
  other: 'Pagar otro monto o agregar una propina',
  payAmount: (currency: string) => `Monto en ${currency}`,
  tipAmount: (currency: string) => `Propina en ${currency}`,
  continue: 'Continuar al pago',
  failed: 'Su último pago no se realizó. Intente de nuevo o use otra tarjeta.',
  badAmount: (most: string, like: string) =>
    `Escriba un monto de hasta ${most}, por ejemplo ${like}.`,
  badTip: (like: string) => `Escriba una propina de hasta el monto que paga, por ejemplo ${like}.`,
  like: (cents: string) => `20 o ${cents}`,
  notPayable: (studio: string) =>
    `Este monto no se puede pagar con tarjeta. Escriba otro o pregunte a ${studio}.`,
  noCards: (studio: string) =>
    `${studio} recibe este pago por transferencia, cheque o en efectivo. Pregunte cómo hacerlo.`,
  contact: (studio: string) => `¿Preguntas? Escriba a ${studio}`,
  print: 'Imprimir',
  delivery: 'Ver sus fotos',
  back: 'Volver a la factura',
  received: (amount: string) => `Gracias, recibimos ${amount}`,
  oneMore: (paid: string) =>
    `La factura ${paid} está pagada. Las descargas se habilitan al pagar también esta.`,

  states: {
    PAID: (day: string | null) => [
      day === null ? 'Pagado. ¡Gracias!' : `Pagado el ${day}. ¡Gracias!`,
      'Esta página es su recibo.',
    ],
    FREE: ['No hay nada que pagar', 'Esta factura no tiene saldo.'],
    PROCESSING: [
      'Su pago está en camino',
      'Algunos bancos tardan unos días. No tiene que hacer nada más.',
    ],
    CHECKING: ['Verificando su pago…', 'Tarda unos segundos.'],
    VOIDED: ['Esta factura fue cancelada', 'No hay nada que pagar.'],
    REFUNDED: ['Reembolsado', 'Se devolvió todo lo pagado. Un banco puede tardar unos días.'],
  },
  missing: { title: 'Este enlace no funciona', text: 'Pida un enlace nuevo a su fotógrafo.' },
  replaced: {
    title: 'Gracias',
    text: 'Este enlace fue reemplazado y ya no muestra su pago. No hace falta que pague de nuevo. Pida el enlace nuevo a su fotógrafo.',
  },
})

export const TEXTS: Tables<typeof EN> = { en: EN, es: ES }
export type PayTexts = (typeof TEXTS)[keyof typeof TEXTS]
