// Generates a client from docs/openapi.json for each language, compiles it, and plays a job with it on a running
// service. Needs the language's tools: python3, go, java with mvn, npx. Skips languages without them, with a message.
//
//   RATE_LIMITS=1000/1s npx -y pnpm@12 dev      (in another terminal)
//   npx -y pnpm@12 exec node scripts/openapi/play-clients.ts [python] [go] [typescript] [java]
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readAddress } from '../demo/receiver.ts'

const DOCUMENT = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))
const PLAYS = fileURLToPath(new URL('clients/', import.meta.url))
const JAVA_GENERATOR = 'org.openapitools:openapi-generator-cli:7.25.0'
const GO_GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

interface Client {
  needs: readonly string[]
  play: string
  /** Path of the play in its folder. */
  at?: string
  files?: Readonly<Record<string, string>>
  /** Shell commands: generate, compile, play. */
  steps: readonly string[]
}

const CLIENTS: Record<string, Client> = {
  python: {
    needs: ['python3'],
    play: 'play.py',
    steps: [
      'python3 -m venv venv && venv/bin/pip -q install openapi-python-client==0.29.1 mypy==1.18.2 ruff==0.14.5',
      'PATH="$PWD/venv/bin:$PATH" openapi-python-client generate --path "$DOCUMENT" --meta none',
      'venv/bin/mypy --ignore-missing-imports media_production_job_service_client',
      'venv/bin/python play.py',
    ],
  },
  go: {
    needs: ['go'],
    play: 'play.go',
    files: { 'go.mod': 'module play\n\ngo 1.24\n' },
    steps: [
      `mkdir api && go run ${GO_GENERATOR} -generate types,client -package api -o api/api.gen.go "$DOCUMENT"`,
      'go mod tidy && go vet . && go run .',
    ],
  },
  typescript: {
    needs: ['npx'],
    play: 'play.ts',
    files: { 'package.json': '{ "private": true }\n' },
    steps: [
      'npm install --silent @hey-api/openapi-ts@0.95.0 typescript@5.9.3 @types/node@24.19.2',
      'npx openapi-ts -i "$DOCUMENT" -o api -c @hey-api/client-fetch',
      'npx tsc --strict --skipLibCheck --target es2022 --module commonjs --moduleResolution node10 --outDir out play.ts',
      'node out/play.js',
    ],
  },
  java: {
    needs: ['java', 'mvn'],
    play: 'Play.java',
    at: 'client/src/main/java',
    steps: [
      `mvn -q dependency:copy -Dartifact=${JAVA_GENERATOR} -DoutputDirectory="$PWD"`,
      'java -jar openapi-generator-cli-*.jar generate -i "$DOCUMENT" -g java --library native -o client',
      'cd client && mvn -q compile dependency:build-classpath -Dmdep.outputFile=classpath',
      'cd client && java -cp "target/classes:$(cat classpath)" Play',
    ],
  },
}

function play(name: string, client: Client, environment: NodeJS.ProcessEnv): boolean {
  const missing = client.needs.filter((tool) => spawnSync('which', [tool]).status !== 0)
  if (missing.length > 0) {
    process.stdout.write(`${name}: skipped, because ${missing.join(' and ')} is missing\n`)
    return true
  }
  const folder = mkdtempSync(join(tmpdir(), `play-${name}-`))
  try {
    const place = join(folder, client.at ?? '')
    mkdirSync(place, { recursive: true })
    copyFileSync(join(PLAYS, client.play), join(place, client.play))
    for (const [file, text] of Object.entries(client.files ?? {})) {
      writeFileSync(join(folder, file), text)
    }
    return client.steps.every((step) => run(name, step, folder, environment))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(name: string, step: string, cwd: string, env: NodeJS.ProcessEnv): boolean {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', step], { cwd, env, encoding: 'utf8' })
  const output = status === 0 ? (stdout.trim().split('\n').at(-1) ?? '') : `${stdout}${stderr}`
  process.stdout.write(
    `${name}: ${step}\n  ${status === 0 ? 'ok' : `failed (${status})`} ${output}\n`,
  )
  return status === 0
}

const { apiUrl, apiKey } = await readAddress()
const environment = { ...process.env, DOCUMENT, API_URL: apiUrl, API_KEY: apiKey }
const wanted = process.argv.slice(2)
for (const [name, client] of Object.entries(CLIENTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  if (!play(name, client, environment)) process.exitCode = 1
}
