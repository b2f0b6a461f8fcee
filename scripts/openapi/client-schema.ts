import openapiTypescript, { astToString } from 'openapi-typescript'

const HEADING = '// Made from docs/openapi.json by `pnpm openapi`: not to be edited.\n\n'

/** The types of packages/client, from the JSON text of the API's document. */
export async function clientSchema(document: string): Promise<string> {
  const nodes = await openapiTypescript(document, {
    // A request may leave out a field that has a default.
    defaultNonNullable: false,
    silent: true,
  })
  return `${HEADING}${astToString(nodes)}`
}
