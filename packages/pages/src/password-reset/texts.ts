import { type Tables, type Texts, translationOf } from '@mediajobs/domain/translation'

const EN = {
  title: 'Reset your password',
  ask: 'Email me a link',
  email: 'Email',
  send: 'Send link',
  choose: 'Choose a new password',
  /** The second part is shown as code. */
  token: ['Token from your link, after ', '#token='],
  password: (min: number) => `New password, at least ${min} characters`,
  set: 'Set password',
  moved: 'This link has moved.',
  movedLink: 'Go to the new address',
  signIn: 'Sign in',
  refused: {
    email: 'Enter an email address, like name@example.com.',
    token: 'Enter the token from your link.',
    password: (min: number, max: number) =>
      `Password must have at least ${min} characters, and at most ${max}.`,
    link: 'This link was used or has expired. Ask for a new one.',
    rate: 'Too many requests. Wait a moment, then try again.',
    other: 'Something went wrong. Try again.',
  },
  done: {
    asked: {
      title: 'Check your email',
      text: "If there's an account for this address, we've sent it a link. The link works for one hour.",
    },
    off: {
      title: "This service doesn't send email",
      text: 'Ask the operator of the service to reset your password.',
    },
    set: {
      title: 'Password changed',
      text: "You've been signed out everywhere. Sign in with your new password.",
    },
  },
} as const

const ES = translationOf<typeof EN>()({
  title: 'Restablezca su contraseña',
  ask: 'Recibir un enlace por correo',
  email: 'Correo electrónico',
  send: 'Enviar enlace',
  choose: 'Elija una contraseña nueva',
  token: ['Código de su enlace, después de ', '#token='],
  password: (min: number) => `Contraseña nueva, de al menos ${min} caracteres`,
  set: 'Guardar contraseña',
  moved: 'Este enlace cambió de dirección.',
  movedLink: 'Ir a la nueva dirección',
  signIn: 'Iniciar sesión',
  refused: {
    email: 'Escriba un correo electrónico, como nombre@ejemplo.com.',
    token: 'Escriba el código de su enlace.',
    password: (min: number, max: number) =>
      `La contraseña debe tener al menos ${min} caracteres, y como máximo ${max}.`,
    link: 'Este enlace ya se usó o venció. Pida uno nuevo.',
    rate: 'Demasiadas solicitudes. Espere un momento e intente de nuevo.',
    other: 'Algo salió mal. Intente de nuevo.',
  },
  done: {
    asked: {
      title: 'Revise su correo',
      text: 'Si hay una cuenta con esta dirección, le enviamos un enlace. Funciona durante una hora.',
    },
    off: {
      title: 'Este servicio no envía correos',
      text: 'Pida a quien administra el servicio que restablezca su contraseña.',
    },
    set: {
      title: 'Contraseña cambiada',
      text: 'Se cerraron todas sus sesiones. Inicie sesión con su contraseña nueva.',
    },
  },
})

export const TEXTS: Tables<typeof EN> = { en: EN, es: ES }
export type PasswordResetTexts = Texts<typeof EN>
