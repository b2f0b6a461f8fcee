import { PROBLEM_CODES, type ProblemCode } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'

/** Every `code`. The description lists them by status. */
export const ProblemCodes = Type.Unsafe<ProblemCode>({
  title: 'ProblemCode',
  type: 'string',
  enum: Object.keys(PROBLEM_CODES),
  description: [
    'For programs. docs/errors.md states for each code what to do. New codes may be added: use the status when you do not know the code.',
    ...codesByStatus(),
  ].join('\n'),
})

function codesByStatus(): string[] {
  const byStatus = new Map<number, string[]>()
  for (const [code, status] of Object.entries(PROBLEM_CODES)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\``])
  }
  return [...byStatus].map(([status, codes]) => `- ${status}: ${codes.join(', ')}`)
}
