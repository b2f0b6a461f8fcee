import { EnvironmentError, unknownVariables, uploadCredential } from '@mediajobs/runtime'
import { type Check, ok, warning, wrong } from './check.ts'

export const variablesCheck: Check = {
  name: 'variables',
  async run({ settings }) {
    const problems = [...settings.problems, ...halfCredential(settings)]
    if (problems.length > 0) {
      return wrong(
        `${problems.join('; ')}.`,
        'Set them as docs/operating.md#variables says. Give the doctor the variables of all processes.',
      )
    }
    const unknown = unknownVariables().map(({ variable, nearest }) =>
      nearest === undefined ? variable : `${variable} (${nearest}?)`,
    )
    if (unknown.length > 0) {
      return warning(
        `The service does not know ${unknown.join(', ')}.`,
        'Correct the name, or remove the variable: it has no effect.',
      )
    }
    return ok('All that are set are known and valid.')
  },
}

function halfCredential(settings: Parameters<Check['run']>[0]['settings']): string[] {
  try {
    uploadCredential(settings.read('S3_UPLOAD_ACCESS_KEY', 'S3_UPLOAD_SECRET_KEY'))
  } catch (error) {
    if (error instanceof EnvironmentError) return [error.message]
  }
  return []
}
