/** `true` or `false`, or another usual spelling of them. */
export function parseYesNo(text: string): boolean {
  if (/^(true|t|yes|on|1)$/.test(text)) return true
  if (/^(false|f|no|off|0)$/.test(text)) return false
  throw new RangeError('true or false')
}
