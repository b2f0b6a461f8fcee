/** The fields of the form of a page that is sent to an address with this end, as a browser would send them. */
export function fieldsOf({ text }: { text: string }, end: string): Record<string, string> {
  const forms = [...text.matchAll(/<form method="post" action="([^"]+)"[^>]*>(.*?)<\/form>/gs)]
  const [, , content] = forms.find(([, action]) => action?.split('?')[0]?.endsWith(end)) ?? []
  if (content === undefined) throw new Error(`no form for ${end}`)
  const fields = [...content.matchAll(/name="([^"]+)"[^>]*? value="([^"]*)"/g)]
  const chosen = [...content.matchAll(/<select [^>]*name="([^"]+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name, options = '']) => [name, /value="([^"]*)" selected/.exec(options)?.[1] ?? ''],
  )
  const plain = (value = '') => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return Object.fromEntries(
    [...fields.map(([, name, value]) => [name, value]), ...chosen].map(([name, value]) => [
      name,
      plain(value),
    ]),
  )
}
