// The import rules of docs/architecture.md: apps → moves → operations → outbox, object-store → db → domain.
const layer = (name) => `^packages/${name}/`

// The dispatcher's folders, lowest first: a folder imports itself and those before it.
const DISPATCHER_FOLDERS = ['monitoring', 'http', 'queue', 'slots', 'delivery', 'upkeep', 'mail']
const dispatcherFolders = DISPATCHER_FOLDERS.map((folder, place) => ({
  name: `dispatcher-${folder}-imports-nothing-above`,
  severity: 'error',
  from: { path: `^apps/dispatcher/src/${folder}/` },
  to: {
    path: '^apps/dispatcher/src/',
    pathNot: `^apps/dispatcher/src/(${DISPATCHER_FOLDERS.slice(0, place + 1).join('|')})/`,
  },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'domain-is-pure',
      comment: 'Rules as data: they may import only node:crypto and node:net.',
      severity: 'error',
      from: { path: '^packages/(domain|webhook-signature)/src/' },
      to: { pathNot: '^(packages/(domain|webhook-signature)/src/|(node:)?crypto$|(node:)?net$)' },
    },
    {
      name: 'db-knows-only-domain',
      severity: 'error',
      from: { path: layer('db') },
      to: { path: '^(apps|scripts|packages/(outbox|operations|object-store|runtime))/' },
    },
    {
      name: 'outbox-below-operations',
      severity: 'error',
      from: { path: '^packages/(outbox|object-store)/' },
      to: { path: '^(apps|scripts|packages/operations)/' },
    },
    {
      name: 'operations-below-apps',
      severity: 'error',
      from: { path: layer('operations') },
      to: { path: '^(apps|scripts|packages/moves)/' },
    },
    {
      name: 'operations-by-their-entries',
      severity: 'error',
      from: { pathNot: layer('operations') },
      to: {
        path: '^packages/operations/src/[^/]+/',
        pathNot: '/(index|shared/(actor|currencies|errors|paging|search|turns)).ts$',
      },
    },
    {
      name: 'moves-below-apps',
      severity: 'error',
      from: { path: layer('moves') },
      to: { path: '^(apps|scripts)/' },
    },
    {
      name: 'no-cycles-of-operations',
      comment: 'Code that needs two folders goes into a third one, like project-status/.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^packages/operations/src/[^/]+$' },
      to: {
        circular: true,
        viaOnly: { path: '^packages/operations/src/[^/]+$' },
      },
    },
    {
      name: 'apps-never-import-each-other',
      comment: "A test may start another app through that app's testing/.",
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/([^/]+)/', pathNot: '^apps/($1/|[^/]+/testing/)' },
    },
    {
      name: 'api-vocabulary-imports-no-module',
      severity: 'error',
      from: { path: '^apps/api/src/vocabulary/' },
      to: { path: '^apps/api/src/', pathNot: '^apps/api/src/vocabulary/' },
    },
    {
      name: 'api-modules-are-separate',
      comment: 'A module imports packages, the vocabulary, plugins and its own folder.',
      severity: 'error',
      from: { path: '^apps/api/src/([^/]+)/', pathNot: '^apps/api/src/plugins/' },
      to: {
        path: '^apps/api/src/([^/]+)/',
        pathNot: '^apps/api/src/($1|vocabulary|plugins)/',
      },
    },
    {
      name: 'pages-call-the-api',
      comment:
        'Pages are a client of the API. Whatever else they need from its process comes as options.',
      severity: 'error',
      from: { path: layer('pages') },
      to: {
        path: '^(apps|scripts|packages)/',
        pathNot: '^packages/(pages|client|domain|runtime)/',
      },
    },
    {
      name: 'pages-take-types-from-the-client',
      severity: 'error',
      from: { path: layer('pages') },
      to: { path: layer('client'), dependencyTypesNot: ['type-only'] },
    },
    ...dispatcherFolders,
    {
      name: 'hooks-know-no-module',
      comment: 'A hook gets everything from modules as options, which app.ts sets.',
      severity: 'error',
      from: { path: '^apps/api/src/plugins/' },
      to: { path: '^apps/api/src/([^/]+)/', pathNot: '^apps/api/src/(plugins|vocabulary)/' },
    },
    {
      name: 'nothing-undeclared',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev', 'unknown'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // They import generated clients: scripts/openapi/play-clients.ts.
    exclude: { path: '^scripts/openapi/clients/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
}
