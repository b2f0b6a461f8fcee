import pg from 'pg'

// All that the statements of a media process need: packages/operations/src/previews and archives. If a picture takes
// the process over, it can read no credential, customer or webhook with this role.
const GRANTS = (role: string) => `
  grant usage on schema public to ${role};
  grant select (organization_id, id, project_id, type, key, filename, content_type, size, position, created_at)
    on media to ${role};
  grant select, update on media_previews to ${role};
  grant select on archives to ${role};
  grant select (organization_id, is_away, frozen_until, quiet_until) on organization_moves to ${role};
  grant select (organization_id, id, address_line1) on projects to ${role};
  grant select (organization_id, id, expires_at, revoked_at, download_count), update (download_count)
    on client_deliveries to ${role}`

const EXISTS = 'select from pg_roles where rolname = $1'

/**
 * Grants the role of `mediaUrl`, in the database of `databaseUrl`, what a media process needs and nothing more. Makes
 * the role when it does not exist, with the password of the URL. A role that exists keeps its password.
 *
 * @throws {RangeError} when `mediaUrl` has no role of its own, or no password for a new role
 */
export async function grantMediaRole(databaseUrl: string, mediaUrl: string): Promise<void> {
  const { username, password } = new URL(mediaUrl)
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  if (name === '' || username === new URL(databaseUrl).username) {
    throw new RangeError('MEDIA_DATABASE_URL must name a role of its own')
  }
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'migrate' })
  await client.connect()
  try {
    const role = client.escapeIdentifier(name)
    const { rowCount } = await client.query(EXISTS, [name])
    if (rowCount === 0) {
      if (secret === '') throw new RangeError('MEDIA_DATABASE_URL must have a password')
      await client.query(`create role ${role} login password ${client.escapeLiteral(secret)}`)
    }
    await client.query(GRANTS(role))
  } finally {
    await client.end()
  }
}
